import ByteEncodings
package import JOSE

/// The signer of authorization requests, which moves their parameters into a request object (RFC 9101 §4, §5).
package struct RequestSigner: Sendable {
    /// In seconds; the user agent sends the object to the provider immediately.
    private static let lifetime = 300
    /// The claims that are not parameters; `sub` must be absent, so that the object cannot be used as a client
    /// assertion.
    private static let claims: Set<String> = ["iss", "aud", "exp", "iat", "nbf", "jti", "sub"]

    private let key: SigningKey
    /// The issuer identifier of the authorization server.
    private let audience: String

    package init(_ key: SigningKey, audience: String) { (self.key, self.audience) = (key, audience) }

    /// Returns a request with the parameters `client_id` and `request`, a new request object; refuses a parameter with
    /// the name of a claim of the object, such as `aud`.
    package func signed(_ request: AuthorizationRequest, for clientID: String) throws -> AuthorizationRequest {
        let now = TimeSource.system.secondsSince1970
        var members: [JSONValue.Member] = [
            .init(name: "iss", value: .string(clientID)), .init(name: "aud", value: .string(audience)),
            .init(name: "iat", value: .integer(now)), .init(name: "nbf", value: .integer(now)),
            .init(name: "exp", value: .integer(now + Self.lifetime)),
            .init(name: "jti", value: .string(try RandomText.make())),
        ]
        for (name, value) in request.parameters {
            guard !Self.claims.contains(name) else {
                throw AuthorizationError(.requestInvalid, "the parameter \(name) cannot be in a signed request")
            }
            members.append(.init(name: name, value: Self.claim(name, value)))
        }
        var writer = JSONWriter(capacity: 1_024)
        writer.write(members: members)
        let object = try key.sign(writer.bytes, type: "oauth-authz-req+jwt", header: [])
        return AuthorizationRequest(to: request.endpoint, ["client_id": clientID, "request": object])
    }

    /// Returns the value of a parameter in a request object, where numbers and JSON are not strings.
    private static func claim(_ name: String, _ value: String) -> JSONValue {
        switch name {
        case "max_age": Int(value).map { .integer($0) } ?? .string(value)
        case "authorization_details", "claims": (try? JSONValue(parsing: Array(value.utf8))) ?? .string(value)
        default: .string(value)
        }
    }
}
