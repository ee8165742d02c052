/// A failure to wait for a browser's answer on the loopback interface.
public struct LoopbackError: Error, Equatable, CustomStringConvertible {
    /// The kinds of failure.
    public struct Code: Sendable, Hashable {
        fileprivate let name: String

        /// The port that was asked for is taken, or the address is none of this machine's. Free it, or let the system choose.
        public static let portUnavailable = Code(name: "portUnavailable")
        /// The path of the callback is not a path: it begins with `/` and has no query, fragment, space or control byte.
        public static let invalidPath = Code(name: "invalidPath")
        /// The system gave no socket or no thread.
        public static let outOfResources = Code(name: "outOfResources")
    }

    /// What happened.
    public let code: Code
    /// More about it: a port, or what the system said.
    public let detail: String

    init(_ code: Code, _ detail: String) { (self.code, self.detail) = (code, detail) }

    /// Names the code and the detail.
    public var description: String { "LoopbackError.\(code.name): \(detail)" }
    /// Compares codes only.
    public static func == (lhs: Self, rhs: Self) -> Bool { lhs.code == rhs.code }
}
