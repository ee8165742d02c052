/// The paths of the service outside the Management API that the emulator does not have.
///
/// - SeeAlso: [Authentication API](https://auth0.com/docs/api/authentication)
enum UnbuiltPaths {
    private static let all = [
        "/co", "/usernamepassword", "/delegation", "/tokeninfo", "/user/ssodata", "/oauth/access_token", "/oauth/ro",
        "/mfa/authenticators", "/me/v1", "/bc-authorize", "/pem", "/cer", "/pb7", "/samlp", "/wsfed", "/unlink",
        "/users", "/client", "/login/callback", "/continue", "/passwordless/verify", "/scim/v2",
    ]

    /// Whether a path equals one of these paths or is below one of them.
    static func contain(_ path: String) -> Bool { all.contains { path == $0 || path.hasPrefix($0 + "/") } }
}

extension TenantState {
    /// Creates the response to a request that no route serves: a page for a browser.
    ///
    /// The service has no JSON for an unknown path of the Authentication API, but this text, also below `/oauth/`.
    ///
    /// - SeeAlso: [The text, in an issue of okta-spring-boot](https://github.com/okta/okta-spring-boot/issues/358), [no
    ///   JSON at `/oauth/ro`, in one of node-auth0](https://github.com/auth0/node-auth0/issues/367)
    func unserved(_ context: RequestContext) -> HTTPResponse {
        let request = context.request
        let text = "The emulator has no \(request.method) \(request.path)"
        guard !Route.isManagement(request.path) else { return Refusal.management(501, text).response }
        let isUnbuilt = UnbuiltPaths.contain(request.path)
        if request.header("accept")?.contains("text/html") == true {
            return isUnbuilt
                ? errorPage(501, text, context.language, back: "/")
                : errorPage(404, "Not Found: \(request.path)", context.language, back: "/")
        }
        return isUnbuilt ? Refusal.notBuilt(text).response : .text("Not found.", status: 404).because(text)
    }

    /// Returns the refusal of an audience that is not an API of the tenant.
    ///
    /// Under another name of the tenant, too, the audiences of the Management API and of user info have the name of the
    /// domain. The journal says so.
    ///
    /// - SeeAlso: [Troubleshoot Custom
    ///   Domains](https://auth0.com/docs/troubleshoot/integration-extensibility-issues/troubleshoot-custom-domains)
    func unknownAudience(_ audience: String, _ text: String = "Service not found") -> Refusal {
        guard audience != domain + "/mfa/" else {
            return .notBuilt("The emulator has no access tokens for the MFA API; use the mfa_token of a login")
        }
        let refusal = Refusal.oauth(403, "access_denied", "\(text): \(audience)")
        let own = [managementAudience, userInfoAudience].first { audience.hasSuffix($0.dropFirst(domain.count)) }
        guard let own, let origin = try? Origin(String(audience.dropLast(own.count - domain.count))),
            isAllowed(origin.host)
        else {
            let known = apis.map(\.audience).filter { !$0.hasPrefix(domain) }.listed
            return refusal.because("\(text): \(audience). Beside its own APIs the tenant has \(known)")
        }
        return refusal.because("\(text): \(audience). By whatever name the tenant is reached, the audience is \(own)")
    }
}

extension Refusal {
    static func notBuilt(_ text: String) -> Refusal { .oauth(501, "not_implemented", text) }
}
