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
        fileprivate let words: String

        /// The body is empty.
        public static let emptyBody = Code(name: "emptyBody", words: "an empty response")
        /// The body is not well-formed JSON; ``ResponseError/detail`` holds the reason.
        public static let notJSON = Code(name: "notJSON", words: "no well-formed JSON")
        /// The body is JSON, but not of the structure that the API specifies.
        public static let unexpectedShape = Code(name: "unexpectedShape", words: "JSON of another structure")
        /// The body is well formed but must not be used; ``ResponseError/cause`` holds the reason.
        public static let unacceptable = Code(name: "unacceptable", words: "a response that must not be used")
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
    /// The host that responded, and the status and the media type of its response; the latter only if it is a common
    /// one, because any other text could repeat the request.
    var source: (host: String, status: Int, mediaType: String?)?
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

    /// The code, the host, status and media type of the response, the path, and what may help; never the body.
    public var description: String { "ResponseError.\(text(code.name))" + (cause.map { " (\($0))" } ?? "") }
    /// The same with words in place of the code and of the names of types, for `localizedDescription`.
    public var errorDescription: String? { text(code.words) + cause.remark }

    private func text(_ code: String) -> String {
        let place = (source.map { " from \($0.host)" } ?? "") + (path.map { " at \($0)" } ?? "")
        let facts = [source.map { "status \($0.status)" }, source?.mediaType, detail].compactMap(\.self)
        return code + place + (facts.isEmpty ? "" : " (\(facts.joined(separator: ", ")))") + (advice ?? "")
    }

    /// The remedy for a request that was accepted; any other status says more than the body.
    private var advice: String? {
        guard let source, (200...299).contains(source.status) else { return nil }
        switch code {
        case .emptyBody, .notJSON:
            return ": compare the address, and look for a proxy or a login page of the network that responds instead"
        case .unexpectedShape: return ": compare the address, and report the response to the operator of the server"
        default: return nil
        }
    }

    static let commonMediaTypes: Set = [
        "application/json", "application/jwt", "application/octet-stream", "application/problem+json",
        "application/xhtml+xml", "application/xml", "text/html", "text/plain", "text/xml",
    ]

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
