import FoundationEssentials
import JOSE

/// A file with a private key that only the user can read.
enum PrivateKeyFile {
    /// Reads the key of a file, or creates it there.
    ///
    /// - Throws: The error of the file system, or of a key of another kind.
    static func key(at path: String, _ algorithm: SignatureAlgorithm) throws -> SigningKey {
        if !FileManager.default.fileExists(atPath: path) { try create(at: path, algorithm) }
        return try SigningKey(pem: String(contentsOfFile: path, encoding: .utf8), algorithm: algorithm)
    }

    /// Returns the contents of a file; `nil` if it cannot be read.
    static func contents(of path: String) -> [UInt8]? { FileManager.default.contents(atPath: path).map { Array($0) } }

    private static func create(at path: String, _ algorithm: SignatureAlgorithm) throws {
        let text = try SigningKey(generating: algorithm).privateKeyPEM()
        // Written under another name first: of two programs that create the key, one wins as a whole.
        let draft = "\(path).\(Secrets.hex(8))"
        defer { try? FileManager.default.removeItem(atPath: draft) }
        let isWritten = FileManager.default.createFile(
            atPath: draft, contents: Data(text.utf8), attributes: [.posixPermissions: 0o600])
        guard isWritten else { throw EmulatorError(.system, draft) }
        do {
            try FileManager.default.linkItem(atPath: draft, toPath: path)
        } catch {
            guard FileManager.default.fileExists(atPath: path) else { throw error }
        }
    }
}
