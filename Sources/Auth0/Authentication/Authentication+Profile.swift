import HTTPMessages
public import RequestPipeline

extension Authentication {
    /// The default implementation, which sends the request.
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

    /// The default implementation, which sends the request.
    public func userInfo(withAccessToken accessToken: String) -> Request<UserInfo, AuthenticationError> {
        userInfo(withAccessToken: accessToken, tokenType: "Bearer")
    }
}
