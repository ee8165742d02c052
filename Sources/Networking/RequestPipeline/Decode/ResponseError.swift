public import ByteEncodings

/// An answer that is not what the API promises.
///
/// It never carries the body: a page of HTML, or half a token, is nobody's to log.
public struct ResponseError: Error, Equatable, CustomStringConvertible {
    /// The kinds of defect.
    public struct Code: Sendable, Hashable {
        fileprivate let name: String

        /// There is no body where one is needed.
        public static let emptyBody = Code(name: "emptyBody")
        /// The body is not well-formed JSON; ``ResponseError/defect`` tells why.
        public static let notJSON = Code(name: "notJSON")
        /// The body is JSON of another shape than the API promises.
        public static let unexpectedShape = Code(name: "unexpectedShape")
        /// The body is what the API promises and must not be used; ``ResponseError/cause`` says why.
        public static let unacceptable = Code(name: "unacceptable")
    }

    /// What is wrong.
    public let code: Code
    /// The defect of the text or of a value in it, when there is one.
    public let defect: JSONError?
    /// The path of the member that did not fit, when it is known.
    public let path: String?
    /// The error underneath, when there is one.
    public let cause: (any Error)?

    /// Makes an error.
    public init(_ code: Code, defect: JSONError? = nil, path: String? = nil, cause: (any Error)? = nil) {
        self.code = code
        self.cause = cause
        self.defect = defect
        self.path = path
    }

    /// Names the defect; never the body.
    public var description: String {
        "ResponseError.\(code.name)" + (path.map { " at \($0)" } ?? "") + (defect.map { " (\($0))" } ?? "")
            + (cause.map { " (\($0))" } ?? "")
    }

    /// Compares codes only.
    public static func == (lhs: Self, rhs: Self) -> Bool { lhs.code == rhs.code }
}

extension ResponseError {
    /// Tells a text that is no JSON from JSON that says something else.
    package init(_ error: JSONError) {
        switch error.code {
        case .empty: self.init(.emptyBody)
        case .wrongType, .missingMember, .invalidValue: self.init(.unexpectedShape, defect: error, path: error.member)
        default: self.init(.notJSON, defect: error)
        }
    }
}
