import ByteEncodings

/// One method on one path.
struct Route: Sendable {
    typealias Action = @Sendable (Call, inout TenantState) throws(Refusal) -> HTTPResponse

    let method: String
    let segments: [String]
    let action: Action

    /// Names the path with `{placeholders}`.
    init(_ method: String, _ path: String, _ action: @escaping Action) {
        self.method = method
        segments = path.split(separator: "/").map(String.init)
        self.action = action
    }

    /// What the placeholders stand for; `nil` when the path is another one.
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

/// Finds the route of a request.
struct Router: Sendable {
    private let routes: [Route]

    init(_ routes: [Route]) { self.routes = routes }

    /// Carries out a request on the tenant.
    func answer(_ request: HTTPRequest, _ tenant: inout TenantState) -> HTTPResponse {
        guard let path = Self.segments(request.path) else { return .text("Bad Request", status: 400) }
        let matches = routes.compactMap { route in route.match(path).map { (route, $0) } }
        guard let (route, captured) = matches.first(where: { $0.0.method == request.method }) else {
            guard !matches.isEmpty else { return .text("Not Found", status: 404) }
            let allowed = matches.map(\.0.method).joined(separator: ", ")
            return .text("Method Not Allowed", status: 405).with("Allow", allowed)
        }
        do throws(Refusal) {
            return try route.action(Call(request: request, captured: captured), &tenant)
        } catch { return error.response }
    }

    /// The segments of an origin-form path, escapes resolved; `nil` for any other target.
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
