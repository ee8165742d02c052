import HTTPMessages
public import RequestPipeline

extension Authentication {
    /// Fetches the profile of the user that an access token belongs to.
    ///
    /// Calls `GET /userinfo`.
    ///
    /// - Parameters:
    ///   - accessToken: The access token of a login with the scope `openid`.
    ///   - tokenType: The type of the token, such as `Bearer` or `DPoP`, as the token endpoint returned it.
    /// - Returns: A request for the profile; nothing is sent before it is started.
    /// - SeeAlso: [OpenID Connect Core §5.3](https://openid.net/specs/openid-connect-core-1_0.html#UserInfo)
    public func userInfo(
        withAccessToken accessToken: String, tokenType: String
    ) -> Request<UserInfo, AuthenticationError> {
        implementation().request(
            .get, "userinfo", role: .protectedResource,
            decode: Decoders.tree { $0.freeFormObject.flatMap(UserInfo.init(json:)) }
        )
        .authorized(
            by: accessToken, as: tokenType.authorizationScheme,
            orElse: "pass the access token of a login with the scope openid")
    }

    /// Fetches the profile of the user that an access token of the type `Bearer` belongs to.
    ///
    /// Calls `GET /userinfo`.
    ///
    /// <!-- swift: let credentials = try await loggedIn() -->
    ///
    /// ```swift
    /// let profile = try await Auth0.authentication()
    ///     .userInfo(withAccessToken: credentials.accessToken)
    ///     .start()
    /// print(profile.name ?? profile.sub)
    /// // prints John Appleseed
    /// ```
    ///
    /// - Parameter accessToken: The access token of a login with the scope `openid`.
    /// - Returns: A request for the profile; nothing is sent before it is started.
    /// - SeeAlso: [OpenID Connect Core §5.3](https://openid.net/specs/openid-connect-core-1_0.html#UserInfo)
    public func userInfo(withAccessToken accessToken: String) -> Request<UserInfo, AuthenticationError> {
        userInfo(withAccessToken: accessToken, tokenType: "Bearer")
    }
}
