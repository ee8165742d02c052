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
        var claims = [JSONValue.Member(name: "nbf", value: .integer(TimeSource.system.secondsSince1970))]
        for (name, value) in request.parameters {
            guard !Self.claims.contains(name) else {
                throw AuthorizationError(.requestInvalid, "the parameter \(name) cannot be in a signed request")
            }
            claims.append(.init(name: name, value: Self.claim(name, value)))
        }
        let object = try key.assertion(
            by: clientID, for: audience, lifetime: Self.lifetime, type: "oauth-authz-req+jwt", claims)
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
