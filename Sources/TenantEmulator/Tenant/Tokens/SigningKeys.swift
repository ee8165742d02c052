import OpenSSLCryptography
import ByteEncodings
import JOSE

/// The signing keys of a tenant: the current key, and the keys that the key set still publishes.
struct SigningKeys: Sendable {
    private(set) var current: SigningKey
    private(set) var published: [SigningKey]
    private let algorithm: TenantConfiguration.SigningAlgorithm

    init(_ algorithm: TenantConfiguration.SigningAlgorithm) throws(EmulatorError) {
        self.algorithm = algorithm
        current = try Self.make(algorithm)
        published = [current]
    }

    /// Creates a new signing key.
    ///
    /// - Parameter keepingOld: Whether the key set continues to publish the previous keys.
    /// - Throws: ``EmulatorError/Code/system`` if no key can be generated.
    mutating func rotate(keepingOld: Bool) throws(EmulatorError) {
        current = try Self.make(algorithm)
        published = keepingOld ? [current] + published : [current]
    }

    func key(_ id: String) -> SigningKey? { published.first { $0.id == id } }

    private static func make(_ algorithm: TenantConfiguration.SigningAlgorithm) throws(EmulatorError) -> SigningKey {
        let id = Secrets.token(16)
        do {
            switch algorithm.kind {
            case .rs256: return try SigningKey(RSAKeyPool.ofProcess.next(), algorithm: .rs256, id: id)
            case .ps256: return try SigningKey(RSAKeyPool.ofProcess.next(), algorithm: .ps256, id: id)
            case .es256: return try SigningKey(PrivateKey(generating: .ellipticCurve(.p256)), algorithm: .es256, id: id)
            case .eddsa: return try SigningKey(PrivateKey(generating: .edwards(.ed25519)), algorithm: .eddsa, id: id)
            }
        } catch { throw EmulatorError(.system, cause: error) }
    }
}
