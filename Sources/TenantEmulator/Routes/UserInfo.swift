import ByteEncodings

extension Route {
    /// The user info endpoint.
    ///
    /// - SeeAlso: [OpenID Connect Core §5.3](https://openid.net/specs/openid-connect-core-1_0.html#UserInfo)
    static let userInfo = ["GET", "POST"].map { method in
        Route(method, "/userinfo") { context, tenant throws(Refusal) in
            let user: User
            let claims: TokenClaims
            do throws(TokenDefect) {
                (claims, user) = try tenant.userInfo(context)
            } catch {
                let response = HTTPResponse.text("Unauthorized", status: 401)
                throw Refusal(tenant.challenged(response, by: error, context, realm: "Users"))
            }
            var members = user.claims(for: claims.scopes)
            members["sub"] = .string(user.id)
            tenant.addCustomClaims(tenant.idTokenClaims, to: &members, tenant.grant(of: claims, user), user)
            guard let client = claims.clientID.flatMap(tenant.client), client.wantsSignedUserInfo else {
                return tenant.withNonce(.json(members.json), context)
            }
            // A signed response contains issuer and audience: OpenID Connect Core §5.3.2.
            members["iss"] = .string(tenant.issuer)
            members["aud"] = .string(client.id)
            let token = tenant.signForClient(
                members, with: tenant.idTokenKey(of: client.id), tampering: context.tampering)
            let headers = [("Content-Type", "application/jwt"), ("Cache-Control", "no-store")]
            return tenant.withNonce(HTTPResponse(200, headers: headers, body: Array(token.utf8)), context)
        }
    }
}

extension RequestContext {
    /// The access token of a form or, for a GET request, of the query.
    ///
    /// - SeeAlso: [RFC 6750 §2.2](https://www.rfc-editor.org/rfc/rfc6750#section-2.2);
    ///   [django-allauth](https://github.com/pennersr/django-allauth), whose provider `auth0` sends it in the query
    fileprivate var tokenParameter: Authorization? {
        guard request.mediaType != "application/json", let token = try? fields()["access_token"] else { return nil }
        return Authorization(scheme: .bearer, token: token)
    }
}

extension TenantState {
    /// The login that an access token represents, for the values of custom claims.
    ///
    /// - SeeAlso: [Get user info](https://auth0.com/docs/api/authentication/user-profile/get-user-info): with the
    ///   claims that an Action adds to the ID token
    fileprivate func grant(of claims: TokenClaims, _ user: User) -> Grant {
        let audience = claims.audiences.first { $0 != userInfoAudience }
        var grant = Grant(
            clientID: claims.clientID ?? "", userID: user.id, audience: audience, scopes: claims.scopes.sorted(),
            session: "", authenticatedAt: now)
        grant.organization = claims["org_id"]?.string.flatMap { id in organizations.first { $0.id == id } }
        return grant
    }

    fileprivate mutating func userInfo(_ context: RequestContext) throws(TokenDefect) -> (TokenClaims, User) {
        let claims = try claims(of: context, or: context.tokenParameter)
        guard claims.audiences.contains(userInfoAudience), let user = claims.subject.flatMap({ users[$0] }) else {
            throw .invalid
        }
        return (claims, user)
    }
}
