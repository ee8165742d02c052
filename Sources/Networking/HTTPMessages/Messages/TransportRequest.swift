/// An HTTP request, which a ``Transport`` sends.
public struct TransportRequest: Sendable {
    /// The request method.
    public var method: TransportMethod
    /// The address of the requested resource.
    public var url: HTTPURL
    /// The header fields; a transport adds only those that the protocol requires (`Host`, `Content-Length`).
    public var fields: TransportFields
    /// The content; empty if the request has none.
    public var body: [UInt8]
    /// The time limit from sending the request to the complete response; `nil` means the transport's default.
    public var timeout: Duration?

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - method: The request method.
    ///   - url: The address of the requested resource.
    ///   - fields: The header fields; none by default.
    ///   - body: The content; empty by default.
    ///   - timeout: The time limit from sending the request to the complete response; `nil` means the transport's
    ///     default.
    public init(
        method: TransportMethod, url: HTTPURL, fields: TransportFields = TransportFields(), body: [UInt8] = [],
        timeout: Duration? = nil
    ) {
        self.method = method
        self.url = url
        self.fields = fields
        self.body = body
        self.timeout = timeout
    }
}

extension TransportRequest {
    /// The reason the request is invalid; `nil` if a transport can send it.
    package var problem: TransportError? {
        guard method.rawValue.utf8.allSatisfy({ (0x41...0x5A).contains($0) }), !method.rawValue.isEmpty,
            method.rawValue != "CONNECT"
        else { return TransportError(.invalidArgument, detail: "the method is not one this transport sends") }
        guard method != .head || body.isEmpty else {
            return TransportError(.invalidArgument, detail: "a HEAD request has no body")
        }
        if let problem = fields.problem { return problem }
        return fields.firstReservedName.map {
            TransportError(.invalidArgument, detail: "the header field \($0) is the transport's own to set")
        }
    }
}

extension TransportFields {
    /// The error of a field that was rejected; `nil` if all are valid.
    var problem: TransportError? {
        guard firstInvalidName != nil else { return nil }
        return TransportError(.invalidArgument, detail: "a header field has a name or value that no message may carry")
    }
}

extension TransportRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The method, origin and path; the query, fields and body may contain secrets.
    public var description: String { "TransportRequest(\(method.rawValue) \(url))" }
    /// The method, origin and path.
    public var debugDescription: String { description }
    /// A mirror without children: all members may contain secrets.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
