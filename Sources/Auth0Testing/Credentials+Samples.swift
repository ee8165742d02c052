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

extension UserInfo {
    /// Creates a profile, for a test double.
    ///
    /// - Parameters:
    ///   - sub: The ID of the user, `auth0|test` by default.
    ///   - name: The full name; `nil`, the default, for none.
    ///   - email: The e-mail address; `nil`, the default, for none.
    ///   - emailVerified: Whether the address is verified; `nil`, the default, if the profile lacks the claim.
    ///   - claims: Other claims by their names in JSON, such as `given_name`; none by default.
    public init(
        sub: String = "auth0|test", name: String? = nil, email: String? = nil, emailVerified: Bool? = nil,
        claims: [String: any Sendable] = [:]
    ) {
        var json = claims
        json["sub"] = sub
        if let name { json["name"] = name }
        if let email { json["email"] = email }
        if let emailVerified { json["email_verified"] = emailVerified }
        guard let profile = UserInfo(json: json) else { preconditionFailure("sub is a string") }
        self = profile
    }
}
