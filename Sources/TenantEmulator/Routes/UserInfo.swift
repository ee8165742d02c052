import Encodings

extension Route {
    /// The profile behind an access token.
    static let userInfo = ["GET", "POST"].map { method in
        Route(method, "/userinfo") { call, tenant throws(Refusal) in
            let user: User
            let claims: TokenClaims
            do throws(TokenDefect) {
                (claims, user) = try tenant.userInfo(call)
            } catch {
                let answer = HTTPResponse.text("Unauthorized", status: 401)
                throw Refusal(tenant.challenged(answer, by: error, call, realm: "Users"))
            }
            var members = user.claims(for: claims.scopes)
            members["sub"] = .string(user.id)
            return tenant.withNonce(.json(members.json), call)
        }
    }
}

extension TenantState {
    fileprivate mutating func userInfo(_ call: Call) throws(TokenDefect) -> (TokenClaims, User) {
        let claims = try claims(of: call)
        guard claims.audiences.contains(userInfoAudience), let user = claims.subject.flatMap({ users[$0] }) else {
            throw .invalid
        }
        return (claims, user)
    }
}
