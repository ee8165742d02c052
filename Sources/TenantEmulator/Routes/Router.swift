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
    /// - Returns: The route's response, or 400, 404 or 405 if no route matches.
    func response(to context: RequestContext, _ tenant: inout TenantState) -> HTTPResponse {
        let request = context.request
        guard let path = Self.segments(request.path) else { return .text("Bad Request", status: 400) }
        let matches = routes.compactMap { route in route.match(path).map { (route, $0) } }
        guard let (route, captured) = matches.first(where: { $0.0.method == request.method }) else {
            guard !matches.isEmpty else { return .text("Not Found", status: 404) }
            let allowed = matches.map(\.0.method).joined(separator: ", ")
            return .text("Method Not Allowed", status: 405).with("Allow", allowed)
        }
        var context = context
        context.captured = captured
        do throws(Refusal) {
            return try route.action(context, &tenant)
        } catch { return error.response }
    }

    /// Splits an origin-form path into percent-decoded segments; `nil` for any other target.
    private static func segments(_ path: String) -> [String]? {
        guard path.first == "/" else { return nil }
        var segments: [String] = []
        for segment in path.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
            guard let decoded = try? PercentEncoding.decode(String(segment)) else { return nil }
            segments.append(decoded)
        }
        return segments
    }
}
