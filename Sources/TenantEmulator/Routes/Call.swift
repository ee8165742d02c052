import ByteEncodings

/// A request on its way to a route.
struct Call: Sendable {
    let request: HTTPRequest
    /// What the placeholders of the route's path stand for, escapes resolved.
    let captured: [String: String]

    subscript(_ name: String) -> String { captured[name] ?? "" }

    /// The query's fields; a broken or duplicate one is refused.
    func query() throws(Refusal) -> [String: String] {
        guard let fields = try? FormEncoding.decode(request.query ?? "") else {
            throw .oauth(400, "invalid_request", "Malformed or duplicate query parameters")
        }
        return Dictionary(uniqueKeysWithValues: fields.map { ($0.name, $0.value) })
    }
}
