package import OpenSSLCryptography

/// The file format of a secret: `auth0sec`, a version, a salt, a nonce, and the sealed name and secret.
///
/// Each file has its own key, derived from the master key with a fresh salt at every write, so that a restored copy or
/// snapshot never leads to a nonce that is used twice with one key.
///
/// - SeeAlso: [RFC 5869](https://www.rfc-editor.org/rfc/rfc5869),
///   [RFC 5116 §3.1](https://www.rfc-editor.org/rfc/rfc5116#section-3.1)
package struct SealedRecord {
    /// The keyed hash of the secret's name, which names the file.
    package let id: [UInt8]
    private let master: SecretBytes

    private static let magic = Array("auth0sec".utf8) + [1]
    private static let saltCount = 32
    private static let headerCount = magic.count + saltCount + SealingKey.nonceCount
    /// The maximum length of a secret together with its name, in bytes.
    static let maximumBytes = 1_048_576
    /// The maximum length of a file, in bytes.
    static let mostFileBytes = headerCount + maximumBytes + SealingKey.overhead

    /// Creates the record of a name.
    ///
    /// - Parameters:
    ///   - name: The name of the secret.
    ///   - master: The master key of the folder.
    /// - Throws: `CryptographyError`.
    package init(of name: SecretName, master: SecretBytes) throws(CryptographyError) {
        let key = try master.derived(32, salt: [], purpose: Array("auth0-streams record names".utf8))
        let id = try MessageAuthenticator(key: key, hash: .sha256).code(for: name.bytes)
        self.init(id: id, master: master)
    }

    /// Creates the record of a file.
    ///
    /// - Parameters:
    ///   - id: The hash in the name of the file.
    ///   - master: The master key of the folder.
    package init(id: [UInt8], master: SecretBytes) { (self.id, self.master) = (id, master) }

    /// Seals a secret.
    ///
    /// - Parameters:
    ///   - secret: The secret.
    ///   - name: The name of the secret.
    /// - Returns: The contents of the file.
    /// - Throws: `CryptographyError`.
    package func seal(_ secret: SecretBytes, as name: SecretName) throws(CryptographyError) -> [UInt8] {
        let salt = try SecureRandom.bytes(Self.saltCount)
        let nonce = try SecureRandom.bytes(SealingKey.nonceCount)
        let header = Self.magic + salt + nonce
        let prefix = name.bytes
        let text = SecretBytes(count: prefix.count + secret.count) { text in
            text.copyBytes(from: prefix)
            let rest = UnsafeMutableRawBufferPointer(rebasing: text[prefix.count...])
            secret.withUnsafeBytes { rest.copyBytes(from: $0) }
        }
        return header + (try key(salt).seal(text, nonce: nonce, context: header + id))
    }

    /// Opens a file.
    ///
    /// - Parameter file: The contents of the file.
    /// - Returns: The secret and its name; `nil` when the file is damaged, belongs to another record, or has a later version.
    package func open(_ file: [UInt8]) -> (name: SecretName, secret: SecretBytes)? {
        guard file.count >= Self.headerCount + SealingKey.overhead, file.starts(with: Self.magic) else { return nil }
        let header = Array(file[..<Self.headerCount])
        let salt = Array(header[Self.magic.count..<(Self.magic.count + Self.saltCount)])
        let nonce = Array(header[(Self.magic.count + Self.saltCount)...])
        guard
            let text = try? key(salt).open(file[Self.headerCount...], nonce: nonce, context: header + id)
        else { return nil }
        return text.withUnsafeBytes { bytes in
            guard let (name, count) = SecretName.parse(bytes) else { return nil }
            return (name, SecretBytes(bytes[count...]))
        }
    }

    private func key(_ salt: [UInt8]) throws(CryptographyError) -> SealingKey {
        try SealingKey(master.derived(32, salt: salt, purpose: Array("auth0-streams record".utf8)))
    }
}
