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

extension TransportRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The method, origin and path; the query, fields and body may contain secrets.
    public var description: String { "TransportRequest(\(method.rawValue) \(url))" }
    /// The method, origin and path.
    public var debugDescription: String { description }
    /// A mirror without children: all members may contain secrets.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
