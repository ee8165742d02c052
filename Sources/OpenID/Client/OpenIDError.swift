public import FoundationEssentials
import HTTPMessages
public import RequestPipeline

/// A failure of ``discover(_:from:session:)``, of a provider's answer, or of a login.
///
/// ```swift
/// catch where error.code == .refused && error.providerCode == "invalid_grant" { … }
/// ```
public struct OpenIDError: RequestFailure, LocalizedError, Equatable {
    /// The kinds of failure.
    public struct Code: Sendable, Hashable {
        fileprivate let name: String

        /// The provider said no; ``OpenIDError/providerCode`` has its word for it.
        public static let refused = Code(name: "refused")
        /// The provider could not be reached, or its answer did not come whole; the cause is a `TransportError`.
        public static let network = Code(name: "network")
        /// The answer is not what the protocol says; the cause is a `ResponseError`.
        public static let answerInvalid = Code(name: "answerInvalid")
        /// The provider's metadata are not usable: an endpoint with an address that must not be used, for instance.
        public static let metadataInvalid = Code(name: "metadataInvalid")
        /// The metadata, or an answer, are from another issuer than the one that was asked.
        public static let issuerMismatch = Code(name: "issuerMismatch")
        /// The provider does not say that it offers this.
        public static let unsupported = Code(name: "unsupported")
        /// A token, or a signed profile, is not to be believed; the cause is an ``IDTokenError``.
        public static let tokenInvalid = Code(name: "tokenInvalid")
        /// The browser brought no code back; the cause is an ``AuthorizationError``.
        public static let loginFailed = Code(name: "loginFailed")
        /// The person closed the page, or the program gave up.
        public static let cancelled = Code(name: "cancelled")
        /// The key for DPoP could not be had; the cause is a ``DPoPError``.
        public static let keyUnavailable = Code(name: "keyUnavailable")
        /// What was asked for makes no sense; nothing was sent.
        public static let argumentInvalid = Code(name: "argumentInvalid")
        /// Something else; the cause tells what.
        public static let other = Code(name: "other")
    }

    /// What happened.
    public let code: Code
    /// What to do about it.
    public let advice: String
    /// What the provider said, when it refused: the members of its answer.
    public let info: [String: any Sendable]
    /// The status of the answer, 0 when there was none.
    public let statusCode: Int
    /// The error underneath, when there is one.
    public let cause: (any Error)?

    init(
        _ code: Code, _ advice: String, info: [String: any Sendable] = [:], statusCode: Int = 0,
        cause: (any Error)? = nil
    ) {
        (self.code, self.advice, self.info) = (code, advice, info)
        (self.statusCode, self.cause) = (statusCode, cause)
    }

    /// The member `error` of what the provider said, such as `invalid_grant`.
    ///
    /// - SeeAlso: [RFC 6749 §5.2](https://www.rfc-editor.org/rfc/rfc6749#section-5.2)
    public var providerCode: String? { info["error"] as? String }
    /// The member `error_description` of what the provider said: for a developer, not for a page.
    public var providerDescription: String? { info["error_description"] as? String }
    /// How long the provider asks to wait, when it does: at most one day.
    public var retryAfter: Duration? { (info[retryAfterKey] as? Int).map { .seconds($0) } }
    /// Whether only the network was in the way.
    public var isNetworkError: Bool { (cause as? TransportError)?.isNetworkError ?? false }
    /// Whether the same may succeed later: a network error, 429, a failure of the server, or keys that could not be had.
    public var isRetryable: Bool {
        isNetworkError || statusCode == 429 || (500...599).contains(statusCode)
            || (cause as? IDTokenError)?.isRetryable == true
    }

    /// Compares codes and what the provider called it.
    public static func == (lhs: Self, rhs: Self) -> Bool {
        lhs.code == rhs.code && lhs.providerCode == rhs.providerCode
    }
}

extension OpenIDError {
    /// The provider refused.
    public init(info: [String: any Sendable], statusCode: Int) {
        self.init(.refused, "the provider refused", info: info, statusCode: statusCode)
    }

    /// Something else went wrong.
    public init(cause: any Error, statusCode: Int = 0) {
        switch cause {
        case let error as OpenIDError: self = error
        case let error as ResponseError:
            if let own = error.cause as? OpenIDError {
                self = own
            } else {
                self.init(
                    .answerInvalid, "the provider does not answer as it should", statusCode: statusCode, cause: error)
            }
        case let error as TransportError: self.init(error, statusCode)
        case let error as AuthorizationError: self.init(error)
        case let error as IDTokenError where error.code == .expectationInvalid:
            self.init(.argumentInvalid, error.advice, cause: error)
        case is IDTokenError: self.init(.tokenInvalid, "do not use what came", statusCode: statusCode, cause: cause)
        case is DPoPError: self.init(.keyUnavailable, "the key for DPoP could not be had", cause: cause)
        default: self.init(.other, "the request could not be completed", statusCode: statusCode, cause: cause)
        }
    }

    private init(_ error: TransportError, _ statusCode: Int) {
        switch error.code {
        case .cancelled: self.init(.cancelled, "the program gave up", cause: error)
        case .invalidArgument: self.init(.argumentInvalid, "a parameter is not well formed", cause: error)
        default: self.init(.network, "try again later", statusCode: statusCode, cause: error)
        }
    }

    private init(_ error: AuthorizationError) {
        switch error.code {
        case .cancelled: self.init(.cancelled, error.advice, cause: error)
        case .requestInvalid: self.init(.argumentInvalid, error.advice, cause: error)
        case .issuerMismatch: self.init(.issuerMismatch, error.advice, cause: error)
        case .preparationFailed where error.cause is OpenIDError || error.cause is DPoPError:
            self.init(cause: error.cause ?? error)
        case .refused: self.init(.refused, "the provider refused", info: error.parameters, cause: error)
        default: self.init(.loginFailed, error.advice, cause: error)
        }
    }
}

extension OpenIDError: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Names the code, what the provider called it, and what to do; never what else the provider said.
    public var description: String {
        let said = providerCode.map { " \($0.excerptForLog)" } ?? ""
        return "OpenIDError.\(code.name)\(said): \(advice)" + (cause.map { " (\($0))" } ?? "")
    }
    /// As the description.
    public var debugDescription: String { description }
    /// As the description.
    public var errorDescription: String? { description }
    /// The code and the status only: what a provider said may hold anything.
    public var customMirror: Mirror { Mirror(self, children: ["code": code.name, "statusCode": statusCode]) }
}
