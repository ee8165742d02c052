/// Why a login in a browser did not end with an authorization code.
public struct AuthorizationError: Error, Equatable, CustomStringConvertible, CustomReflectable {
    /// The kinds of failure.
    public struct Code: Sendable, Hashable {
        fileprivate let name: String

        /// Another login is under way in this process. Wait for it, or cancel it.
        public static let alreadyActive = Code(name: "alreadyActive")
        /// The person closed the browser, or the program gave the login up.
        public static let cancelled = Code(name: "cancelled")
        /// The person did not come back in time.
        public static let timedOut = Code(name: "timedOut")
        /// The provider said no; ``AuthorizationError/parameters`` has its words.
        public static let refused = Code(name: "refused")
        /// What came back is not the answer to this login; only a web server, whose visitors bring anything, is told so.
        public static let stateMismatch = Code(name: "stateMismatch")
        /// What came back contradicts itself: a parameter twice, or a code and an error.
        public static let malformedCallback = Code(name: "malformedCallback")
        /// What came back is from another provider than the one that was asked.
        public static let issuerMismatch = Code(name: "issuerMismatch")
        /// Tokens came through the browser, where they have no business.
        public static let tokenInCallback = Code(name: "tokenInCallback")
        /// What came back has neither a code nor an error.
        public static let codeMissing = Code(name: "codeMissing")
        /// The request cannot be made: an address or a parameter is not well formed.
        public static let requestInvalid = Code(name: "requestInvalid")
        /// The answer cannot be caught; the cause tells why, for instance that the port is taken.
        public static let listenerUnavailable = Code(name: "listenerUnavailable")
        /// The page could not be opened; the cause tells why.
        public static let browserUnavailable = Code(name: "browserUnavailable")
        /// What has to be done before the page can be opened failed; the cause tells why.
        public static let preparationFailed = Code(name: "preparationFailed")
        /// The system gave no thread, memory or random number.
        public static let outOfResources = Code(name: "outOfResources")
    }

    /// What happened.
    public let code: Code
    /// What to do about it.
    public let advice: String
    /// What came back, without codes, tokens and `state`: `error`, `error_description` and the like.
    public let parameters: [String: String]
    /// The error underneath, when there is one.
    public let cause: (any Error)?

    /// Makes an error.
    package init(
        _ code: Code, _ advice: String, parameters: [String: String] = [:], cause: (any Error)? = nil
    ) {
        (self.code, self.advice, self.parameters, self.cause) = (code, advice, parameters, cause)
    }

    /// Names the code and what to do, and the `error` of the provider.
    public var description: String {
        "AuthorizationError.\(code.name): \(advice)" + (cause.map { " (\($0))" } ?? "")
    }

    /// The code only: what came back may hold anything.
    public var customMirror: Mirror { Mirror(self, children: ["code": code.name]) }

    /// Compares codes only.
    public static func == (lhs: Self, rhs: Self) -> Bool { lhs.code == rhs.code }
}
