import ByteEncodings
import JOSE

extension TenantState {
    private static let requestTypes: Set<String?> = [nil, "jwt", "oauth-authz-req+jwt"]
    /// The claims of a request object that are not parameters of the request.
    private static let registeredClaims: Set = ["iss", "aud", "exp", "iat", "nbf", "jti"]

    /// Returns the parameters of a signed request object, or the sent parameters if there is none.
    ///
    /// Parameters outside the object are ignored, except for `client_id`, which must match.
    ///
    /// - SeeAlso: [RFC 9101 §6](https://www.rfc-editor.org/rfc/rfc9101#section-6)
    func opened(_ sent: [String: String], _ client: Client) throws(AuthorizationDefect) -> [String: String] {
        guard let text = sent["request"] else {
            guard !client.requiresSignedRequests else {
                throw .page(
                    status: 400, "invalid_request: A signed request object is required for this client",
                    advice: .setting("require_signed_request_object", client))
            }
            return sent
        }
        // RFC 9101 §5: the two must not be used together.
        guard sent["request_uri"] == nil else {
            throw .page(status: 400, "invalid_request: request and request_uri exclude each other")
        }
        let claims = try claims(ofRequest: text, client)
        var fields: [String: String] = [:]
        for (name, value) in claims where !Self.registeredClaims.contains(name) {
            fields[name] = Self.parameter(value)
        }
        return fields
    }

    /// Returns the claims of a request object, of which `exp`, `iat`, `nbf` and `jti` are optional.
    ///
    /// - SeeAlso: [Authorization Code Flow with
    ///   JAR](https://auth0.com/docs/get-started/authentication-and-authorization-flow/authorization-code-flow/authorization-code-flow-with-jar)
    private func claims(ofRequest text: String, _ client: Client) throws(AuthorizationDefect) -> [String: JSONValue] {
        guard let ring = client.keyRing(client.requestAlgorithm) else { throw .requestObject("the client has no keys") }
        guard let verified = try? ring.verify(text, type: .any),
            let claims = (try? JSONValue(parsing: verified.payload))?.dictionary
        else {
            let setting = (client.requestAlgorithm, "request_object_signing_alg")
            throw .requestObject(client.signatureDefect(of: text, registered: setting))
        }
        let rules: KeyValuePairs = [
            "typ has to be oauth-authz-req+jwt": Self.requestTypes.contains(verified.header.type),
            // Without `sub`, no request object can be used as a client assertion: RFC 9101 §10.8.
            "iss has to be \(client.id), and sub absent": claims["iss"]?.string == client.id && claims["sub"] == nil,
            "client_id has to be \(client.id)": claims["client_id"]?.string == client.id,
            "aud has to be \(issuer)": TokenClaims(members: claims).audiences.contains(issuer),
            "exp has to be in the future": claims["exp"].map { ($0.integer ?? 0) > now } ?? true,
            "nbf is in the future": isActive(claims),
            "a request object in a request object": claims["request"] == nil && claims["request_uri"] == nil,
        ]
        if let defect = rules.first(where: { !$0.value })?.key { throw .requestObject(defect) }
        return claims
    }

    /// Returns the parameter for a claim of a request object: a string unchanged, any other value as JSON.
    static func parameter(_ value: JSONValue) -> String? {
        if value == .null { return nil }
        return value.string ?? value.encodedText
    }
}
