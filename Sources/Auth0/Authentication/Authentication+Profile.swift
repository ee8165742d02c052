import HTTPMessages
public import RequestPipeline

extension Authentication {
    /// Reads the profile of the user an access token belongs to.
    ///
    /// - Parameters:
    ///   - accessToken: The access token, of a login with the scope `openid`.
    ///   - tokenType: The kind of token, as the login's answer said.
    /// - Returns: A request for the profile.
    /// - SeeAlso: [OpenID Connect Core §5.3](https://openid.net/specs/openid-connect-core-1_0.html#UserInfo)
    public func userInfo(
        withAccessToken accessToken: String, tokenType: String
    ) -> Request<UserInfo, AuthenticationError> {
        implementation.request(
            .get, "userinfo", role: .protectedResource,
            decode: Decoders.tree { $0.freeFormObject.flatMap(UserInfo.init(json:)) }
        )
        .headers(["Authorization": "\(tokenType.authorizationScheme) \(accessToken)"])
    }

    /// The same for a token of the type `Bearer`.
    public func userInfo(withAccessToken accessToken: String) -> Request<UserInfo, AuthenticationError> {
        userInfo(withAccessToken: accessToken, tokenType: "Bearer")
    }
}
