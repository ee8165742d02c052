import ByteEncodings
import JOSE

extension Router {
    /// The router of a ReachFive account: its own paths precede the paths that it shares with Auth0.
    static let reachFive = Router(Route.reachFive + Route.all)
}

extension Route {
    fileprivate static let reachFive: [Route] =
        [
            Route("GET", "/identity/v1/config") { context, tenant throws(Refusal) in
                try tenant.clientConfiguration(context)
            },
            Route("GET", "/api/v1/providers") { _, tenant in .json(tenant.providers) },
            Route("GET", "/jwks.json") { _, tenant in .json(tenant.keySet) },
            Route("GET", "/.well-known/openid-configuration") { _, tenant in .json(tenant.reachFiveMetadata) },
            Route("GET", "/identity/v1/logout") { context, tenant throws(Refusal) in
                try tenant.logOutOfReachFive(context)
            },
        ]
        + authorization.map { $0.moved(to: "/oauth/authorize") }
        + userInfo.map { $0.moved(to: "/identity/v1/userinfo") }

    private func moved(to path: String) -> Route { Route(method, path, action) }
}

extension TenantState {
    /// The scopes that each client of a tenant is allowed.
    private static let allowedScopes = ["openid", "profile", "email", "phone", "address", "offline_access"]

    fileprivate func clientConfiguration(_ context: RequestContext) throws(Refusal) -> HTTPResponse {
        guard let id = try context.query()["client_id"] else { throw .missing("client_id") }
        guard let client = client(id) else { throw .oauth(400, "invalid_client", "Unknown client: \(id)") }
        return .json(
            .members([
                "client_id": client.id, "domain": domain, "scope": Self.allowedScopes.joined(separator: " "),
                "sms": false, "pkce_enforced": true, "is_public": client.isPublic, "language": "en",
            ]))
    }

    fileprivate var providers: JSONValue { .members(["items": [JSONValue](), "status": "OK"]) }

    fileprivate var reachFiveMetadata: JSONValue {
        .members([
            "issuer": issuer,
            "authorization_endpoint": domain + "/oauth/authorize",
            "token_endpoint": domain + "/oauth/token",
            "userinfo_endpoint": domain + "/identity/v1/userinfo",
            "revocation_endpoint": domain + "/oauth/revoke",
            "jwks_uri": domain + "/jwks.json",
            "scopes_supported": Self.allowedScopes,
            "response_types_supported": ["code"],
            "grant_types_supported": ["authorization_code", "refresh_token", "client_credentials"],
            "subject_types_supported": ["public"],
            "id_token_signing_alg_values_supported": ["HS256", keys.current.algorithm.rawValue],
            "token_endpoint_auth_methods_supported": ["client_secret_basic", "client_secret_post", "none"],
            "code_challenge_methods_supported": ["S256"],
        ])
    }

    fileprivate mutating func logOutOfReachFive(_ context: RequestContext) throws(Refusal) -> HTTPResponse {
        let target = try context.query()["redirect_to"]
        guard let target else {
            endSession(of: context, isFederated: false)
            return HTTPResponse(204).forgetting(cookies.session)
        }
        guard clients.contains(where: { $0.accepts(returnToWithQuery: target) }) else {
            throw .invalidRequest("The URL is not an allowed logout URL: \(target)")
        }
        endSession(of: context, isFederated: false)
        return .found(target).forgetting(cookies.session)
    }
}

extension HTTPResponse {
    /// Adds the members that ReachFive has in error responses of OAuth; they contain the number of the request.
    func asReachFive(_ number: Int) -> HTTPResponse {
        guard status >= 400, var members = (try? JSONValue(parsing: body))?.dictionary,
            case .string(let error) = members["error"]
        else { return self }
        let description = members["error_description"]?.string ?? error
        members["error_id"] = .string("emulated\(number)")
        members["error_user_msg"] = .string(description)
        members["error_message_key"] = .string("error.\(error)")
        var copy = self
        // An invalid grant is a bad request of OAuth, RFC 6749 §5.2; 403 is Auth0's own.
        if error == "invalid_grant" { copy.status = 400 }
        copy.body = members.json.encoded
        return copy
    }
}
