/// An answer that no HTTP library would send.
public struct RawAnswer: Sendable, Hashable {
    let head: [UInt8]
    let rest: [UInt8]
    let pace: Duration

    /// Describes an answer; when it has been sent the connection closes.
    ///
    /// - Parameters:
    ///   - head: The bytes that are sent at once.
    ///   - rest: The bytes that are sent one by one.
    ///   - pace: What passes between two of them.
    public init(_ head: [UInt8], then rest: [UInt8] = [], pace: Duration = .zero) {
        (self.head, self.rest, self.pace) = (head, rest, pace)
    }

    /// A body of 1,000 blanks, one byte at a time.
    public static func drip(_ pace: Duration) -> RawAnswer {
        RawAnswer(
            text(headers: ["Content-Length: 1000"]), then: [UInt8](repeating: UInt8(ascii: " "), count: 1000),
            pace: pace)
    }

    /// So many headers before an empty object.
    public static func manyHeaders(_ count: Int) -> RawAnswer {
        RawAnswer(text(headers: (0..<count).map { "X-Header-\($0): x" } + ["Content-Length: 2"]) + object)
    }

    /// One header of so many bytes before an empty object.
    public static func hugeHeader(_ bytes: Int) -> RawAnswer {
        let value = String(repeating: "x", count: bytes)
        return RawAnswer(text(headers: ["X-Header: \(value)", "Content-Length: 2"]) + object)
    }

    /// So many interim answers before the final one.
    public static func interimAnswers(_ count: Int) -> RawAnswer {
        let interim = Array("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n".utf8)
        return RawAnswer((0..<count).flatMap { _ in interim } + text(headers: ["Content-Length: 2"]) + object)
    }

    private static let object = Array("{}".utf8)

    private static func text(headers: [String]) -> [UInt8] {
        let lines = ["HTTP/1.1 200 OK", "Content-Type: application/json"] + headers
        return Array((lines.map { $0 + "\r\n" }.joined() + "\r\n").utf8)
    }
}
