/// A request as a value: nothing happens until a ``Transport`` sends it.
public struct HTTPRequest: Sendable {
    /// What is asked.
    public var method: HTTPMethod
    /// Of whom.
    public var url: HTTPURL
    /// The header fields; a transport adds only what the protocol needs (`Host`, `Content-Length`).
    public var fields: HTTPFields
    /// The content; empty means that the request has none.
    public var body: [UInt8]
    /// How long the whole exchange may take; `nil` leaves it to the transport.
    public var timeout: Duration?

    /// Makes a request.
    public init(
        method: HTTPMethod, url: HTTPURL, fields: HTTPFields = HTTPFields(), body: [UInt8] = [],
        timeout: Duration? = nil
    ) {
        self.method = method
        self.url = url
        self.fields = fields
        self.body = body
        self.timeout = timeout
    }
}
