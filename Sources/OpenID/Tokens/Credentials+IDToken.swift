public import FoundationEssentials
import JOSE

extension Credentials: IDTokenCarrying {
    /// The access token, whose hash the ID token may hold.
    public var accessTokenBesideIDToken: String? { accessToken }

    /// When the session at the provider ends, whatever is renewed until then: the claim `session_expiry` of the ID token.
    ///
    /// The signature is not checked here; a login in a browser and `validateClaims()` do that, and refuse a session that is
    /// over.
    public var sessionExpiresAt: Date? { (try? decode(jwt: idToken))?.sessionExpiresAt }
}
