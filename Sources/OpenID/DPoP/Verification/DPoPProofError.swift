public import FoundationEssentials
import HTTPMessages

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

    /// Creates an error, for the program's own checks and for test doubles: the memberwise initializer,
    /// whose parameters are the same as the properties.
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

    /// The code, the name of the claim, the reason and what to do; never the contents of the proof.
    public var description: String {
        "DPoPProofError.\(code.name)" + (claim.map { "(\($0))" } ?? "") + ": \(sentence)"
            + (cause.map { " (\($0))" } ?? "")
    }
    /// The reason, what to do and the cause, without the name of the type, for `localizedDescription`.
    public var errorDescription: String? { sentence + cause.remark }

    /// Compares codes and claims only.
    public static func == (lhs: Self, rhs: Self) -> Bool { lhs.code == rhs.code && lhs.claim == rhs.claim }
}

extension DPoPProofError {
    /// The reason, and what the client or the server has to change.
    private var sentence: String {
        switch code {
        case .missing: "the request has no proof: send one in the field DPoP of each request"
        case .malformed: "the field DPoP has several values, or no signed proof: send one of the type dpop+jwt"
        case .algorithmNotAllowed: "the signature algorithm of the proof is not accepted: sign with ES256"
        case .keyRefused: "the key in the proof is missing, weak or not public: send the public key in the header jwk"
        case .signatureInvalid: "the signature does not match the key in the proof: sign with the key of the header jwk"
        case .claimInvalid:
            "the claim \(claim ?? "of the proof") is missing or of the wrong type: create the proof as RFC 9449 requires"
        case .claimMismatch: mismatch
        case .nonceRequired:
            "the proof lacks the current nonce: repeat the request with the nonce of the response field DPoP-Nonce"
        case .tooOld: "the time of the proof is not close to that of the server: set both clocks"
        case .replayed: "the proof was used before: create a new proof for each request"
        case .keyMismatch: "the access token is bound to another key: sign the proof with the key of the token"
        case .tooMany: "the replay store of the server is full: try again in a moment"
        case .replaysUnavailable: "the replay store of the server failed: try again in a moment"
        case .expectationInvalid: "the window of the verifier is invalid: choose 1 to 300 seconds"
        default: "the proof was refused: create a new one"
        }
    }

    private var mismatch: String {
        switch claim {
        case "htm": "the proof is for another HTTP method: create a proof for this request"
        case "htu": "the proof is for another URL: behind a proxy, verify it with the URL that the client used"
        case "ath": "the proof is for another access token: create a proof for this token"
        default: "the proof is for another request: create a proof for this request"
        }
    }
}
