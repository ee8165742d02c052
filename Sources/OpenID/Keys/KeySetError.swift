import HTTPMessages
import JOSE

/// Why the keys of an issuer could not be had.
public struct KeySetError: Error, Equatable, CustomStringConvertible {
    /// The kinds of failure.
    public struct Code: Sendable, Hashable {
        fileprivate let name: String

        /// There was no answer; the cause tells why.
        public static let unreachable = Code(name: "unreachable")
        /// The answer has another status than 200.
        public static let unexpectedStatus = Code(name: "unexpectedStatus")
        /// The answer is no key set, or too large a one.
        public static let malformed = Code(name: "malformed")
        /// Nobody waits for the keys any more.
        public static let cancelled = Code(name: "cancelled")
    }

    /// What happened.
    public let code: Code
    /// The status of the answer, when there was one.
    public let statusCode: Int?
    /// The error underneath, when there is one.
    public let cause: (any Error)?

    init(_ code: Code, statusCode: Int? = nil, cause: (any Error)? = nil) {
        (self.code, self.statusCode, self.cause) = (code, statusCode, cause)
    }

    /// Names the code; never the answer.
    public var description: String {
        "KeySetError.\(code.name)" + (statusCode.map { " \($0)" } ?? "") + (cause.map { " (\($0))" } ?? "")
    }

    /// Compares codes only.
    public static func == (lhs: Self, rhs: Self) -> Bool { lhs.code == rhs.code }
}
