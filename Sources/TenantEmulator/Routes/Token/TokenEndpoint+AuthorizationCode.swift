import Cryptography
import Encodings

extension TenantState {
    /// Checks a code from the browser and the verifier that belongs to it.
    ///
    /// - SeeAlso: [RFC 7636 §4.6](https://www.rfc-editor.org/rfc/rfc7636#section-4.6)
    mutating func exchangeAuthorizationCode(
        _ parameters: Parameters, _ client: Client
    ) throws(Refusal) -> JSONValue {
        let code = try parameters.required("code")
        let verifier = try parameters.required("code_verifier")
        let redirectURI = try parameters.required("redirect_uri")
        // Whatever comes of it, a code is good for one attempt: RFC 6749 §4.1.2.
        guard let sent = authorizationCodes.removeValue(forKey: code), sent.grant.clientID == client.id,
            now < sent.expiresAt, let user = users[sent.grant.userID]
        else { throw .invalidGrant("Invalid authorization code") }
        guard redirectURI == sent.redirectURI else {
            throw .oauth(
                403, "unauthorized_client",
                "The redirect URI is wrong. You sent \(redirectURI), and we expected \(sent.redirectURI)")
        }
        guard (43...128).contains(verifier.utf8.count), Self.challenge(of: verifier) == sent.challenge else {
            throw .invalidGrant("Failed to verify code verifier")
        }
        guard sent.keyThumbprint == nil || sent.keyThumbprint == provenKey else {
            throw DPoPDefect("the code is bound to another key").refusal
        }
        return try logIn(user, with: sent.grant, secondFactor: true)
    }

    /// The S256 challenge of a verifier.
    static func challenge(of verifier: String) -> String {
        Base64URL.encode(HashAlgorithm.sha256.digest(of: Array(verifier.utf8)))
    }
}
