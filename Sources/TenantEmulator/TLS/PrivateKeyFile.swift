import JOSE

/// A file with a private key that only the user can read.
enum PrivateKeyFile {
    /// Reads the key of a file, or creates it there; refuses a key of another kind, and a pipe.
    static func key(at path: String, _ algorithm: SignatureAlgorithm) throws(EmulatorError) -> SigningKey {
        // The file is read again for the key of opaque tokens, and a read of a pipe would wait for a writer.
        guard !PrivateFile.isPipe(path) else {
            throw EmulatorError(.system, "cannot read \(path): it is a pipe: name another file")
        }
        var text = try PrivateFile.contents(of: path)
        if text == nil {
            try create(at: path, algorithm)
            text = try PrivateFile.contents(of: path)
        }
        do {
            return try SigningKey(pem: String(decoding: text ?? [], as: UTF8.self), algorithm: algorithm)
        } catch {
            let defect = "the signing key in \(path) is no private key for \(algorithm.rawValue)"
            throw EmulatorError(.system, defect + ": name a file that does not exist", cause: error)
        }
    }

    private static func create(at path: String, _ algorithm: SignatureAlgorithm) throws(EmulatorError) {
        let text: String
        do {
            text = try SigningKey(generating: algorithm).privateKeyPEM()
        } catch { throw EmulatorError(.system, "no key for \(algorithm.rawValue) can be generated", cause: error) }
        try PrivateFile.create(Array(text.utf8), at: path)
    }
}
