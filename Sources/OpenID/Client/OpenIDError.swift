public import FoundationEssentials
import HTTPMessages
import JOSE
public import RequestPipeline

/// A failure of ``OpenIDProvider/discover(_:from:session:)``, of a request to the provider, or of a login.
///
/// ```swift
/// catch let error as OpenIDError where error.code == .refused && error.providerCode == "invalid_grant" { … }
/// ```
public struct OpenIDError: RequestFailure, LocalizedError, Equatable {
    /// The kinds of failure.
    public struct Code: Sendable, Hashable {
        fileprivate let name: String

        /// The provider refused the request; ``OpenIDError/providerCode`` is its error code.
        public static let refused = Code(name: "refused")
        /// The provider could not be reached, or its response was incomplete; the cause is a `TransportError`.
        public static let network = Code(name: "network")
        /// The server response violates the protocol; the cause is a `ResponseError`.
        public static let responseInvalid = Code(name: "responseInvalid")
        /// The provider's metadata are unusable, for example because an endpoint has a forbidden address.
        public static let metadataInvalid = Code(name: "metadataInvalid")
        /// The metadata, or a server response, name another issuer than the requested one.
        public static let issuerMismatch = Code(name: "issuerMismatch")
        /// The provider's metadata do not list this feature.
        public static let unsupported = Code(name: "unsupported")
        /// A token or a signed profile failed its validation; the cause is an ``IDTokenError``.
        public static let tokenInvalid = Code(name: "tokenInvalid")
        /// The browser login ended without an authorization code; the cause is an ``AuthorizationError``.
        public static let loginFailed = Code(name: "loginFailed")
        /// The user closed the page, or the program cancelled the operation.
        public static let cancelled = Code(name: "cancelled")
        /// A key is not available, or cannot sign. The cause is a ``DPoPError`` for a DPoP key, and a `JOSEError` for
        /// the key of the client's authentication or of signed authorization requests.
        public static let keyUnavailable = Code(name: "keyUnavailable")
        /// An argument is invalid; nothing was sent.
        public static let argumentInvalid = Code(name: "argumentInvalid")
        /// Another failure; see the cause.
        public static let other = Code(name: "other")
    }

    /// The kind of failure.
    public let code: Code
    /// Advice for the developer; after a refusal without an error code, an excerpt of its text, shortened and escaped.
    public let advice: String
    /// The members of the provider's error response; empty if the provider did not refuse.
    public let info: [String: any Sendable]
    /// The HTTP status of the server response; 0 without a response.
    public let statusCode: Int
    /// The underlying error, if there is one.
    public let cause: (any Error)?

    init(
        _ code: Code, _ advice: String, info: [String: any Sendable] = [:], statusCode: Int = 0,
        cause: (any Error)? = nil
    ) {
        (self.code, self.advice, self.info) = (code, advice, info)
        (self.statusCode, self.cause) = (statusCode, cause)
    }

    /// The provider's error code, such as `invalid_grant` (`error` of the error response).
    ///
    /// - SeeAlso: [RFC 6749 §5.2](https://www.rfc-editor.org/rfc/rfc6749#section-5.2)
    public var providerCode: String? { info["error"] as? String }
    /// The provider's error description, for developers, not for users (`error_description` of the error response).
    public var providerDescription: String? { info["error_description"] as? String }
    /// The delay that the provider asks for before a retry, at most one day; `nil` if it does not ask for one.
    public var retryAfter: Duration? { delayAsked(by: info, cause) }
    /// Whether the cause is a network failure.
    public var isNetworkError: Bool { (cause as? TransportError)?.isNetworkError ?? false }
    /// Whether a retry may succeed: after a network error, status 429 or 5xx, or while keys are unavailable.
    public var isRetryable: Bool {
        isNetworkError || statusCode == 429 || (500...599).contains(statusCode)
            || (cause as? IDTokenError)?.isRetryable == true
    }

    /// Compares codes and provider codes.
    public static func == (lhs: Self, rhs: Self) -> Bool {
        lhs.code == rhs.code && lhs.providerCode == rhs.providerCode
    }
}

extension OpenIDError {
    /// Creates the error for a refusal by the provider.
    ///
    /// - Parameters:
    ///   - info: The members of the error response.
    ///   - statusCode: The HTTP status of the server response.
    public init(info: [String: any Sendable], statusCode: Int) {
        let code = info["error"] as? String
        let said =
            info["error"] == nil ? (info["message"] as? String)?.excerptForLog : code.flatMap { Self.remedies[$0] }
        self.init(
            .refused, "the provider refused\(said.map { ": \($0)" } ?? "")\(meaning(ofStatus: statusCode))", info: info,
            statusCode: statusCode)
    }

