import ByteEncodings
import JOSE
import OpenSSLCryptography

/// The signing keys of a tenant: the current key, and the keys that the key set still publishes.
struct SigningKeys: Sendable {
    /// The keys of the key set, the current one first.
    private var keys: [PublishedKey]
    private let algorithm: TenantConfiguration.SigningAlgorithm
    /// The name in the certificates.
    private let name: String
    /// The ID of the key in the file; `nil` without a file.
    private let fileID: String?

    /// Creates the first key.
    ///
    /// - Parameters:
    ///   - algorithm: The algorithm of the signatures.
    ///   - name: The name in the certificates.
    ///   - file: The path of a file with the key; `nil` for a new key.
    /// - Throws: ``EmulatorError/Code/system`` if no key can be generated or read.
    init(
        _ algorithm: TenantConfiguration.SigningAlgorithm, name: String, file: String? = nil
    ) throws(EmulatorError) {
        (self.algorithm, self.name) = (algorithm, name)
        guard let file else {
            (keys, fileID) = ([PublishedKey(name: name, algorithm)], nil)
            return
        }
        let key = try PrivateKeyFile.key(at: file, algorithm.signature)
        (keys, fileID) = ([PublishedKey(name: name, key)], key.id)
    }

    /// The key that signs tokens.
    var current: SigningKey { keys[0].key }
    /// All keys of the key set, the current one first.
    var published: [SigningKey] { keys.map(\.key) }
    /// The members of the key set, with certificates.
    var publishedMembers: [JSONValue] { keys.compactMap(\.member) }

    /// Creates a new signing key.
    ///
    /// - Parameter keepingOld: Whether the key set continues to publish the previous keys.
    /// - Throws: ``EmulatorError/Code/system`` if no key can be generated.
    mutating func rotate(keepingOld: Bool) throws(EmulatorError) {
        let key = PublishedKey(name: name, try Self.make(algorithm))
        keys = keepingOld ? [key] + keys : [key]
    }

    /// The keys in the form of a state file; the key of the key file has only its ID.
    var kept: JSONValue {
        .members([
            "file": fileID,
            "published": published.map { key in
                JSONValue.members(["kid": key.id, "pem": key.id == fileID ? nil : try? key.privateKeyPEM()])
            },
        ])
    }

    /// Restores the keys of a state file, unless the key file contains another key.
    ///
    /// - Throws: ``EmulatorError/Code/system`` for a damaged key.
    mutating func restore(_ kept: JSONValue) throws(EmulatorError) {
        guard let fileID, kept["file"]?.string == fileID, let own = keys.first(where: { $0.key.id == fileID }) else {
            return
        }
        var restored: [PublishedKey] = []
        for element in kept["published"]?.elements ?? [] {
            if element["kid"]?.string == fileID {
                restored.append(own)
                continue
            }
            guard let id = element["kid"]?.string, let pem = element["pem"]?.string,
                let key = try? SigningKey(pem: pem, algorithm: algorithm.signature, id: id)
            else { throw EmulatorError(.system, "a signing key is damaged, or of another algorithm") }
            restored.append(PublishedKey(name: name, key))
        }
        if !restored.isEmpty { keys = restored }
    }

    func key(_ id: String) -> SigningKey? { published.first { $0.id == id } }

    /// Generates a signing key.
    ///
    /// - Throws: ``EmulatorError/Code/system`` if no key can be generated.
    static func make(_ algorithm: TenantConfiguration.SigningAlgorithm) throws(EmulatorError) -> SigningKey {
        let id = Secrets.token(16)
        do {
            switch algorithm.kind {
            case .rs256: return try SigningKey(RSAKeyPool.ofProcess.next(), algorithm: .rs256, id: id)
            case .ps256: return try SigningKey(RSAKeyPool.ofProcess.next(), algorithm: .ps256, id: id)
            case .es256: return try SigningKey(PrivateKey(generating: .ellipticCurve(.p256)), algorithm: .es256, id: id)
            case .edDSA: return try SigningKey(PrivateKey(generating: .edwards(.ed25519)), algorithm: .edDSA, id: id)
            }
        } catch { throw EmulatorError(.system, cause: error) }
    }
}

extension TenantConfiguration.SigningAlgorithm {
    /// The algorithm in the headers of tokens.
    fileprivate var signature: SignatureAlgorithm {
        switch kind {
        case .rs256: .rs256
        case .ps256: .ps256
        case .es256: .es256
        case .edDSA: .edDSA
        }
    }
}
