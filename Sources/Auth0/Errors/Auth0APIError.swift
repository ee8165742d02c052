import HTTPMessages
public import RequestPipeline

/// The failure of a request to one of Auth0's APIs.
///
/// Every way in which a request can fail becomes one: the server's refusal, with all it said in ``info``; or a
/// ``Auth0Error/cause``, such as a `TransportError`, a `ResponseError` or a ``ConfigurationError``.
public protocol Auth0APIError: Auth0Error, RequestFailure, CustomReflectable {
    /// What the server said: the members of its JSON answer; or the cause under the key `cause`.
    var info: [String: any Sendable] { get }
    /// The server's code for the failure, or one of the SDK's that begin with `a0.sdk.`.
    var code: String { get }
    /// The status of the answer, 0 when there was none.
    var statusCode: Int { get }

    /// Makes an error of what a server said.
    ///
    /// - Parameters:
    ///   - info: The members of its answer.
    ///   - statusCode: The status of its answer.
    init(info: [String: any Sendable], statusCode: Int)
}

/// The codes that the SDK gives to failures which no server named.
enum InternalCode {
    static let plain = "a0.sdk.internal_error.plain"
    static let empty = "a0.sdk.internal_error.empty"
    static let unknown = "a0.sdk.internal_error.unknown"
}

extension Auth0APIError {
    /// Makes an error of something that is no server's refusal.
    ///
    /// - Parameters:
    ///   - cause: What went wrong.
    ///   - statusCode: The status of the answer, 0 when there was none.
    public init(cause: any Error, statusCode: Int = 0) {
        let isEmpty = (cause as? ResponseError)?.code == .emptyBody
        self.init(
            info: [
                "code": isEmpty ? InternalCode.empty : InternalCode.plain,
                "description": isEmpty ? "The answer has no body" : "The request could not be completed",
                "cause": cause,
            ], statusCode: statusCode)
    }

    /// The error underneath, when there is one.
    public var cause: (any Error)? { info["cause"] as? any Error }

    /// Whether only the network was in the way.
    ///
    /// True when the cause is a `TransportError` that says so: no address, no connection, no answer in time, or a
    /// connection that was lost. After a connection was lost the request may have had its effect all the same.
    public var isNetworkError: Bool { (cause as? TransportError)?.isNetworkError ?? false }

    /// Whether the same request may succeed later: a network error, 429, or a failure of the server (500…599).
    public var isRetryable: Bool { isNetworkError || statusCode == 429 || (500...599).contains(statusCode) }

    /// Whether the request was cancelled.
    public var isCancelled: Bool { (cause as? TransportError)?.code == .cancelled }

    /// How long the server asks to wait, when it does: at most one day.
    public var retryAfter: Duration? { (info[retryAfterKey] as? Int).map { .seconds($0) } }

    /// Code and status only: what a server said may hold tokens.
    public var customMirror: Mirror { Mirror(self, children: ["code": code, "statusCode": statusCode]) }

    /// Errors are equal when code, status and message are.
    public static func == (lhs: Self, rhs: Self) -> Bool {
        lhs.code == rhs.code && lhs.statusCode == rhs.statusCode && lhs.debugDescription == rhs.debugDescription
    }

    func text(_ key: String) -> String? { (info[key] as? String)?.excerptForLog }

    /// Whether the code is one of `codes`.
    func isCode(_ codes: String...) -> Bool { codes.contains(code) }

    /// Whether a grant was refused in one of these words.
    func isInvalidGrant(_ descriptions: String...) -> Bool {
        isCode("invalid_grant") && descriptions.contains(message)
    }

    /// Whether the server said it in these words.
    func isDescription(_ description: String) -> Bool { message == description }
}
