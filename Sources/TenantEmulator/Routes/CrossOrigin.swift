import ByteEncodings

/// The rules for requests that scripts in pages of other origins send (CORS).
///
/// The pages of the tenant are for navigation, not for scripts of other origins.
///
/// - SeeAlso: [Fetch §3.3](https://fetch.spec.whatwg.org/#http-cors-protocol)
enum CrossOrigin {
    /// The paths that any page may read: keys and metadata are public.
    private static let published = ["/.well-known/"]
    private static let endpoints = [
        "/oauth/", "/userinfo", "/dbconnections/", "/passwordless/start", "/otp/", "/mfa/", "/passkey/", "/me/",
        "/api/v2/", "/oidc/register",
        "/identity/v1/",
        // Paths of the service that are not built; scripts can read the refusal.
        "/co/", "/usernamepassword/", "/delegation", "/tokeninfo", "/user/ssodata",
    ]
    private static let methods = "GET, HEAD, POST, PUT, PATCH, DELETE"
    private static let exposed = [
        "DPoP-Nonce", "WWW-Authenticate", "Retry-After", "X-RateLimit-Limit", "X-RateLimit-Remaining",
        "X-RateLimit-Reset",
    ].joined(separator: ", ")

    /// Answers a CORS preflight request; `nil` for any other `OPTIONS` request.
    static func preflight(_ request: HTTPRequest, _ tenant: TenantState) -> HTTPResponse? {
        guard let origin = request.header("origin"), request.header("access-control-request-method") != nil else {
            return nil
        }
        guard isPublished(request.path) || isEndpoint(request.path) else {
            return .text("Scripts of other origins cannot request \(request.path).", status: 403)
        }
        guard let allowed = allowance(of: request, tenant) else {
            let advice =
                "No client has the origin \(origin) in its allowed_origins, web_origins or callbacks: "
                + "--web-origin \(origin) adds it."
            return .text(advice, status: 403).with("Vary", "Origin")
        }
        let asked = request.header("access-control-request-headers")
        let response = HTTPResponse(204).with("Access-Control-Allow-Origin", allowed).with("Vary", "Origin")
            .with("Access-Control-Allow-Methods", methods)
        return asked.map { response.with("Access-Control-Allow-Headers", $0) } ?? response
    }

    /// Adds the CORS fields if the origin is allowed.
    static func shared(_ response: HTTPResponse, with request: HTTPRequest, _ tenant: TenantState) -> HTTPResponse {
        guard request.header("origin") != nil, isPublished(request.path) || isEndpoint(request.path) else {
            return response
        }
        let response = response.with("Vary", "Origin")
        guard let allowed = allowance(of: request, tenant) else { return response }
        return response.with("Access-Control-Allow-Origin", allowed).with("Access-Control-Expose-Headers", exposed)
    }

    /// The value of `Access-Control-Allow-Origin`; `nil` for a page that may not read the response.
    private static func allowance(of request: HTTPRequest, _ tenant: TenantState) -> String? {
        if isPublished(request.path) { return "*" }
        guard let origin = request.header("origin") else { return nil }
        // A preflight names no client, nor does a request with an access token.
        let named = (try? Parameters(request))?["client_id"]?.string
        let clients = named.map { id in tenant.clients.filter { $0.id == id } } ?? tenant.clients
        return clients.contains { $0.accepts(origin: origin) } ? origin : nil
    }

    private static func isPublished(_ path: String) -> Bool { published.contains { path.hasPrefix($0) } }
    private static func isEndpoint(_ path: String) -> Bool { endpoints.contains { path.hasPrefix($0) } }
}
