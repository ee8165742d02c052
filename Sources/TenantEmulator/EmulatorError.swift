/// Why an emulated tenant does not start, or cannot do what it is asked.
public struct EmulatorError: Error, Equatable, CustomStringConvertible {
    /// The kinds of failure.
    public struct Code: Sendable, Hashable {
        fileprivate let name: String
        /// The port belongs to somebody else.
        public static let portUnavailable = Code(name: "portUnavailable")
        /// The address is not the loopback literal 127.0.0.1.
        public static let notLoopback = Code(name: "notLoopback")
        /// The seed is not JSON of the form that ``TenantSeed`` describes.
        public static let malformedSeed = Code(name: "malformedSeed")
        /// The tenant has no such user, client, connection or key.
        public static let unknown = Code(name: "unknown")
        /// The tenant was stopped while something was waiting for it.
        public static let stopped = Code(name: "stopped")
        /// The task that was waiting was cancelled.
        public static let cancelled = Code(name: "cancelled")
        /// A system library failed.
        public static let system = Code(name: "system")
    }

    /// What happened.
    public let code: Code
    /// What it happened to, such as a port or the path of a member in the seed.
    public let detail: String?
    /// The error underneath, when there is one.
    public let cause: (any Error)?

    init(_ code: Code, _ detail: String? = nil, cause: (any Error)? = nil) {
        (self.code, self.detail, self.cause) = (code, detail, cause)
    }

    /// Names the code and what it is about.
    public var description: String { "EmulatorError.\(code.name)" + (detail.map { ": \($0)" } ?? "") }
    /// Compares codes only.
    public static func == (lhs: Self, rhs: Self) -> Bool { lhs.code == rhs.code }
}
