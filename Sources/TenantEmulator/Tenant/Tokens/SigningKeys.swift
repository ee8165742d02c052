import Cryptography
import Encodings
import JOSE

/// The keys a tenant signs with: one in use, and those still published.
struct SigningKeys: Sendable {
    private(set) var current: SigningKey
    private(set) var published: [SigningKey]

    init() throws(EmulatorError) {
        current = try Self.make()
        published = [current]
    }

    /// Signs with a new key from now on.
    mutating func rotate(keepingOld: Bool) throws(EmulatorError) {
        current = try Self.make()
        published = keepingOld ? [current] + published : [current]
    }

    func key(_ id: String) -> SigningKey? { published.first { $0.id == id } }

    private static func make() throws(EmulatorError) -> SigningKey {
        do {
            let key = try PrivateKey(generating: .rsa(bits: 2048))
            return try SigningKey(key, .rs256, id: Secrets.token(16))
        } catch { throw EmulatorError(.system, cause: error) }
    }
}
