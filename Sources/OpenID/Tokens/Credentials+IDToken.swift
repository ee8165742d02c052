public import FoundationEssentials
import JOSE

extension Credentials: _IDTokenCarrying {
    /// The access token, whose hash the ID token may contain as `at_hash`.
    public var _accessTokenBesideIDToken: String? { accessToken }

    /// The time when the session at the provider ends, regardless of renewals (`session_expiry` of the ID token).
    ///
    /// The signature is not verified here. A browser login and `validateClaims()` verify it, and refuse a session that
    /// has ended.
    public var sessionExpiresAt: Date? { (try? decode(jwt: idToken))?.sessionExpiresAt }
}
