/// How large an answer may be before it is given up with ``HTTPMessages/TransportError/Code/responseTooLarge``.
public struct ResponseLimits: Sendable, Hashable {
    /// The largest body in bytes, after every content coding was undone; 1 MiB.
    public let body: Int
    /// The most bytes of header fields, those of interim answers included; 64 KiB.
    public let headerBytes: Int
    /// The most header fields; 100.
    public let headerFields: Int
    /// The most interim (1xx) answers before the final one.
    let interimResponses = 16

    private static let standard = (body: 1 << 20, headerBytes: 64 << 10, headerFields: 100)

    /// Makes limits no higher than the standard ones; a higher value counts as the standard one.
    public init(body: Int = .max, headerBytes: Int = .max, headerFields: Int = .max) {
        self.init(
            raisedBody: min(body, Self.standard.body),
            headerBytes: min(headerBytes, Self.standard.headerBytes),
            headerFields: min(headerFields, Self.standard.headerFields))
    }

    private init(raisedBody body: Int, headerBytes: Int, headerFields: Int) {
        self.body = max(0, body)
        self.headerBytes = max(0, headerBytes)
        self.headerFields = max(0, headerFields)
    }

    /// Makes limits that may be higher than the standard ones, for servers known to need them.
    ///
    /// A hostile server can then make the program hold that much for each request.
    public static func raised(
        body: Int = 1 << 20, headerBytes: Int = 64 << 10, headerFields: Int = 100
    ) -> ResponseLimits {
        ResponseLimits(raisedBody: body, headerBytes: headerBytes, headerFields: headerFields)
    }
}
