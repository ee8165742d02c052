import ByteEncodings
import JOSE
import OpenSSLCryptography

/// The signing keys of a tenant: the current key, and the keys that the key set still publishes.
struct SigningKeys: Sendable {
    /// The keys of the key set, the current one first.
    private var keys: [PublishedKey]
    private let algorithm: TenantConfiguration.SigningAlgorithm
    private let name: String
    /// The ID of the key in the file; `nil` without a file.
    private let fileID: String?

    /// Creates the first key, or reads it from a file, which is created if it is missing.
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

    var current: SigningKey { keys[0].key }
    /// All keys of the key set, the current one first.
    var published: [SigningKey] { keys.map(\.key) }
    /// The members of the key set, with certificates.
    var publishedMembers: [JSONValue] { keys.compactMap(\.member) }

    /// Creates a new signing key; the key set continues to publish the previous keys if `keepingOld` is set.
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

    static func make(_ algorithm: TenantConfiguration.SigningAlgorithm) throws(EmulatorError) -> SigningKey {
        let id = Secrets.token(16)
        do {
            guard algorithm.isRSA else { return try SigningKey(generating: algorithm.signature, id: id) }
            return try SigningKey(RSAKeyPool.ofProcess.next(), algorithm: algorithm.signature, id: id)
        } catch { throw EmulatorError(.system, cause: error) }
    }
}
