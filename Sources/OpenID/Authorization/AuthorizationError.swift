public import FoundationEssentials
import HTTPMessages

/// The reason why a login in a browser ended without an authorization code.
public struct AuthorizationError: LocalizedError, Equatable, CustomStringConvertible, CustomReflectable {
    /// The kinds of failure.
    public struct Code: Sendable, Hashable {
        fileprivate let name: String

        /// Another login is active in this process: wait for it, or cancel it.
        public static let alreadyActive = Code(name: "alreadyActive")
        /// The user closed the browser, or the program cancelled the login.
        public static let cancelled = Code(name: "cancelled")
        /// The user did not return before the timeout.
        public static let timedOut = Code(name: "timedOut")
        /// The authorization server returned an error, see ``AuthorizationError/parameters``.
        public static let refused = Code(name: "refused")
        /// The query is not the authorization response to this login. Only web servers receive this error; on a desktop
        /// the login ignores such a query and keeps waiting.
        public static let stateMismatch = Code(name: "stateMismatch")
        /// The authorization response contradicts itself: a parameter twice, or a code and an error.
        public static let malformedCallback = Code(name: "malformedCallback")
        /// The authorization response names an unexpected issuer.
        public static let issuerMismatch = Code(name: "issuerMismatch")
        /// The authorization response has tokens, which must not pass through the browser.
        public static let tokenInCallback = Code(name: "tokenInCallback")
        /// The authorization response has neither a code nor an error.
        public static let codeMissing = Code(name: "codeMissing")
        /// The authorization request is invalid: a URL or a parameter is not well formed.
        public static let requestInvalid = Code(name: "requestInvalid")
        /// The callback listener cannot be opened; the cause has the reason, for instance that the port is taken.
        public static let listenerUnavailable = Code(name: "listenerUnavailable")
        /// The login page could not be opened; the cause has the reason.
        public static let browserUnavailable = Code(name: "browserUnavailable")
        /// A step before the page opens failed, such as a pushed authorization request; the cause has the reason.
        public static let preparationFailed = Code(name: "preparationFailed")
        /// The system has no thread, memory or random number left.
        public static let outOfResources = Code(name: "outOfResources")
    }

    /// The kind of failure.
    public let code: Code
    /// An explanation for developers.
    public let advice: String
    /// The parameters of the authorization response without codes, tokens and `state`, such as `error` and
    /// `error_description`.
    public let parameters: [String: String]
    /// The underlying error, when there is one.
    public let cause: (any Error)?

    /// Creates an error, for a custom user agent or a double: the memberwise initializer, whose parameters are the same
    /// as the properties.
    public init(_ code: Code, advice: String, parameters: [String: String] = [:], cause: (any Error)? = nil) {
        self.init(code, advice, parameters: parameters, cause: cause)
    }

    package init(
        _ code: Code, _ advice: String, parameters: [String: String] = [:], cause: (any Error)? = nil
    ) {
        (self.code, self.advice, self.parameters, self.cause) = (code, advice, parameters, cause)
    }

    /// The code, the explanation and the cause.
    public var description: String {
        "AuthorizationError.\(code.name): \(advice)" + (cause.map { " (\($0))" } ?? "")
    }
    /// The advice and the cause, without the name of a type, for `localizedDescription`.
    public var errorDescription: String? { advice + cause.remark }

    /// The code only: a response may contain anything.
    public var customMirror: Mirror { Mirror(self, children: ["code": code.name]) }

    /// Compares the codes only.
    public static func == (lhs: Self, rhs: Self) -> Bool { lhs.code == rhs.code }
}
