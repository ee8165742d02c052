import HTTPMessages
public import RequestPipeline

/// The error of a request to one of Auth0's APIs.
///
/// Every failure of a request is converted to such an error. An error response of the server keeps its members in
/// ``info``; any other failure has a ``Auth0Error/cause``, such as a `TransportError`, a `ResponseError` or a
/// ``ConfigurationError``.
public protocol Auth0APIError: Auth0Error, RequestFailure, CustomReflectable {
    /// The members of the server's error response, or the underlying error under the key `cause`.
    var info: [String: any Sendable] { get }
    /// The server's error code, or a code of the SDK that begins with `a0.sdk.`.
    var code: String { get }
    /// The HTTP status of the server response; 0 when there was none.
    var statusCode: Int { get }

    /// Creates an error from a server response.
    ///
    /// - Parameters:
    ///   - info: The members of the response body.
    ///   - statusCode: The HTTP status of the response; 0 when there was none.
    init(info: [String: any Sendable], statusCode: Int)
}

/// The error codes of failures that no server response names.
enum InternalCode {
    static let plain = "a0.sdk.internal_error.plain"
    static let empty = "a0.sdk.internal_error.empty"
    static let unknown = "a0.sdk.internal_error.unknown"
}

extension Auth0APIError {
    /// Creates an error for a failure other than an error response of the server.
    ///
    /// If the server refused the request with a body that is not JSON, such as the page of a proxy, the `description`
    /// in ``info`` contains an excerpt: the first 200 characters of its text, without markup, control characters and
    /// anything that could be a token.
    ///
    /// - Parameters:
    ///   - cause: The underlying error.
    ///   - statusCode: The HTTP status of the server response. Defaults to 0, for no response.
    public init(cause: any Error, statusCode: Int = 0) {
        let response = cause as? ResponseError
        let (noJSON, meaning) = ("The server did not respond with JSON", meaning(ofStatus: statusCode))
        let text =
            switch response?.code {
            case .emptyBody: "The response has no body" + meaning
            case .notJSON: noJSON + (response?.excerpt.map { ": \($0)" } ?? "") + meaning
            default: "The request could not be completed"
            }
        self.init(
            info: [
                "code": response?.code == .emptyBody ? InternalCode.empty : InternalCode.plain,
                "description": text,
                "cause": cause,
            ], statusCode: statusCode)
    }

    /// The underlying error; `nil` for an error response of the server.
    public var cause: (any Error)? { info["cause"] as? any Error }

    /// Whether the network caused the failure.
    ///
    /// True when the cause is a `TransportError`, or in an error made by a test double a `URLError`, for a failed name
    /// resolution, a failed connection, a timeout or a lost connection. After a timeout or a lost connection the server
    /// may still have executed the request.
    public var isNetworkError: Bool {
        (cause as? TransportError)?.isNetworkError ?? cause?.isNetworkURLError ?? false
    }

    /// Whether the same request may succeed later: after a network error, and for the statuses 429 and 500 to 599.
    public var isRetryable: Bool { isNetworkError || statusCode == 429 || (500...599).contains(statusCode) }

    /// Whether the request was cancelled.
    public var isCancelled: Bool { (cause as? TransportError)?.code == .cancelled }

    /// The delay that the server asks for before the next attempt, at most one day; `nil` when it asks for none.
    public var retryAfter: Duration? { delayAsked(by: info, cause) }

    /// The members for reflection: code and status only, because the server response may hold tokens. A code of the
    /// server is shortened and escaped.
    public var customMirror: Mirror {
        Mirror(self, children: ["code": code.excerptForLog, "statusCode": statusCode])
    }

    /// Compares code, status and description.
    public static func == (lhs: Self, rhs: Self) -> Bool {
        lhs.code == rhs.code && lhs.statusCode == rhs.statusCode && lhs.debugDescription == rhs.debugDescription
    }

    /// Returns the first of the members of ``info`` that is a text and not empty.
    func member(_ keys: String...) -> String? { keys.compactMap { info[$0] as? String }.first { !$0.isEmpty } }

    /// Returns the first of the members of ``info`` that is a text and not empty, shortened for logs.
    func text(_ keys: String...) -> String? { keys.lazy.compactMap { member($0) }.first?.excerptForLog }

    /// The text for a refusal without the description of its API: a member in which another API or a gateway describes
    /// a refusal, or a sentence with the error code.
    var undescribed: String {
        let said = text("message", "error_description", "detail", "title")
        return (said ?? "Failed with the error \(code.excerptForLog)") + meaning(ofStatus: statusCode)
    }

    /// Returns a text of the server; for a token without a required scope, the remedy is appended.
    func withScopeRemedy(_ said: String) -> String {
        guard statusCode == 403, isCode("insufficient_scope") || said.lowercased().hasPrefix("insufficient scope")
        else { return said }
        let scope = text("scope").flatMap { said.contains($0) ? nil : ": \($0)" } ?? ""
        return said.withPeriod + " Request an access token with the required scope\(scope)"
    }

    /// Whether the code is one of `codes`.
    func isCode(_ codes: String...) -> Bool { codes.contains(code) }

    /// Whether the code is `invalid_grant` and the message one of `descriptions`.
    func isInvalidGrant(_ descriptions: String...) -> Bool {
        isCode("invalid_grant") && descriptions.contains(message)
    }

    /// Whether an MFA token is invalid or has expired.
    var refusesMFAToken: Bool {
        isCode("expired_token") && message == "mfa_token is expired" || isInvalidGrant("Malformed mfa_token")
    }

    /// Whether the code of a second factor is wrong, or the user denied the approval on a phone.
    var refusesSecondFactor: Bool {
        isInvalidGrant("Invalid otp_code.", "Invalid binding_code.", "MFA Authorization rejected.")
    }
}

extension Error {
    /// Whether the error is a `URLError` for a failure of the network.
    ///
    /// The error is recognised by its domain and code, because importing its type would link all of Foundation.
    fileprivate var isNetworkURLError: Bool {
        _domain == "NSURLErrorDomain" && networkURLErrorCodes.contains(_code)
    }
}

/// `timedOut`, `cannotFindHost`, `cannotConnectToHost`, `networkConnectionLost`, `dnsLookupFailed`,
/// `notConnectedToInternet`, `internationalRoamingOff`, `callIsActive` and `dataNotAllowed`.
private let networkURLErrorCodes: Set<Int> = [-1001, -1003, -1004, -1005, -1006, -1009, -1018, -1019, -1020]
