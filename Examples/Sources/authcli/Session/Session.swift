import Auth0
import FoundationEssentials

/// Who is logged in: what the store keeps.
struct Session: Codable, Sendable {
    /// The tokens.
    var credentials: Credentials
    /// The API the access token is for.
    let audience: String?
    /// Whether the person logged in elsewhere, with a code: then no browser here has a session.
    let isFromDevice: Bool

    /// Whether the access token is good for one more request.
    var isFresh: Bool { credentials.expiresIn.timeIntervalSinceNow > 30 }

    /// The session with new tokens; what was not sent again stays.
    func renewed(with new: Credentials) -> Session {
        var session = self
        session.credentials = Credentials(
            accessToken: new.accessToken, tokenType: new.tokenType,
            idToken: new.idToken.isEmpty ? credentials.idToken : new.idToken,
            refreshToken: new.refreshToken ?? credentials.refreshToken, expiresIn: new.expiresIn,
            scope: new.scope ?? credentials.scope)
        return session
    }
}
