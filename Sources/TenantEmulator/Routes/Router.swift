import ByteEncodings

/// The handler of one method and path.
struct Route: Sendable {
    typealias Action = @Sendable (RequestContext, inout TenantState) throws(Refusal) -> HTTPResponse

    let method: String
    let path: PathPattern
    let action: Action

    init(_ method: String, _ path: String, _ action: @escaping Action) {
        (self.method, self.path, self.action) = (method, PathPattern(path), action)
    }
}

/// The path of a route; a segment such as `{id}` matches any value.
struct PathPattern: Sendable {
    let segments: [String]

    init(_ path: String) { segments = path.split(separator: "/").map(String.init) }

    /// Returns the values of the placeholders; `nil` if the path does not match.
    func match(_ path: [String]) -> [String: String]? {
        guard path.count == segments.count else { return nil }
        var captured: [String: String] = [:]
        for (pattern, segment) in zip(segments, path) {
            if pattern.first == "{" {
                captured[String(pattern.dropFirst().dropLast())] = segment
            } else if pattern != segment {
                return nil
            }
        }
        return captured
    }
}

struct Router: Sendable {
    private let routes: [Route]

    init(_ routes: [Route]) { self.routes = routes }

    /// Returns the route's response, or 400, 404, 405 or 501 if no route matches.
    func response(to context: RequestContext, _ tenant: inout TenantState) -> HTTPResponse {
        let request = context.request
        guard let path = Self.segments(request.path) else { return .text("Bad Request", status: 400) }
        let matches = routes.compactMap { route in route.path.match(path).map { (route, $0) } }
        // For HEAD, the server sends only the head of the response to GET: RFC 9110 §9.3.2.
        let method = request.method == "HEAD" ? "GET" : request.method
        guard let (route, captured) = matches.first(where: { $0.0.method == method }) else {
            guard !matches.isEmpty, method == "OPTIONS" || !Route.isManagement(request.path) else {
                return tenant.unserved(context)
            }
            let allowed = Self.allowed(matches.map(\.0.method))
            guard method != "OPTIONS" else { return HTTPResponse(204).with("Allow", allowed) }
            return .text("Method Not Allowed", status: 405).with("Allow", allowed)
        }
        var context = context
        context.captured = captured
        do throws(Refusal) {
            guard request.method == "HEAD" else { return try route.action(context, &tenant) }
            // HEAD is safe (RFC 9110 §9.2.1): a program that checks a link must not redeem it.
            var copy = tenant
            return try route.action(context, &copy)
        } catch { return error.response }
    }

    /// The value of `Allow` at a path with routes of these methods.
    static func allowed(_ methods: [String]) -> String {
        (methods.flatMap { $0 == "GET" ? ["GET", "HEAD"] : [$0] } + ["OPTIONS"]).joined(separator: ", ")
    }

    /// Splits an origin-form path into percent-decoded segments; `nil` for any other target.
    static func segments(_ path: String) -> [String]? {
        guard path.first == "/" else { return nil }
        guard path != "/" else { return [] }
        let segments = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        return try? segments.map {
            $0.utf8.contains(UInt8(ascii: "%")) ? try PercentEncoding.decode(String($0)) : String($0)
        }
    }
}

extension Router {
    /// The router with every route of a tenant.
    static let tenant = Router(Route.all)
}

extension Route {
    /// Every route of a tenant with Auth0's endpoints: those for programs, and the pages for browsers.
    static let all = [
        [token, passwordless, devices, pushedRequests, revocation, introspection, indexPage],
        wellKnown, userInfo, database, users, identities, managedUsers, tickets, roles, managedOrganizations,
        managedClients, myAccount, enrollments, secondFactors, passkeys, registration, authorization, loginPages,
        passwordlessPages, secondFactorPages, consentPages, organizationPages, upstreamPages, passkeyPages,
        devicePages, logout, ticketPages,
    ].flatMap(\.self)
}
