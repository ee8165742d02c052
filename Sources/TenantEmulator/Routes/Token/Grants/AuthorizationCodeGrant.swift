import OpenSSLCryptography
import ByteEncodings

extension TenantState {
    /// Exchanges an authorization code for tokens, after comparing the code verifier with the challenge.
    ///
    /// - SeeAlso: [RFC 7636 §4.6](https://www.rfc-editor.org/rfc/rfc7636#section-4.6)
    mutating func exchangeAuthorizationCode(
        _ parameters: Parameters, _ client: Client, _ context: RequestContext
    ) throws(Refusal) -> JSONValue {
        let code = try parameters.required("code")
        let verifier = try parameters.optional("code_verifier")
        guard verifier != nil || !client.isPublic else { throw .missing("code_verifier") }
        let redirectURI = try parameters.required("redirect_uri")
        // A code is consumed even if the exchange fails: RFC 6749 §4.1.2.
        guard let sent = codes.authorization.removeValue(forKey: code), sent.grant.clientID == client.id,
            now < sent.expiresAt, let user = users[sent.grant.userID]
        else { throw .invalidGrant("Invalid authorization code") }
        guard redirectURI == sent.redirectURI else {
            throw .oauth(
                403, "unauthorized_client",
                "The redirect URI is wrong. You sent \(redirectURI), and we expected \(sent.redirectURI)")
        }
        // A verifier without a challenge is refused, too: RFC 9700 §4.8.2.
        guard verifier.map(Self.challenge) == sent.challenge, verifier.map(Self.isVerifier) != false else {
            throw .invalidGrant("Failed to verify code verifier")
        }
        guard sent.keyThumbprint == nil || sent.keyThumbprint == context.provenKey else {
            throw DPoPDefect("the code is bound to another key").refusal
        }
        var grant = sent.grant
        grant.code = code
        let details = try narrowed(grant.authorizationDetails, parameters, audience: grant.audience)
        grant.authorizationDetails = details
        return try logIn(user, with: grant, context, secondFactor: true)
    }

    /// Whether a code verifier has the required form.
    ///
    /// - SeeAlso: [RFC 7636 §4.1](https://www.rfc-editor.org/rfc/rfc7636#section-4.1)
    private static func isVerifier(_ text: String) -> Bool {
        (43...128).contains(text.utf8.count)
            && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-._~".contains($0)) }
    }

    /// Computes the S256 challenge of a code verifier.
    static func challenge(of verifier: String) -> String {
        Base64URL.encode(HashAlgorithm.sha256.digest(of: Array(verifier.utf8)))
    }
}
