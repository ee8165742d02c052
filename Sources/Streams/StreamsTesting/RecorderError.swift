/// The reason a recorder did not receive what a test waited for.
public struct RecorderError: Error, Equatable, CustomStringConvertible {
    /// The kinds of failure.
    public struct Code: Sendable, Hashable {
        fileprivate let name: String
        /// The timeout has passed.
        public static let timedOut = Code(name: "timedOut")
        /// The stream ended, or the recorder was cancelled.
        public static let ended = Code(name: "ended")
    }

    /// The kind of failure.
    public let code: Code
    private let detail: String

    init(_ code: Code, _ detail: String) { (self.code, self.detail) = (code, detail) }

    /// The code, the number of received values, and the completion or the time that ended the wait.
    public var description: String { "RecorderError.\(code.name): \(detail)" }
    /// Compares codes only.
    public static func == (lhs: Self, rhs: Self) -> Bool { lhs.code == rhs.code }
}
