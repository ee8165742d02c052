import ByteEncodings

/// An answer, and how it reaches the wire.
struct HTTPResponse: Sendable {
    /// How the body is sent.
    enum Framing: Sendable, Hashable {
        /// With its length.
        case whole
        /// Cut short as the fault says.
        case cut(BodyCut)
        /// Blanks without end.
        case endless
    }

    var status: Int
    var headers: [(name: String, value: String)]
    var body: [UInt8]
    var framing: Framing

    init(
        _ status: Int, headers: [(name: String, value: String)] = [], body: [UInt8] = [], framing: Framing = .whole
    ) {
        (self.status, self.headers, self.body, self.framing) = (status, headers, body, framing)
    }

    /// An answer in JSON.
    static func json(_ value: JSONValue, status: Int = 200, type: String = "application/json") -> HTTPResponse {
        var writer = JSONWriter()
        writer.write(value)
        return HTTPResponse(
            status, headers: [("Content-Type", "\(type); charset=utf-8"), ("Cache-Control", "no-store")],
            body: writer.bytes)
    }

    /// An answer in plain words.
    static func text(_ text: String, status: Int = 200, type: String = "text/plain") -> HTTPResponse {
        HTTPResponse(status, headers: [("Content-Type", "\(type); charset=utf-8")], body: Array(text.utf8))
    }

    /// The same answer with one more field.
    func with(_ name: String, _ value: String) -> HTTPResponse {
        var copy = self
        copy.headers.append((name, value))
        return copy
    }
}
