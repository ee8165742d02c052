import OpenSSLCryptography
import ByteEncodings
import JOSE

/// The keys a tenant signs with: one in use, and those still published.
struct SigningKeys: Sendable {
    private(set) var current: SigningKey
    private(set) var published: [SigningKey]
    private let algorithm: TenantConfiguration.SigningAlgorithm

    init(_ algorithm: TenantConfiguration.SigningAlgorithm) throws(EmulatorError) {
        self.algorithm = algorithm
        current = try Self.make(algorithm)
        published = [current]
    }

    /// Signs with a new key from now on.
    mutating func rotate(keepingOld: Bool) throws(EmulatorError) {
        current = try Self.make(algorithm)
        published = keepingOld ? [current] + published : [current]
    }

    func key(_ id: String) -> SigningKey? { published.first { $0.id == id } }

    private static func make(_ algorithm: TenantConfiguration.SigningAlgorithm) throws(EmulatorError) -> SigningKey {
        let id = Secrets.token(16)
        do {
            switch algorithm {
            case .rs256: return try SigningKey(RSAKeyPool.ofProcess.next(), .rs256, id: id)
            case .ps256: return try SigningKey(RSAKeyPool.ofProcess.next(), .ps256, id: id)
            case .es256: return try SigningKey(PrivateKey(generating: .ellipticCurve(.p256)), .es256, id: id)
            case .eddsa: return try SigningKey(PrivateKey(generating: .edwards(.ed25519)), .eddsa, id: id)
            }
        } catch { throw EmulatorError(.system, cause: error) }
    }
}
