import ByteEncodings

/// A response, and the way its body is sent.
struct HTTPResponse: Sendable {
    enum Framing: Sendable, Hashable {
        /// The complete body, with its length.
        case whole
        /// Half of the body; see ``EmulatedTenant/BodyCut``.
        case cut(EmulatedTenant.BodyCut)
        /// Spaces without end.
        case endless
    }

    var status: Int
    var headers: [(name: String, value: String)]
    var body: [UInt8]
    var framing: Framing
    /// The reason of a refusal for the journal, if the client receives less.
    var reason: String?

    init(
        _ status: Int, headers: [(name: String, value: String)] = [], body: [UInt8] = [], framing: Framing = .whole
    ) {
        (self.status, self.headers, self.body, self.framing) = (status, headers, body, framing)
    }

    static func json(_ value: JSONValue, status: Int = 200, type: String = "application/json") -> HTTPResponse {
        HTTPResponse(
            status, headers: [("Content-Type", "\(type); charset=utf-8"), ("Cache-Control", "no-store")],
            body: value.text)
    }

    static func text(_ text: String, status: Int = 200, type: String = "text/plain") -> HTTPResponse {
        HTTPResponse(status, headers: [("Content-Type", "\(type); charset=utf-8")], body: Array(text.utf8))
    }

    func because(_ reason: String?) -> HTTPResponse {
        var copy = self
        copy.reason = reason
        return copy
    }

    func with(_ name: String, _ value: String) -> HTTPResponse {
        var copy = self
        copy.headers.append((name, value))
        return copy
    }
}
