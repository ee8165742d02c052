/// The maximum size of a response.
///
/// A larger response fails with ``HTTPMessages/TransportError/Code/responseTooLarge``.
public struct ResponseLimits: Sendable, Hashable {
    /// The maximum size of the decoded body in bytes; 1 MiB by default.
    public let body: Int
    /// The maximum size of all header fields in bytes, including those of interim responses; 64 KiB by default.
    public let headerBytes: Int
    /// The maximum number of header fields; 100 by default.
    public let headerFields: Int
    /// The maximum number of interim (1xx) responses before the final one.
    let interimResponses = 16

    private static let standard = (body: 1 << 20, headerBytes: 64 << 10, headerFields: 100)

    /// Creates limits that are at most the default ones; a higher value is reduced to the default.
    ///
    /// - Parameters:
    ///   - body: The maximum size of the decoded body in bytes; 1 MiB by default.
    ///   - headerBytes: The maximum size of all header fields in bytes; 64 KiB by default.
    ///   - headerFields: The maximum number of header fields; 100 by default.
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

    /// Creates limits that may exceed the default ones, for servers with larger responses.
    ///
    /// A hostile server can make the program allocate that much memory for each request.
    ///
    /// - Parameters:
    ///   - body: The maximum size of the decoded body in bytes; 1 MiB by default.
    ///   - headerBytes: The maximum size of all header fields in bytes; 64 KiB by default.
    ///   - headerFields: The maximum number of header fields; 100 by default.
    /// - Returns: The limits; negative values become 0.
    public static func raised(
        body: Int = 1 << 20, headerBytes: Int = 64 << 10, headerFields: Int = 100
    ) -> ResponseLimits {
        ResponseLimits(raisedBody: body, headerBytes: headerBytes, headerFields: headerFields)
    }
}
