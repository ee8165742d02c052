import JOSE

/// Why an access token does not open the door.
public struct TokenVerificationError: Error, Equatable, CustomStringConvertible {
    /// The kinds of failure.
    public struct Code: Sendable, Hashable {
        let name: String

        /// There is no access token.
        public static let tokenMissing = Code(name: "tokenMissing")
        /// The request presents tokens in more than one way, or in a way that does not exist.
        public static let requestMalformed = Code(name: "requestMalformed")
        /// The text is no signed token, or one of another kind.
        public static let malformed = Code(name: "malformed")
        /// The keys of the issuer could not be fetched; a later try may succeed.
        public static let keysUnavailable = Code(name: "keysUnavailable")
        /// No key of the issuer, or more than one, fits the token.
        public static let keyNotFound = Code(name: "keyNotFound")
        /// The token is signed with an algorithm that is not accepted here.
        public static let algorithmNotAllowed = Code(name: "algorithmNotAllowed")
        /// The signature is not the issuer's for this text.
        public static let signatureInvalid = Code(name: "signatureInvalid")
        /// A claim that has to be there is not.
        public static let claimMissing = Code(name: "claimMissing")
        /// A claim is of another type than it has to be.
        public static let claimInvalid = Code(name: "claimInvalid")
        /// A claim says something else than was expected.
        public static let claimMismatch = Code(name: "claimMismatch")
        /// The token was good until some time ago.
        public static let expired = Code(name: "expired")
        /// The token is from the future: one of the two clocks is wrong.
        public static let notYetValid = Code(name: "notYetValid")
        /// The token is bound to a key and comes without a proof that its bearer has it, or the other way round.
        public static let proofMissing = Code(name: "proofMissing")
        /// The proof does not hold; the cause, a ``DPoPProofError``, tells why.
        public static let proofInvalid = Code(name: "proofInvalid")
        /// The token is good, and not for this.
        public static let insufficientScope = Code(name: "insufficientScope")
        /// Nobody waits for the verdict any more.
        public static let cancelled = Code(name: "cancelled")
    }

    /// What happened.
    public let code: Code
    /// The claim it happened to, when it was one.
    public let claim: String?
    /// What to do about it.
    public let advice: String
    /// The scopes that are needed, when they are what is missing.
    public let scopes: [String]
    /// The error underneath, when there is one.
    public let cause: (any Error)?

    init(_ code: Code, claim: String? = nil, _ advice: String, scopes: [String] = [], cause: (any Error)? = nil) {
        (self.code, self.claim, self.advice, self.scopes, self.cause) = (code, claim, advice, scopes, cause)
    }

    /// What holds for ID tokens and for access tokens alike.
    init(_ error: IDTokenError) {
        self.init(Code(name: error.code.name), claim: error.claim, error.advice, cause: error.cause)
    }

    /// Names the code and the claim, and says what to do; never what the token says.
    public var description: String {
        "TokenVerificationError.\(code.name)" + (claim.map { "(\($0))" } ?? "") + ": \(advice)"
            + (cause.map { " (\($0))" } ?? "")
    }

    /// Compares codes and claims only.
    public static func == (lhs: Self, rhs: Self) -> Bool { lhs.code == rhs.code && lhs.claim == rhs.claim }
}

extension TokenVerificationError {
    /// The status for an answer to the request: 400, 401, 403, or 503 when the keys cannot be had.
    ///
    /// - SeeAlso: [RFC 6750 §3.1](https://www.rfc-editor.org/rfc/rfc6750#section-3.1)
    public var statusCode: Int {
        switch code {
        case .requestMalformed: 400
        case .insufficientScope: 403
        case .keysUnavailable, .cancelled: 503
        default: 401
        }
    }

    /// The field `WWW-Authenticate` for an answer to the request; `nil` when another token would change nothing.
    ///
    /// It names the kind of failure and never what the token says.
    ///
    /// - SeeAlso: [RFC 6750 §3](https://www.rfc-editor.org/rfc/rfc6750#section-3),
    ///   [RFC 9449 §7.1](https://www.rfc-editor.org/rfc/rfc9449#section-7.1)
    public var challenge: String? {
        switch code {
        case .keysUnavailable, .cancelled: nil
        case .tokenMissing: "Bearer"
        case .requestMalformed: #"Bearer error="invalid_request""#
        case .insufficientScope: #"Bearer error="insufficient_scope", scope="\#(scopes.joined(separator: " "))""#
        case .proofMissing: #"DPoP error="invalid_token""#
        case .proofInvalid: #"DPoP error="\#((cause as? DPoPProofError)?.answer ?? "invalid_dpop_proof")""#
        default: #"Bearer error="invalid_token""#
        }
    }
}
