import ByteEncodings
import JOSE

/// The signer of the assertions by which a client authenticates (RFC 7521 §4.2, RFC 7523 §3).
struct ClientAssertion: Sendable, Hashable {
    /// A key that is compared by identity: two secrets are not compared.
    private final class Signer: Sendable {
        let key: SigningKey

        init(_ key: SigningKey) { self.key = key }
    }

    private static let lifetime = 60

    private let signer: Signer
    /// `nil` is the issuer.
    private let audience: String?
    private let type: String

    init(_ key: SigningKey, audience: String?, type: String) {
        (signer, self.audience, self.type) = (Signer(key), audience, type)
    }

    /// Whether the key is a shared secret.
    var isOfSecret: Bool { signer.key.publicKey == nil }

    /// Creates a new assertion, and returns the parameters of one request.
    func parameters(of clientID: String, for issuer: String) throws -> [JSONValue.Member] {
        // A single string: providers refuse several audiences, with which the assertion would be valid elsewhere, too.
        let assertion = try signer.key.assertion(
            by: clientID, for: audience ?? issuer, lifetime: Self.lifetime, type: type,
            [.init(name: "sub", value: .string(clientID))])
        return [
            .init(
                name: "client_assertion_type",
                value: .string("urn:ietf:params:oauth:client-assertion-type:jwt-bearer")),
            .init(name: "client_assertion", value: .string(assertion)),
        ]
    }

    static func == (lhs: Self, rhs: Self) -> Bool {
        lhs.signer === rhs.signer && lhs.audience == rhs.audience && lhs.type == rhs.type
    }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(signer)) }
}

extension SigningKey {
    /// Signs a new assertion of a client for an audience, with further claims; the lifetime is in seconds.
    func assertion(
        by clientID: String, for audience: String, lifetime: Int, type: String, _ claims: [JSONValue.Member]
    ) throws -> String {
        let now = TimeSource.system.secondsSince1970
        var writer = JSONWriter(capacity: 1_024)
        writer.write(
            members: [
                .init(name: "iss", value: .string(clientID)), .init(name: "aud", value: .string(audience)),
                .init(name: "iat", value: .integer(now)), .init(name: "exp", value: .integer(now + lifetime)),
                .init(name: "jti", value: .string(try RandomText.make())),
            ] + claims)
        return try sign(writer.bytes, type: type)
    }
}
