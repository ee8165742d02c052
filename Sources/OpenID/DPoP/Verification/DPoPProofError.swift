/// Why a proof of possession is not accepted.
public struct DPoPProofError: Error, Equatable, CustomStringConvertible {
    /// The kinds of failure.
    public struct Code: Sendable, Hashable {
        fileprivate let name: String

        /// There is no proof.
        public static let missing = Code(name: "missing")
        /// There is more than one proof, or none that is a signed text of the right type.
        public static let malformed = Code(name: "malformed")
        /// The algorithm is not accepted here.
        public static let algorithmNotAllowed = Code(name: "algorithmNotAllowed")
        /// The key in the proof is missing, weak, or not a public one.
        public static let keyRefused = Code(name: "keyRefused")
        /// The signature is not that key's.
        public static let signatureInvalid = Code(name: "signatureInvalid")
        /// A claim is missing or of the wrong type; ``DPoPProofError/claim`` tells which.
        public static let claimInvalid = Code(name: "claimInvalid")
        /// The proof is for another method, address or access token; ``DPoPProofError/claim`` tells which.
        public static let claimMismatch = Code(name: "claimMismatch")
        /// The proof lacks the nonce that the server gave, or has an old one.
        public static let nonceRequired = Code(name: "nonceRequired")
        /// The proof was made too long ago, or in the future.
        public static let tooOld = Code(name: "tooOld")
        /// The proof was seen before.
        public static let replayed = Code(name: "replayed")
        /// The access token is bound to another key.
        public static let keyMismatch = Code(name: "keyMismatch")
        /// More proofs arrive than can be remembered, so that none can be told from a replay.
        public static let tooMany = Code(name: "tooMany")
    }

    /// What happened.
    public let code: Code
    /// The claim it happened to, when it was one.
    public let claim: String?
    /// The error underneath, when there is one.
    public let cause: (any Error)?

    init(_ code: Code, claim: String? = nil, cause: (any Error)? = nil) {
        (self.code, self.claim, self.cause) = (code, claim, cause)
    }

    /// The code a server answers with: `use_dpop_nonce`, `invalid_token` or `invalid_dpop_proof`.
    ///
    /// - SeeAlso: [RFC 9449 §7.1](https://www.rfc-editor.org/rfc/rfc9449#section-7.1)
    public var answer: String {
        switch code {
        case .nonceRequired: "use_dpop_nonce"
        case .keyMismatch: "invalid_token"
        default: "invalid_dpop_proof"
        }
    }

    /// Names the code and the claim; never what the proof says.
    public var description: String {
        "DPoPProofError.\(code.name)" + (claim.map { "(\($0))" } ?? "") + (cause.map { " (\($0))" } ?? "")
    }

    /// Compares codes and claims only.
    public static func == (lhs: Self, rhs: Self) -> Bool { lhs.code == rhs.code && lhs.claim == rhs.claim }
}
