import ByteEncodings
import HTTPMessages
import JOSE
public import RequestPipeline

extension OpenIDClient {
    /// Reads the profile of the user who logged in.
    ///
    /// The server response may be JSON or a signed token. The request fails if its subject differs from the ID token's.
    ///
    /// <!-- swift: let client = try await openIDClient()
    /// let credentials = try await loggedIn() -->
    ///
    /// ```swift
    /// let profile = try await client.userInfo(of: credentials).start()
    /// print(profile.name ?? profile.sub)
    /// // prints John Appleseed
    /// ```
    ///
    /// - Parameter credentials: The credentials of the login; with an ID token that names no user, or with a token that
    ///   is bound to a key by a client without ``dpop``, the request fails with ``OpenIDError/Code/argumentInvalid``,
    ///   and sends nothing.
    /// - Returns: A request for the profile.
    /// - SeeAlso: [OpenID Connect Core §5.3](https://openid.net/specs/openid-connect-core-1_0.html#UserInfo)
    public func userInfo(of credentials: Credentials) -> Request<UserInfo, OpenIDError> {
        let idToken = credentials.idToken.isEmpty ? nil : try? decode(jwt: credentials.idToken)
        let request = userInfo(
            withAccessToken: credentials.accessToken, tokenType: credentials.tokenType, subject: idToken?.subject
        ).failing(keyProblem(of: credentials))
        guard idToken?.subject == nil, !credentials.idToken.isEmpty else { return request }
        let advice = "the ID token names no user to compare with: log in, or use userInfo(withAccessToken:subject:)"
        return request.failing(OpenIDError(.argumentInvalid, advice))
    }

    /// Reads the profile of the user an access token was issued for.
    ///
    /// <!-- swift: let client = try await openIDClient()
    /// let accessToken = try await loggedIn().accessToken -->
    ///
    /// ```swift
    /// let profile = try await client.userInfo(withAccessToken: accessToken, subject: nil).start()
    /// print(profile.name ?? profile.sub)
    /// // prints John Appleseed
    /// ```
    ///
    /// - Parameters:
    ///   - accessToken: The access token, of a login with the scope `openid`.
    ///   - tokenType: The scheme of the access token (`token_type` of the token response), `Bearer` by default.
    ///   - subject: The required subject, from the claim `sub` of the ID token; `nil` accepts any subject.
    /// - Returns: A request for the profile.
    public func userInfo(
        withAccessToken accessToken: String, tokenType: String = "Bearer", subject: String?
    ) -> Request<UserInfo, OpenIDError> {
        var request: Request<UserInfo, OpenIDError> = provider.request(
            .get, endpoint(provider.metadata.userInfoEndpoint, named: "userinfo_endpoint"), named: "userinfo_endpoint",
            role: .protectedResource, constraint: dpop?.sender, decode: UserInfo.read
        )
        .headers([
            "Authorization": "\(tokenType.authorizationScheme) \(accessToken)",
            "Accept": "application/json, application/jwt",
        ])
        request.checks = [UserInfoCheck(client: self)]
        return request.withSubject(subject).failing(
            accessToken.isEmpty ? OpenIDError(.argumentInvalid, "there is no access token to send: log in first") : nil)
    }
}

extension UserInfo {
    /// Decodes a server response: claims as JSON, or a signed token that contains them.
    fileprivate static func read(_ response: TransportResponse) throws(ResponseError) -> UserInfo {
        guard response.mediaType == "application/jwt" else {
            return try Decoders.tree { $0.freeFormObject.flatMap { UserInfo(json: $0) } }(response)
        }
        let text = String(decoding: response.body, as: UTF8.self).trimmedOfSpaces
        guard let token = try? decode(jwt: text), let claims = UserInfo(json: token.body, signedText: text) else {
            throw ResponseError(.unexpectedShape)
        }
        return claims
    }
}

extension String {
    fileprivate var trimmedOfSpaces: String {
        let start = drop { $0.isWhitespace }
        return String(start.reversed().drop { $0.isWhitespace }.reversed())
    }
}
