import JOSE

/// Why an ID token is not believed.
public struct IDTokenError: Error, Equatable, CustomStringConvertible {
    /// The kinds of failure.
    public struct Code: Sendable, Hashable {
        let name: String

        /// There is no ID token where one has to be.
        public static let tokenMissing = Code(name: "tokenMissing")
        /// The text is no signed token, or one of another kind; the cause tells which.
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
        /// A claim is of another type than OpenID Connect says.
        public static let claimInvalid = Code(name: "claimInvalid")
        /// A claim says something else than was expected.
        public static let claimMismatch = Code(name: "claimMismatch")
        /// The token was good until some time ago.
        public static let expired = Code(name: "expired")
        /// The token is from the future: one of the two clocks is wrong.
        public static let notYetValid = Code(name: "notYetValid")
        /// The person logged in longer ago than was asked for.
        public static let loginTooOld = Code(name: "loginTooOld")
        /// Nobody waits for the verdict any more.
        public static let cancelled = Code(name: "cancelled")
        /// What is expected of the token makes no sense, such as a leeway of an hour.
        public static let expectationInvalid = Code(name: "expectationInvalid")
    }

    /// What happened.
    public let code: Code
    /// The claim it happened to, when it was one.
    public let claim: String?
    /// What to do about it.
    public let advice: String
    /// The error underneath, when there is one.
    public let cause: (any Error)?

    /// Makes an error.
    init(_ code: Code, claim: String? = nil, _ advice: String, cause: (any Error)? = nil) {
        (self.code, self.claim, self.advice, self.cause) = (code, claim, advice, cause)
    }

    /// What a signature that was not accepted means for an ID token.
    init(_ error: JOSEError) {
        let (code, advice): (Code, String) =
            switch error.code {
            case .algorithmNotAllowed:
                (.algorithmNotAllowed, "have the issuer sign with RS256 or another algorithm that is accepted here")
            case .keyNotFound:
                (.keyNotFound, "the issuer does not publish the key, or the token is from another issuer")
            case .keyAmbiguous: (.keyNotFound, "the issuer has to say in the token which of its keys it used")
            case .signatureInvalid: (.signatureInvalid, "the token was changed on its way; do not use it")
            default: (.malformed, "this is no token of the kind that is expected; do not use it")
            }
        self.init(code, advice, cause: error)
    }

    init(_ failure: KeySetFailure) {
        switch failure {
        case .token(let error): self.init(error)
        case .keys(let error) where error.code == .cancelled:
            self.init(.cancelled, "nobody waits for the verdict any more", cause: error)
        case .keys(let error):
            self.init(.keysUnavailable, "try again when the issuer can be reached", cause: error)
        }
    }

    /// Whether the same token may be believed later: only the keys could not be had.
    public var isRetryable: Bool { code == .keysUnavailable }

    /// Names the code and the claim, and says what to do; never what the token says.
    public var description: String {
        "IDTokenError.\(code.name)" + (claim.map { "(\($0))" } ?? "") + ": \(advice)"
            + (cause.map { " (\($0))" } ?? "")
    }

    /// Compares codes and claims only.
    public static func == (lhs: Self, rhs: Self) -> Bool { lhs.code == rhs.code && lhs.claim == rhs.claim }
}
