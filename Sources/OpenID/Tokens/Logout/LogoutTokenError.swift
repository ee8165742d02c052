public import FoundationEssentials
import HTTPMessages

/// The reason a logout token was rejected.
public struct LogoutTokenError: LocalizedError, Equatable, CustomStringConvertible {
    /// The kinds of failure.
    public struct Code: Sendable, Hashable {
        let name: String

        /// The request has no logout token.
        public static let tokenMissing = Code(name: "tokenMissing")
        /// The text is not a signed token, or a token of another kind.
        public static let malformed = Code(name: "malformed")
        /// The issuer's keys could not be fetched; a retry may succeed.
        public static let keysUnavailable = Code(name: "keysUnavailable")
        /// No key of the issuer matches the token, or several do.
        public static let keyNotFound = Code(name: "keyNotFound")
        /// The signature algorithm of the token is not accepted.
        public static let algorithmNotAllowed = Code(name: "algorithmNotAllowed")
        /// The signature does not match the token.
        public static let signatureInvalid = Code(name: "signatureInvalid")
        /// A required claim is missing.
        public static let claimMissing = Code(name: "claimMissing")
        /// A claim has the wrong type.
        public static let claimInvalid = Code(name: "claimInvalid")
        /// A claim differs from the expected value, or must not be present.
        public static let claimMismatch = Code(name: "claimMismatch")
        /// The token has expired.
        public static let expired = Code(name: "expired")
        /// A time in the token is in the future: one of the two clocks is wrong.
        public static let notYetValid = Code(name: "notYetValid")
        /// The token was used before; its session has already ended.
        public static let replayed = Code(name: "replayed")
        /// The replay store failed or is full, so a replay cannot be detected; a retry may succeed.
        public static let replaysUnavailable = Code(name: "replaysUnavailable")
        /// The caller cancelled the verification.
        public static let cancelled = Code(name: "cancelled")
        /// The verifier itself is configured with an invalid value, such as a leeway of an hour.
        public static let expectationInvalid = Code(name: "expectationInvalid")
    }

    /// The kind of failure.
    public let code: Code
    /// The name of the claim that caused the failure, if a claim did.
    public let claim: String?
    /// Advice for the developer; it must not contain the token.
    public let advice: String
    /// The underlying error, if there is one.
    public let cause: (any Error)?

    /// Creates an error, for the program's own checks and for test doubles: the memberwise initializer,
    /// whose parameters are the same as the properties.
    public init(_ code: Code, claim: String? = nil, advice: String, cause: (any Error)? = nil) {
        (self.code, self.claim, self.advice, self.cause) = (code, claim, advice, cause)
    }

    /// Creates the error of a rule that logout tokens share with ID tokens.
    init(_ error: IDTokenError) {
        self.init(Code(name: error.code.name), claim: error.claim, advice: error.advice, cause: error.cause)
    }

    /// Whether the same token may be accepted later: only a key set or a store was unavailable.
    public var isRetryable: Bool { code == .keysUnavailable || code == .replaysUnavailable }

    /// The HTTP status for the server's response: 400 for a token that is rejected, which the specification requires;
    /// 500 for an invalid configuration; 503 if a retry may succeed.
    ///
    /// - SeeAlso: [OpenID Connect Back-Channel Logout
    ///   §2.8](https://openid.net/specs/openid-connect-backchannel-1_0.html#BCResponse)
    public var statusCode: Int {
        switch code {
        case .expectationInvalid: 500
        case .keysUnavailable, .replaysUnavailable, .cancelled: 503
        default: 400
        }
    }

    /// The code, the name of the claim and the advice; never the contents of the token.
    public var description: String {
        "LogoutTokenError.\(code.name)" + (claim.map { "(\($0))" } ?? "") + ": \(advice)"
            + (cause.map { " (\($0))" } ?? "")
    }
    /// The name of the claim, the advice and the cause, without the name of a type, for `localizedDescription`.
    public var errorDescription: String? {
        (claim.map { "\($0): " } ?? "") + advice + cause.remark
    }

    /// Compares codes and claims only.
    public static func == (lhs: Self, rhs: Self) -> Bool { lhs.code == rhs.code && lhs.claim == rhs.claim }
}
