public import FoundationEssentials
import JOSE
public import OpenID

extension Credentials: IDTokenCarrying {
    /// The access token, whose hash the ID token may hold.
    public var accessTokenBesideIDToken: String? { accessToken }

    /// When the session at the tenant ends, whatever is renewed until then: the claim `session_expiry` of the ID token.
    ///
    /// The signature is not checked here; `validateClaims()` does that, and refuses a session that is over.
    public var sessionExpiresAt: Date? { (try? decode(jwt: idToken))?.sessionExpiresAt }
}

extension SSOCredentials: IDTokenCarrying {
    /// None: what came is a session transfer token.
    public var accessTokenBesideIDToken: String? { nil }
}
