public import FoundationEssentials

/// The reason why the machine did not confirm its user.
///
/// No part of it contains an answer of the user.
public struct UserPresenceError: LocalizedError, Equatable, CustomStringConvertible {
    /// The kinds of failure.
    public struct Code: Sendable, Hashable {
        fileprivate let name: String

        /// The machine refused the user: a wrong password, too many attempts, an expired account or password.
        public static let denied = Code(name: "denied")
        /// The machine cannot check the user: PAM is not set up for the service, a module failed, or there is no
        /// terminal to ask on.
        public static let unavailable = Code(name: "unavailable")
        /// The check did not end in time.
        public static let timedOut = Code(name: "timedOut")
        /// The user or the program cancelled the check.
        public static let cancelled = Code(name: "cancelled")
    }

    /// The kind of failure.
    public let code: Code
    /// More details, safe to show; `nil` when there are none.
    public let detail: String?
    /// The error that the program's conversation threw; `nil` for other failures. The description does not contain it.
    public let cause: (any Error)?

    /// Creates an error, for doubles of the check: the memberwise initializer, whose parameters are the same as the
    /// properties.
    public init(_ code: Code, detail: String? = nil, cause: (any Error)? = nil) {
        (self.code, self.detail, self.cause) = (code, detail, cause)
    }

    /// The code and the details.
    public var description: String { "UserPresenceError.\(text)" }
    /// The description without the name of the type, for `localizedDescription`.
    public var errorDescription: String? { text }
    private var text: String { code.name + (detail.map { ": \($0)" } ?? "") }

    /// Compares codes only.
    public static func == (lhs: Self, rhs: Self) -> Bool { lhs.code == rhs.code }
}
