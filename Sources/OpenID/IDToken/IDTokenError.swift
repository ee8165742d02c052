public import FoundationEssentials
import HTTPMessages
import JOSE

/// The reason an ID token was rejected.
public struct IDTokenError: LocalizedError, Equatable, CustomStringConvertible {
    /// The kinds of failure.
    public struct Code: Sendable, Hashable {
        let name: String

        /// A required ID token is missing.
        public static let tokenMissing = Code(name: "tokenMissing")
        /// The text is not a signed token, or a token of another kind; see the cause.
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
        /// A claim does not have the type that OpenID Connect specifies.
        public static let claimInvalid = Code(name: "claimInvalid")
        /// A claim differs from the expected value.
        public static let claimMismatch = Code(name: "claimMismatch")
        /// The token has expired.
        public static let expired = Code(name: "expired")
        /// A time in the token is in the future: one of the two clocks is wrong.
        public static let notYetValid = Code(name: "notYetValid")
        /// The user logged in longer ago than the requested maximum age.
        public static let loginTooOld = Code(name: "loginTooOld")
        /// The caller cancelled the validation.
        public static let cancelled = Code(name: "cancelled")
        /// The expectations themselves are invalid, such as a leeway of an hour.
        public static let expectationInvalid = Code(name: "expectationInvalid")
    }

    /// The kind of failure.
    public let code: Code
    /// The name of the claim that caused the failure, if a claim did.
    public let claim: String?
    /// Advice for the developer.
    public let advice: String
    /// The underlying error, if there is one.
    public let cause: (any Error)?

    /// Creates an error.
    init(_ code: Code, claim: String? = nil, _ advice: String, cause: (any Error)? = nil) {
        (self.code, self.claim, self.advice, self.cause) = (code, claim, advice, cause)
    }

    /// Creates the error for a rejected signature.
    init(_ error: JOSEError) {
        let (code, advice): (Code, String) =
            switch error.code {
            case .algorithmNotAllowed:
                (.algorithmNotAllowed, "have the issuer sign with RS256 or another algorithm that is accepted here")
            case .keyNotFound:
                (.keyNotFound, "no usable key of the issuer fits (RSA needs 2048 bits), or the issuer is another")
            case .keyAmbiguous: (.keyNotFound, "the issuer has to say in the token which of its keys it used")
            case .signatureInvalid: (.signatureInvalid, "the token was modified; do not use it")
            case .keyRefused: (.signatureInvalid, "any person can sign with the issuer's key; do not use the token")
            case .malformed where error.claim != nil:
                (.malformed, "the claim is of another type than its standard says; do not use the token")
            default: (.malformed, "this is not a token of the expected kind; do not use it")
            }
        self.init(code, claim: error.claim, advice, cause: error)
    }

    /// Creates the error for keys that could not be fetched.
    init(_ error: KeySetError) {
        let (code, advice): (Code, String) =
            error.code == .cancelled
            ? (.cancelled, "the check was cancelled")
            : (.keysUnavailable, "try again when the issuer can be reached")
        self.init(code, advice, cause: error)
    }

    /// Whether the same token may be accepted later: only the issuer's keys were unavailable.
    public var isRetryable: Bool { code == .keysUnavailable }

    /// The code, the name of the claim and the advice; never the contents of the token.
    public var description: String {
        "IDTokenError.\(code.name)" + (claim.map { "(\($0))" } ?? "") + ": \(advice)"
            + (cause.map { " (\($0))" } ?? "")
    }
    /// The name of the claim, the advice and the cause, without the name of a type, for `localizedDescription`.
    public var errorDescription: String? {
        (claim.map { "\($0): " } ?? "") + advice + cause.remark
    }

    /// Compares codes and claims only.
    public static func == (lhs: Self, rhs: Self) -> Bool { lhs.code == rhs.code && lhs.claim == rhs.claim }
}