    /// The remedies for the error codes of RFC 6749 §5.2.
    private static let remedies = [
        "invalid_client": "compare the client ID, the secret or key, and the method and algorithm of the client's "
            + "authentication with its registration",
        "invalid_grant": "the code, token, assertion or password is wrong, spent or expired, or was issued to another "
            + "client or for another redirect URI; log in",
        "invalid_scope": "request only scopes that the provider has and the client may request",
        "unauthorized_client": "register the client for this grant",
    ]

    /// Creates the error for any other failure.
    ///
    /// - Parameters:
    ///   - cause: The underlying error; its type determines the code.
    ///   - statusCode: The HTTP status of the server response; 0, the default, means no response.
    public init(cause: any Error, statusCode: Int = 0) {
        switch cause {
        case let error as OpenIDError: self = error
        case let error as ResponseError:
            if let own = error.cause as? OpenIDError {
                self = own
            } else {
                let page = (error.excerpt.map { ": \($0)" } ?? "") + meaning(ofStatus: statusCode)
                self.init(
                    .responseInvalid, "the provider does not respond as the protocol requires\(page)",
                    statusCode: statusCode, cause: error)
            }
        case let error as TransportError: self.init(error, statusCode)
        case let error as AuthorizationError: self.init(error)
        case let error as IDTokenError where error.code == .expectationInvalid:
            self.init(.argumentInvalid, error.advice, cause: error)
        case is IDTokenError:
            self.init(.tokenInvalid, "do not use the tokens of this response", statusCode: statusCode, cause: cause)
        case DPoPError.keyMissing:
            self.init(
                .keyUnavailable, "the key of the token no longer exists: log in again", statusCode: statusCode,
                cause: cause)
        case is DPoPError:
            self.init(.keyUnavailable, "the key for DPoP could not be loaded", statusCode: statusCode, cause: cause)
        case is JOSEError:
            self.init(.keyUnavailable, "the key of the client cannot sign", statusCode: statusCode, cause: cause)
        default: self.init(.other, "the request could not be completed", statusCode: statusCode, cause: cause)
        }
    }

    private init(_ error: TransportError, _ statusCode: Int) {
        switch error.code {
        case .cancelled: self.init(.cancelled, "the request was cancelled", cause: error)
        case .invalidArgument: self.init(.argumentInvalid, "a parameter is not well formed", cause: error)
        default: self.init(.network, Self.advice(for: error), statusCode: statusCode, cause: error)
        }
    }

    private static func advice(for error: TransportError) -> String {
        switch error.code {
        case .tlsFailure: "no secure connection: the certificate, its authority or the clock has to be corrected"
        case .unexpectedRedirect: "the address of the provider has changed: correct the issuer"
        case .malformedResponse, .responseTooLarge: "the provider, or a proxy, does not respond as HTTP requires"
        default: "the provider could not be reached, try again later"
        }
    }

    private init(_ error: AuthorizationError) {
        switch error.code {
        case .cancelled: self.init(.cancelled, error.advice, cause: error)
        case .requestInvalid: self.init(.argumentInvalid, error.advice, cause: error)
        case .issuerMismatch: self.init(.issuerMismatch, error.advice, cause: error)
        case .preparationFailed
        where error.cause is OpenIDError || error.cause is DPoPError || error.cause is JOSEError:
            self.init(cause: error.cause ?? error)
        case .refused: self.init(.refused, "the provider refused", info: error.parameters, cause: error)
        default: self.init(.loginFailed, error.advice, cause: error)
        }
    }
}

extension OpenIDError: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The code, the provider's error code and the advice; no other part of the error response.
    public var description: String {
        let said = providerCode.map { " \($0.excerptForLog)" } ?? ""
        return "OpenIDError.\(code.name)\(said): \(advice)" + (cause.map { " (\($0))" } ?? "")
    }
    /// The same text as ``description``.
    public var debugDescription: String { description }
    /// The provider's error code, the advice and the cause, without the name of a type, for `localizedDescription`.
    public var errorDescription: String? {
        (providerCode.map { "\($0.excerptForLog): " } ?? "") + advice + cause.remark
    }
    /// Only the code and the status: an error response may contain secrets.
    public var customMirror: Mirror { Mirror(self, children: ["code": code.name, "statusCode": statusCode]) }
}
