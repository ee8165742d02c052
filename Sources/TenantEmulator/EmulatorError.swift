public import FoundationEssentials

/// A failure to start or to control an emulated tenant.
public struct EmulatorError: LocalizedError, Equatable, CustomStringConvertible {
    /// The kinds of failure.
    public struct Code: Sendable, Hashable {
        fileprivate let name: String
        /// The description that precedes the detail; `nil` if the detail describes the failure.
        fileprivate var words: String?
        /// The port is in use, or the process may not bind it.
        public static let portUnavailable = Code(
            name: "portUnavailable", words: "the port is in use, or may not be bound")
        /// The address is not a literal loopback address, and other addresses are not allowed.
        public static let notLoopback = Code(name: "notLoopback")
        /// The configured origin does not consist of `http` or `https`, a host and a port.
        public static let malformedOrigin = Code(name: "malformedOrigin")
        /// The seed is not JSON of the form that ``TenantSeed`` describes.
        public static let malformedSeed = Code(name: "malformedSeed")
        /// The tenant has no such user, client, connection or key, or a name or value is not known.
        public static let unknown = Code(name: "unknown", words: "there is no such")
        /// The tenant was stopped while a task waited for it.
        public static let stopped = Code(name: "stopped", words: "the tenant was stopped")
        /// The waiting task was cancelled.
        public static let cancelled = Code(name: "cancelled", words: "the task was cancelled")
        /// The tenant did not redirect the browser.
        public static let noRedirect = Code(name: "noRedirect", words: "the tenant did not redirect the browser")
        /// Another program, or another tenant of this program, uses the state file.
        public static let stateInUse = Code(name: "stateInUse")
        /// A system library failed.
        public static let system = Code(name: "system")
    }

    /// The kind of failure.
    public let code: Code
    /// The subject of the failure, such as a port or the path of a member in the seed.
    public let detail: String?
    /// The underlying error, if there is one.
    public let cause: (any Error)?
    /// The place in a seed; `nil` for any other failure, and if the detail contains the line and the column.
    let place: SeedPath?

    init(_ code: Code, _ detail: String? = nil, cause: (any Error)? = nil, place: SeedPath? = nil) {
        (self.code, self.detail, self.cause, self.place) = (code, detail, cause, place)
    }

    /// The error message for the users of a program.
    package var sentence: String {
        guard let words = code.words else { return detail ?? "the system failed" }
        return words + (detail.map { (code == .unknown ? " " : ": ") + $0 } ?? "")
    }

    /// The code and the detail.
    public var description: String { "EmulatorError.\(code.name)" + (detail.map { ": \($0)" } ?? "") }
    /// The failure in words, for `localizedDescription`.
    public var errorDescription: String? { sentence }
    /// Compares the codes only.
    public static func == (lhs: Self, rhs: Self) -> Bool { lhs.code == rhs.code }
}
