import ByteEncodings

/// The handler of one method and path.
struct Route: Sendable {
    typealias Action = @Sendable (RequestContext, inout TenantState) throws(Refusal) -> HTTPResponse

    let method: String
    let segments: [String]
    let action: Action

    /// Creates a route.
    ///
    /// - Parameters:
    ///   - method: The request method.
    ///   - path: The path; a segment such as `{id}` matches any value.
    ///   - action: Handles a request on the tenant's state.
    init(_ method: String, _ path: String, _ action: @escaping Action) {
        self.method = method
        segments = path.split(separator: "/").map(String.init)
        self.action = action
    }

    /// Matches the segments of a path.
    ///
    /// - Returns: The values of the placeholders; `nil` if the path does not match.
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

/// Dispatches requests to routes.
struct Router: Sendable {
    private let routes: [Route]

    init(_ routes: [Route]) { self.routes = routes }

    /// Handles a request on the tenant's state.
    ///
    /// - Returns: The route's response, or 400, 404, 405 or 501 if no route matches.
    func response(to context: RequestContext, _ tenant: inout TenantState) -> HTTPResponse {
        let request = context.request
        guard let path = Self.segments(request.path) else { return .text("Bad Request", status: 400) }
        let matches = routes.compactMap { route in route.match(path).map { (route, $0) } }
        // For HEAD, the server sends only the head of the response to GET: RFC 9110 §9.3.2.
        let method = request.method == "HEAD" ? "GET" : request.method
        guard let (route, captured) = matches.first(where: { $0.0.method == method }) else {
            guard !matches.isEmpty, method == "OPTIONS" || !Route.isManagement(request.path) else {
                return tenant.unserved(context)
            }
            let allowed = (matches.flatMap { $0.0.method == "GET" ? ["GET", "HEAD"] : [$0.0.method] } + ["OPTIONS"])
                .joined(separator: ", ")
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

    /// Splits an origin-form path into percent-decoded segments; `nil` for any other target.
    private static func segments(_ path: String) -> [String]? {
        guard path.first == "/" else { return nil }
        guard path != "/" else { return [] }
        var segments: [String] = []
        for segment in path.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
            let isEncoded = segment.utf8.contains(UInt8(ascii: "%"))
            guard let text = isEncoded ? try? PercentEncoding.decode(String(segment)) : String(segment) else {
                return nil
            }
            segments.append(text)
        }
        return segments
    }
}
