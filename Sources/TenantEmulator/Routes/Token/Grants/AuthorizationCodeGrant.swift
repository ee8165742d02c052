import ByteEncodings
import OpenSSLCryptography

extension TenantState {
    /// Exchanges an authorization code for tokens, after comparing the code verifier with the challenge.
    ///
    /// - SeeAlso: [RFC 7636 §4.6](https://www.rfc-editor.org/rfc/rfc7636#section-4.6)
    mutating func exchangeAuthorizationCode(_ request: ClientRequest) throws(Refusal) -> JSONValue {
        let (client, context) = (request.client, request.context)
        let code = try request.required("code")
        let verifier = try request.optional("code_verifier")
        let hasChallenge = codes.authorization[code].map { $0.challenge != nil } ?? true
        guard verifier != nil || !client.needsChallenge || !hasChallenge else { throw .missing("code_verifier") }
        try refuseReuse(of: code, by: client)
        // Optional if the authorization request had none: RFC 6749 §4.1.3.
        let isOptional = codes.authorization[code]?.impliesRedirectURI == true
        let redirectURI = isOptional ? try request.optional("redirect_uri") : try request.required("redirect_uri")
        // A code is consumed even if the exchange fails: RFC 6749 §4.1.2.
        guard let sent = codes.authorization.removeValue(forKey: code), sent.grant.clientID == client.id,
            now < sent.expiresAt, let user = users[sent.grant.userID]
        else { throw .invalidGrant("Invalid authorization code") }
        if let redirectURI, redirectURI != sent.redirectURI {
            throw .oauth(
                403, "unauthorized_client",
                "The redirect URI is wrong. You sent \(redirectURI), and we expected \(sent.redirectURI)")
        }
        // A verifier without a challenge is refused, too: RFC 9700 §4.8.2.
        if let defect = Self.defect(of: verifier, for: sent) {
            throw .invalidGrant("Failed to verify code verifier").because(defect)
        }
        guard sent.keyThumbprint == nil || sent.keyThumbprint == context.provenKey else {
            throw DPoPDefect("the code is bound to another key").refusal
        }
        var grant = sent.grant
        grant.code = code
        let details = try narrowed(grant.authorizationDetails, request.parameters, audience: grant.audience)
        grant.authorizationDetails = details
        let response = try logIn(user, with: grant, context, secondFactor: true)
        codes.redeemed.keep(RedeemedCode(clientID: client.id, grantID: grant.id), as: code)
        return response
    }

    /// Refuses a code that the client has redeemed before, and revokes the tokens that were issued for it.
    ///
    /// - SeeAlso: [RFC 6749 §4.1.2](https://www.rfc-editor.org/rfc/rfc6749#section-4.1.2)
    private mutating func refuseReuse(of code: String, by client: Client) throws(Refusal) {
        guard let redeemed = codes.redeemed[code], redeemed.clientID == client.id else { return }
        revokeGrant(redeemed.grantID)
        throw .invalidGrant("Invalid authorization code").because(
            "The authorization code was used before; the tokens that were issued for it are revoked")
    }

    /// The reason to refuse a code verifier, for the journal; `nil` if it is correct.
    ///
    /// - SeeAlso: [RFC 7636 §4.1](https://www.rfc-editor.org/rfc/rfc7636#section-4.1)
    private static func defect(of verifier: String?, for code: AuthorizationCode) -> String? {
        guard let verifier else { return code.challenge.map { _ in "code_verifier is missing, and the code needs it" } }
        guard let challenge = code.challenge else {
            return "code_verifier was sent, and the authorization request had no code_challenge"
        }
        guard (43...128).contains(verifier.utf8.count) else {
            return "code_verifier has \(verifier.utf8.count) characters; RFC 7636 §4.1 allows 43 to 128"
        }
        guard verifier.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "-._~".contains($0)) }) else {
            return "code_verifier has characters other than letters, digits and -._~ (RFC 7636 §4.1)"
        }
        let computed = code.isPlainChallenge ? verifier : Self.challenge(of: verifier)
        guard computed.utf8.elementsEqual(challenge.utf8) else {
            return "code_verifier is not the one of the code_challenge \(challenge)"
        }
        return nil
    }

    static func challenge(of verifier: String) -> String {
        Base64URL.encode(HashAlgorithm.sha256.digest(of: Array(verifier.utf8)))
    }
}
