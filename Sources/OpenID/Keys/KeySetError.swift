public import FoundationEssentials
import HTTPMessages
import JOSE

/// The reason the keys of an issuer are unavailable.
public struct KeySetError: LocalizedError, Equatable, CustomStringConvertible {
    /// The kinds of failure.
    public struct Code: Sendable, Hashable {
        fileprivate let name: String

        /// The server could not be reached; see the cause.
        public static let unreachable = Code(name: "unreachable")
        /// The status of the server response is not 200.
        public static let unexpectedStatus = Code(name: "unexpectedStatus")
        /// The server response is not a key set, or too large.
        public static let malformed = Code(name: "malformed")
        /// The caller cancelled the wait for the keys.
        public static let cancelled = Code(name: "cancelled")
        /// Already 10,000 other callers wait for the keys.
        public static let tooManyWaiting = Code(name: "tooManyWaiting")
    }

    /// The kind of failure.
    public let code: Code
    /// The HTTP status of the server response; `nil` without a response.
    public let statusCode: Int?
    /// The underlying error, if there is one.
    public let cause: (any Error)?

    init(_ code: Code, statusCode: Int? = nil, cause: (any Error)? = nil) {
        (self.code, self.statusCode, self.cause) = (code, statusCode, cause)
    }

    /// The code, the status and the cause; never the server response.
    public var description: String {
        "KeySetError.\(code.name)" + (statusCode.map { " \($0)" } ?? "") + (cause.map { " (\($0))" } ?? "")
    }
    /// The description, for `localizedDescription`.
    public var errorDescription: String? { description }

    /// Compares codes only.
    public static func == (lhs: Self, rhs: Self) -> Bool { lhs.code == rhs.code }
}
