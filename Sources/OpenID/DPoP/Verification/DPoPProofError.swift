public import FoundationEssentials

/// The reason a proof of possession was rejected.
public struct DPoPProofError: LocalizedError, Equatable, CustomStringConvertible {
    /// The kinds of failure.
    public struct Code: Sendable, Hashable {
        fileprivate let name: String

        /// The request has no proof.
        public static let missing = Code(name: "missing")
        /// The request has several proofs, or a proof that is not a signed token of the right type.
        public static let malformed = Code(name: "malformed")
        /// The server does not accept the signature algorithm.
        public static let algorithmNotAllowed = Code(name: "algorithmNotAllowed")
        /// The key in the proof is missing, weak, or not a public key.
        public static let keyRefused = Code(name: "keyRefused")
        /// The signature does not match the key.
        public static let signatureInvalid = Code(name: "signatureInvalid")
        /// A claim is missing or has the wrong type; ``DPoPProofError/claim`` is its name.
        public static let claimInvalid = Code(name: "claimInvalid")
        /// The proof is for another method, address or access token; ``DPoPProofError/claim`` is the name of the claim.
        public static let claimMismatch = Code(name: "claimMismatch")
        /// The proof lacks the server's nonce, or has an old one.
        public static let nonceRequired = Code(name: "nonceRequired")
        /// The proof's time is too far in the past or in the future.
        public static let tooOld = Code(name: "tooOld")
        /// The proof was used before.
        public static let replayed = Code(name: "replayed")
        /// The access token is bound to another key.
        public static let keyMismatch = Code(name: "keyMismatch")
        /// The server receives more proofs than it can remember, so it cannot detect a replay; a retry may succeed.
        public static let tooMany = Code(name: "tooMany")
        /// The server's replay store failed, so a replay cannot be detected; a retry may succeed.
        public static let replaysUnavailable = Code(name: "replaysUnavailable")
        /// The verifier itself is configured with an invalid value, such as a window of an hour.
        public static let expectationInvalid = Code(name: "expectationInvalid")
    }

    /// The kind of failure.
    public let code: Code
    /// The name of the claim that caused the failure, if a claim did.
    public let claim: String?
    /// The nonce that the next proof must contain, for the field `DPoP-Nonce` of the server's response; `nil` if the
    /// verifier has no ``DPoPNonceIssuer``, or if the nonce is not the problem.
    public let nonce: String?
    /// The underlying error, if there is one.
    public let cause: (any Error)?

    /// Creates an error, for the program's own checks and for test doubles.
    ///
    /// - Parameters:
    ///   - code: The kind of failure.
    ///   - claim: The name of the claim that caused the failure; `nil`, the default, if no claim did.
    ///   - nonce: The nonce that the next proof must contain; `nil`, the default, for any.
    ///   - cause: The underlying error; `nil` by default.
    public init(_ code: Code, claim: String? = nil, nonce: String? = nil, cause: (any Error)? = nil) {
        (self.code, self.claim, self.nonce, self.cause) = (code, claim, nonce, cause)
    }

    /// The error code for the server's response: `use_dpop_nonce`, `invalid_token` or `invalid_dpop_proof`.
    ///
    /// - SeeAlso: [RFC 9449 §7.1](https://www.rfc-editor.org/rfc/rfc9449#section-7.1)
    public var responseCode: String {
        switch code {
        case .nonceRequired: "use_dpop_nonce"
        case .keyMismatch: "invalid_token"
        default: "invalid_dpop_proof"
        }
    }

    /// The code and the name of the claim; never the contents of the proof.
    public var description: String {
        "DPoPProofError.\(code.name)" + (claim.map { "(\($0))" } ?? "") + (cause.map { " (\($0))" } ?? "")
    }
    /// The description, for `localizedDescription`.
    public var errorDescription: String? { description }

    /// Compares codes and claims only.
    public static func == (lhs: Self, rhs: Self) -> Bool { lhs.code == rhs.code && lhs.claim == rhs.claim }
}
