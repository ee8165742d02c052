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
    /// The origin of the address of the keys, for the description.
    private let origin: String

    init(_ code: Code, statusCode: Int? = nil, from origin: String = "the issuer", cause: (any Error)? = nil) {
        (self.code, self.statusCode, self.origin, self.cause) = (code, statusCode, origin, cause)
    }

    /// The code, the server, the reason and what to do; never the server response.
    public var description: String { "KeySetError.\(code.name): \(sentence)" + (cause.map { " (\($0))" } ?? "") }
    /// The server, the reason, what to do and the cause, without the name of the type, for `localizedDescription`.
    public var errorDescription: String? { sentence + cause.remark }

    /// Compares codes only.
    public static func == (lhs: Self, rhs: Self) -> Bool { lhs.code == rhs.code }
}

extension KeySetError {
    /// The reason, with the server, and what to do.
    private var sentence: String {
        switch code {
        case .unreachable: "the keys of \(origin) could not be fetched: check the network, and try again"
        case .unexpectedStatus:
            "\(origin) responded with status \(statusCode ?? 0) instead of keys: compare the issuer, or try again later"
        case .malformed: "the response of \(origin) is not a set of keys: compare the address of the keys (jwks_uri)"
        case .cancelled: "the wait for the keys of \(origin) was cancelled"
        case .tooManyWaiting: "10,000 other calls wait for the keys of \(origin): try again in a moment"
        default: "the keys of \(origin) are not available: try again later"
        }
    }
}
