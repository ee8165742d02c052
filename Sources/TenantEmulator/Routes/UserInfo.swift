import Encodings

extension Route {
    /// The profile behind an access token.
    static let userInfo = ["GET", "POST"].map { method in
        Route(method, "/userinfo") { call, tenant throws(Refusal) in
            guard let token = call.bearer else { throw .userInfo(nil) }
            guard let claims = try? tenant.claims(of: token), claims.audiences.contains(tenant.userInfoAudience),
                let user = claims.subject.flatMap({ tenant.users[$0] })
            else { throw .userInfo("invalid_token") }
            var members = user.claims(for: claims.scopes)
            members["sub"] = .string(user.id)
            return .json(members.json)
        }
    }
}

extension Refusal {
    /// - SeeAlso: [RFC 6750 §3](https://www.rfc-editor.org/rfc/rfc6750#section-3)
    fileprivate static func userInfo(_ error: String?) -> Refusal {
        let challenge = "Bearer realm=\"Users\"" + (error.map { ", error=\"\($0)\"" } ?? "")
        return Refusal(.text("Unauthorized", status: 401).with("WWW-Authenticate", challenge))
    }
}
