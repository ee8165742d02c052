import JOSE

/// A verifier of logout tokens, which a provider posts to a server when a session has ended.
///
/// The body of the request is a form, whose field `logout_token` is the token. Respond with status 200 when the
/// sessions have ended, otherwise with the ``LogoutTokenError/statusCode`` of the error, and with `Cache-Control:
/// no-store` in both cases.
///
/// ```swift
/// let verifier = try provider.logoutTokenVerifier(clientID: clientID)
/// let ended = try await verifier.verify(form["logout_token"] ?? "")
/// sessions.end(subject: ended.subject, sessionID: ended.sessionID)
/// ```
///
/// Create one verifier for all requests: it remembers the tokens it has accepted, and all copies share that memory. A
/// server with several processes needs a ``ReplayStore`` that they share.
///
/// - SeeAlso: [OpenID Connect Back-Channel Logout
///   §2.6](https://openid.net/specs/openid-connect-backchannel-1_0.html#Validation)
public struct LogoutTokenVerifier: Sendable {
    /// The required issuer, compared byte by byte (`iss`).
    public let issuer: String
    /// The client ID that the audience must contain (`aud`).
    public let clientID: String
    private let keys: TokenKeys
    /// In seconds; `nil` if it is out of bounds.
    private let leeway: Int?
    private let replays: any ReplayStore
    private let clock: TimeSource

    /// Creates a verifier of the tokens for a client ID of the server. See
    /// ``AccessTokenVerifier/init(issuer:audience:keys:leeway:profiles:binding:proofs:clock:)``,
    /// whose parameters are the same otherwise; the error of a leeway out of bounds is
    /// ``LogoutTokenError/Code/expectationInvalid``.
    ///
    /// `replays` stores the accepted tokens, each until it has expired; `nil`, the default, creates a
    /// ``MemoryReplayStore``.
    public init(
        issuer: String, clientID: String, keys: TokenKeys, leeway: Duration = .seconds(60),
        replays: (any ReplayStore)? = nil, clock: TimeSource = .system
    ) {
        (self.issuer, self.clientID, self.keys, self.leeway) = (issuer, clientID, keys, Leeway.seconds(leeway))
        (self.replays, self.clock) = (replays ?? MemoryReplayStore(clock: clock), clock)
    }

    /// Verifies a logout token; fetches the issuer's keys first if the cached keys do not suffice.
    ///
    /// The type must be `logout+jwt`, or absent, or `JWT`: a token without a dedicated type is distinguished from other
    /// tokens by its claim `events`. A token is accepted once.
    ///
    /// - Parameter token: The token in compact form: the form field `logout_token`.
    /// - Returns: The session that ended.
    /// - Throws: A ``LogoutTokenError``; its ``LogoutTokenError/statusCode`` is for the server's response.
    public func verify(_ token: String) async throws -> LogoutToken {
        let logout: LogoutToken
        do throws(IDTokenError) {
            logout = try checked(await keys.verify(parsed(token), .any))
        } catch { throw LogoutTokenError(error) }
        try await remember(logout)
        return logout
    }

    private func parsed(_ token: String) throws(IDTokenError) -> CompactJWS {
        guard leeway != nil else { throw IDTokenError(.expectationInvalid, Leeway.advice) }
        guard !token.isEmpty else {
            throw IDTokenError(.tokenMissing, "the provider has to send the token in the form field logout_token")
        }
        let text = try CompactJWS(token: token)
        let types: [JWSHeader.ExpectedType] = [.exactly("logout+jwt"), .jwt]
        guard types.contains(where: { $0.accepts(text.header.type) }) else {
            throw IDTokenError(.malformed, claim: "typ", "this is another kind of token")
        }
        return text
    }

    private func checked(_ token: VerifiedJWT) throws(IDTokenError) -> LogoutToken {
        // `parsed` has refused a leeway out of bounds.
        let (now, leeway) = (clock.secondsSince1970, leeway ?? 0)
        try IssuerRule(issuer: issuer).check(token, at: now)
        try AudienceRule(clientID: clientID, trusted: nil).check(token, at: now)
        try TimeRule(leeway: leeway).check(token, at: now)
        return try LogoutToken(contentsOf: token)
    }

    /// Stores an accepted token, so that a replay is refused.
    private func remember(_ token: LogoutToken) async throws(LogoutTokenError) {
        let entry = ReplayEntry(
            "logout", sender: token.issuer, identifier: token.identifier, expiry: token.expiry + (leeway ?? 0))
        let isNew: Bool
        do {
            isNew = try await replays.insert(entry)
        } catch { throw LogoutTokenError(.replaysUnavailable, advice: "try again in a moment", cause: error) }
        guard isNew else {
            throw LogoutTokenError(.replayed, claim: "jti", advice: "the session of this token has ended before")
        }
    }
}

extension OpenIDProvider {
    /// Returns a verifier of the logout tokens that this provider posts to a server; see
    /// ``LogoutTokenVerifier/init(issuer:clientID:keys:leeway:replays:clock:)``, whose parameters are the same.
    ///
    /// - Returns: A verifier; create one when the program starts.
    /// - Throws: ``OpenIDError/Code/unsupported`` if the metadata have no `jwks_uri`.
    /// - SeeAlso: [OpenID Connect Back-Channel Logout](https://openid.net/specs/openid-connect-backchannel-1_0.html)
    public func logoutTokenVerifier(
        clientID: String, leeway: Duration = .seconds(60), replays: (any ReplayStore)? = nil
    ) throws -> LogoutTokenVerifier {
        LogoutTokenVerifier(
            issuer: metadata.issuer, clientID: clientID, keys: try publishedKeys(), leeway: leeway, replays: replays)
    }
}
