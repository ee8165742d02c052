package import ByteEncodings
public import FoundationEssentials
import HTTPMessages

/// A response that is not what the API specifies.
///
/// Its description never contains the body, which could be an HTML page or a part of a token, so that it is safe to
/// log.
public struct ResponseError: LocalizedError, Equatable, CustomStringConvertible {
    /// The kinds of failure.
    public struct Code: Sendable, Hashable {
        fileprivate let name: String

        /// The body is empty.
        public static let emptyBody = Code(name: "emptyBody")
        /// The body is not well-formed JSON; ``ResponseError/detail`` holds the reason.
        public static let notJSON = Code(name: "notJSON")
        /// The body is JSON, but not of the structure that the API specifies.
        public static let unexpectedShape = Code(name: "unexpectedShape")
        /// The body is well formed but must not be used; ``ResponseError/cause`` holds the reason.
        public static let unacceptable = Code(name: "unacceptable")
    }

    /// The kind of failure.
    public let code: Code
    /// The kind and the place of the JSON error, for example `duplicateMember at byte 12`; `nil` if the body is JSON.
    ///
    /// The text is for people and logs, and may change between versions. It contains no part of the body.
    public let detail: String?
    /// The path of the invalid member, if it is known.
    public let path: String?
    /// The underlying error, if there is one.
    public let cause: (any Error)?
    /// The beginning of the text of a refusal that is not JSON, such as the page of a proxy; see ``TextExcerpt``.
    package var excerpt: String?
    /// The host that responded.
    var host: String?
    /// The seconds after which the server accepts the next request, of a refusal that is not JSON.
    var retryAfter: Int?
    private(set) var endsInsideValue = false

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: The kind of failure.
    ///   - detail: The kind and the place of the JSON error; `nil` by default.
    ///   - path: The path of the invalid member; `nil` by default.
    ///   - cause: The underlying error; `nil` by default.
    public init(_ code: Code, detail: String? = nil, path: String? = nil, cause: (any Error)? = nil) {
        self.code = code
        self.cause = cause
        self.detail = detail
        self.path = path
    }

    /// The code, the host that responded, the path and the underlying errors; never the body.
    public var description: String {
        "ResponseError.\(text)" + (cause.map { " (\($0))" } ?? "")
    }
    /// The same without the names of types, for `localizedDescription`.
    public var errorDescription: String? { text + cause.remark }
    private var text: String {
        let place = (host.map { " from \($0)" } ?? "") + (path.map { " at \($0)" } ?? "")
        return code.name + place + (detail.map { " (\($0))" } ?? "")
    }

    /// Compares codes only.
    public static func == (lhs: Self, rhs: Self) -> Bool { lhs.code == rhs.code }

    /// Creates an error from a JSON error: an empty body, malformed JSON, or JSON of another structure.
    package init(_ error: JSONError) {
        switch error.code {
        case .empty: self.init(.emptyBody)
        case .wrongType, .missingMember, .invalidValue:
            self.init(.unexpectedShape, detail: error.detail, path: error.member)
        default:
            self.init(.notJSON, detail: error.detail)
            endsInsideValue = error.code == .unexpectedEnd
        }
    }
}
