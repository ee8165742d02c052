package import OpenSSLCryptography

/// The file format of a secret: `auth0sec`, a version, the ID of the key, a generation, a salt, a nonce, and the sealed
/// name and secret. Version 1 has no ID: it is sealed with the first key of its store, number 0.
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
    private let keyID: UInt32

    private static let format = Array("auth0sec".utf8)
    private static let latestVersion: UInt8 = 2
    private static let keyIDCount = 4
    private static let saltCount = 32
    private static let maximumHeaderBytes = format.count + 1 + keyIDCount + 8 + saltCount + SealingKey.nonceCount
    private var version: UInt8 { keyID == 0 ? 1 : 2 }
    /// The part of the header that names version and key.
    private var start: [UInt8] {
        Self.format + [version] + (keyID == 0 ? [] : BigEndian.bytes(UInt64(keyID)).suffix(Self.keyIDCount))
    }
    private var headerCount: Int { start.count + 8 + Self.saltCount + SealingKey.nonceCount }
    /// The maximum length of a secret together with its name, in bytes.
    private static let maximumBytes = 1_048_576
    /// The maximum length of a file, in bytes.
    static let maximumFileBytes = maximumHeaderBytes + maximumBytes + SealingKey.overhead

    /// Refuses a secret that is too large for every store.
    package static func checkSize(_ secret: SecretBytes, _ name: SecretName) throws(SecretStoreError) {
        guard secret.count + name.bytes.count <= maximumBytes else {
            throw SecretStoreError(.tooLarge, detail: "a secret and its name have at most 1 MiB together")
        }
    }

    /// Creates the record of a name, sealed with the key that its ID is derived from.
    package init(of name: SecretName, master: SecretBytes) throws(CryptographyError) {
        try self.init(id: Self.id(of: name, master: master), master: master)
    }

    /// Creates the record of a file.
    package init(id: [UInt8], master: SecretBytes, keyID: UInt32 = 0) {
        (self.id, self.master, self.keyID) = (id, master, keyID)
    }

    static func id(of name: SecretName, master: SecretBytes) throws(CryptographyError) -> [UInt8] {
        let key = try master.derived(32, salt: [], purpose: Array("auth0-streams record names".utf8))
        return try MessageAuthenticator(key: key, hash: .sha256).code(for: name.bytes)
    }

    /// Returns the number of the key with which a file was sealed, 0 for version 1; `nil` for another version or no
    /// file of this format.
    static func keyID(of file: [UInt8]) -> UInt32? {
        switch version(of: file) {
        case 1: 0
        case 2:
            UInt32(truncatingIfNeeded: BigEndian.value(file.dropFirst(format.count + 1).prefix(keyIDCount)))
        default: nil
        }
    }

    /// Seals a secret. The generation is greater than that of every earlier write of this record, and random in its
    /// first half for a new record.
    package func seal(
        _ secret: SecretBytes, as name: SecretName, generation: UInt64
    ) throws(CryptographyError) -> [UInt8] {
        let salt = try SecureRandom.bytes(Self.saltCount)
        let nonce = try SecureRandom.bytes(SealingKey.nonceCount)
        let header = start + BigEndian.bytes(generation) + salt + nonce
        let prefix = name.bytes
        let text = SecretBytes(count: prefix.count + secret.count) { text in
            text.copyBytes(from: prefix)
            let rest = UnsafeMutableRawBufferPointer(rebasing: text[prefix.count...])
            secret.withUnsafeBytes { rest.copyBytes(from: $0) }
        }
        return header + (try key(salt).seal(text, nonce: nonce, context: header + id))
    }

    /// Opens a file; `nil` when it is damaged, belongs to another record or key, or has a later version.
    package func open(_ file: [UInt8]) -> (name: SecretName, secret: SecretBytes, generation: UInt64)? {
        guard file.count >= headerCount + SealingKey.overhead, file.starts(with: start) else { return nil }
        let header = Array(file[..<headerCount])
        let nonce = Array(header.suffix(SealingKey.nonceCount))
        let salt = Array(header.dropLast(nonce.count).suffix(Self.saltCount))
        guard let text = try? key(salt).open(file[headerCount...], nonce: nonce, context: header + id) else {
            return nil
        }
        let generation = BigEndian.value(header.dropFirst(start.count).prefix(8))
        return text.withUnsafeBytes { bytes in
            guard let (name, count) = SecretName.parse(bytes) else { return nil }
            return (name, SecretBytes(bytes[count...]), generation)
        }
    }

    /// Whether a file has this format with a later version.
    package static func isOfLaterVersion(_ file: [UInt8]) -> Bool {
        version(of: file).map { $0 > latestVersion } ?? false
    }

    private static func version(of file: [UInt8]) -> UInt8? {
        file.starts(with: format) && file.count > format.count ? file[format.count] : nil
    }

    private func key(_ salt: [UInt8]) throws(CryptographyError) -> SealingKey {
        try SealingKey(master.derived(32, salt: salt, purpose: Array("auth0-streams record".utf8)))
    }
}

/// Numbers of 64 bits as bytes, the most significant first.
enum BigEndian {
    /// Returns the eight bytes of a number.
    static func bytes(_ value: UInt64) -> [UInt8] { withUnsafeBytes(of: value.bigEndian) { Array($0) } }

    /// Returns the number that up to eight bytes represent.
    static func value(_ bytes: some Sequence<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
}
