extension EmulatedTenant {
    /// The bytes of a response that an HTTP library would not send.
    public struct RawResponse: Sendable, Hashable {
        let head: [UInt8]
        let rest: [UInt8]
        let pace: Duration

        /// Creates a response; the connection closes after it.
        ///
        /// - Parameters:
        ///   - head: The bytes that are sent without pauses.
        ///   - rest: The bytes that follow, one by one if there is a pause.
        ///   - pace: The pause before each byte of `rest`; none by default.
        public init(_ head: [UInt8], then rest: [UInt8] = [], pace: Duration = .zero) {
            (self.head, self.rest, self.pace) = (head, rest, pace)
        }

        /// Creates a response with a body of 1,000 spaces that is sent one byte at a time.
        ///
        /// - Parameter pace: The pause before each byte.
        /// - Returns: The response.
        public static func drip(_ pace: Duration) -> RawResponse {
            RawResponse(
                text(headers: ["Content-Length: 1000"]), then: [UInt8](repeating: UInt8(ascii: " "), count: 1000),
                pace: pace)
        }

        /// Creates a response with many headers and an empty JSON object as the body.
        ///
        /// - Parameter count: The number of headers.
        /// - Returns: The response.
        public static func manyHeaders(_ count: Int) -> RawResponse {
            RawResponse(text(headers: (0..<count).map { "X-Header-\($0): x" } + ["Content-Length: 2"]) + object)
        }

        /// Creates a response with a long header and an empty JSON object as the body.
        ///
        /// - Parameter bytes: The length of the header's value, in bytes.
        /// - Returns: The response.
        public static func hugeHeader(_ bytes: Int) -> RawResponse {
            let value = String(repeating: "x", count: bytes)
            return RawResponse(text(headers: ["X-Header: \(value)", "Content-Length: 2"]) + object)
        }

        /// Creates a response after many interim responses of status 103.
        ///
        /// - Parameter count: The number of interim responses.
        /// - Returns: The response.
        public static func interimResponses(_ count: Int) -> RawResponse {
            let interim = Array("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n".utf8)
            return RawResponse((0..<count).flatMap { _ in interim } + text(headers: ["Content-Length: 2"]) + object)
        }

        private static let object = Array("{}".utf8)

        private static func text(headers: [String]) -> [UInt8] {
            let lines = ["HTTP/1.1 200 OK", "Content-Type: application/json"] + headers
            return Array((lines.map { $0 + "\r\n" }.joined() + "\r\n").utf8)
        }
    }
}
