extension CurlTransport.Configuration {
    /// The maximum size of a response.
    ///
    /// A larger response fails with ``HTTPMessages/TransportError/Code/responseTooLarge``. So does a body that arrives
    /// in more than 65,536 parts of fewer than 16 bytes on average: each part costs time, however small it is.
    public struct ResponseLimits: Sendable, Hashable {
        /// The maximum size of the decoded body in bytes; 1 MiB by default.
        public let bodyBytes: Int
        /// The maximum size of all header fields in bytes, including those of interim responses; 64 KiB by default.
        public let headerBytes: Int
        /// The maximum number of header fields; 100 by default.
        public let headerFields: Int
        /// The maximum number of interim (1xx) responses before the final one.
        let interimResponses = 16
        /// The maximum number of parts of a body, in addition to one for each 16 bytes.
        let bodyParts = 65_536

        /// Creates limits.
        ///
        /// A hostile server can make the program allocate as much memory as the limits allow, for each request.
        ///
        /// - Parameters:
        ///   - bodyBytes: The maximum size of the decoded body in bytes; 1 MiB by default. A negative value means 0,
        ///     for this and the other limits.
        ///   - headerBytes: The maximum size of all header fields in bytes, including those of interim responses; 64
        ///     KiB by default.
        ///   - headerFields: The maximum number of header fields; 100 by default.
        public init(bodyBytes: Int = 1 << 20, headerBytes: Int = 64 << 10, headerFields: Int = 100) {
            self.bodyBytes = max(0, bodyBytes)
            self.headerBytes = max(0, headerBytes)
            self.headerFields = max(0, headerFields)
        }
    }
}
