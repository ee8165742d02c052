public import FoundationEssentials
public import JOSE

/// The contents of a verified logout token: the provider has ended a session, and the server must end its own.
///
/// With a ``sessionID`` end the sessions of that login; without one, all sessions of the ``subject``.
///
/// - SeeAlso: [OpenID Connect Back-Channel Logout
///   §2.4](https://openid.net/specs/openid-connect-backchannel-1_0.html#LogoutToken)
public struct LogoutToken: Sendable {
    /// The name of the event of a logout, a member of the claim `events`.
    static let event = "http://schemas.openid.net/event/backchannel-logout"

    /// All claims of the token.
    public let claims: VerifiedJWT
    /// The issuer (`iss`).
    public let issuer: String
    /// The subject whose session ended (`sub`); `nil` if the token names only a session.
    public let subject: String?
    /// The ID of the session that ended (`sid`), as in the ID token of its login; `nil` if all sessions of the subject
    /// ended.
    public let sessionID: String?
    /// The time when the token was issued (`iat`).
    public let issuedAt: Date
    /// The identifier of the token (`jti`).
    public let identifier: String
    /// The second since 1970 when the token expires (`exp`).
    let expiry: Int

    /// Creates the contents of a logout token from its claims: for test doubles.
    ///
    /// Only the form of the claims is checked; ``LogoutTokenVerifier`` checks issuer, audience and times.
    ///
    /// - Parameter claims: The claims of a token with a valid signature.
    /// - Throws: A ``LogoutTokenError`` if a required claim is missing, or a claim has the wrong type.
    public init(_ claims: VerifiedJWT) throws {
        do {
            try self.init(contentsOf: claims)
        } catch { throw LogoutTokenError(error) }
    }

    init(contentsOf claims: VerifiedJWT) throws(IDTokenError) {
        issuer = try claims.requiredText("iss")
        identifier = try claims.requiredText("jti")
        issuedAt = Date(timeIntervalSince1970: Double(try claims.required(claims.issuance, "iat")))
        expiry = try claims.required(claims.expiry, "exp")
        subject = try claims.text("sub")
        sessionID = try claims.text("sid")
        try Self.checkKind(claims)
        guard subject != nil || sessionID != nil else {
            throw IDTokenError(.claimMissing, claim: "sid", "the token names neither a session nor a user")
        }
        self.claims = claims
    }

    /// Refuses other kinds of tokens.
    private static func checkKind(_ token: VerifiedJWT) throws(IDTokenError) {
        guard token.claims["nonce"] == nil else {
            throw IDTokenError(.claimMismatch, claim: "nonce", "this is an ID token, not a logout token")
        }
        guard let events = token.claims["events"] else {
            throw IDTokenError(.claimMissing, claim: "events", "this is not a logout token")
        }
        guard case .object? = events[event] else {
            throw IDTokenError(.claimInvalid, claim: "events", "this is not a logout token")
        }
    }
}

extension LogoutToken: CustomStringConvertible, CustomReflectable {
    /// A constant text: the claims are personal data.
    public var description: String { "LogoutToken(<redacted>)" }
    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
