public import Auth0
import FoundationEssentials

extension Credentials {
    /// Returns credentials of a new login, for a test double.
    ///
    /// - Parameters:
    ///   - accessToken: The access token, `access-token` by default.
    ///   - idToken: The ID token, for example of ``CannedTenant/idToken(subject:nonce:lifetime:claims:)``; empty by
    ///     default.
    ///   - refreshToken: The refresh token, `refresh-token` by default; `nil` for none.
    ///   - lifetime: The time until the access token expires, a day by default; a negative one for expired credentials.
    ///   - scope: The scopes of the access token, `openid profile email offline_access` by default.
    /// - Returns: The credentials.
    public static func sample(
        accessToken: String = "access-token", idToken: String = "", refreshToken: String? = "refresh-token",
        lifetime: Duration = .seconds(86_400), scope: String? = "openid profile email offline_access"
    ) -> Credentials {
        Credentials(
            accessToken: accessToken, tokenType: "Bearer", idToken: idToken, refreshToken: refreshToken,
            expiresIn: Date(timeIntervalSinceNow: lifetime / .seconds(1)), scope: scope)
    }
}
