import Auth0
import FoundationEssentials

/// The session of the logged-in user, as stored.
struct Session: Codable, Sendable {
    /// The tokens.
    var credentials: Credentials
    /// The API that the access token is for; `nil` for the tenant's default.
    let audience: String?
    /// Whether the user logged in on another device, so that no browser here has a session.
    let isFromDevice: Bool

    /// Whether the access token is valid for at least 30 more seconds.
    var isFresh: Bool { credentials.expiresIn.timeIntervalSinceNow > 30 }

    /// Returns the session with new tokens; tokens missing from the server response are kept.
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
