public import FoundationEssentials
import HTTPMessages
import JOSE

/// The reason an access token was rejected.
public struct TokenVerificationError: LocalizedError, Equatable, CustomStringConvertible {
    /// The kinds of failure.
    public struct Code: Sendable, Hashable {
        let name: String

        /// The request has no access token.
        public static let tokenMissing = Code(name: "tokenMissing")
        /// The request presents several tokens, or uses an unknown scheme.
        public static let requestMalformed = Code(name: "requestMalformed")
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
        /// A claim differs from the expected value.
        public static let claimMismatch = Code(name: "claimMismatch")
        /// The token has expired.
        public static let expired = Code(name: "expired")
        /// A time in the token is in the future: one of the two clocks is wrong.
        public static let notYetValid = Code(name: "notYetValid")
        /// The token is bound to a key but presented without a proof of possession, or is not bound but presented with
        /// one.
        public static let proofMissing = Code(name: "proofMissing")
        /// The proof of possession is invalid; the cause is a ``DPoPProofError``.
        public static let proofInvalid = Code(name: "proofInvalid")
        /// The server could not determine whether the proof was used before; a retry may succeed.
        public static let replaysUnavailable = Code(name: "replaysUnavailable")
        /// The token is bound to a certificate, but the client connected without one.
        public static let certificateMissing = Code(name: "certificateMissing")
        /// The token is bound to another certificate.
        public static let certificateMismatch = Code(name: "certificateMismatch")
        /// The server requires a binding that the token does not have.
        public static let bindingRequired = Code(name: "bindingRequired")
        /// The token is valid but lacks a required scope.
        public static let insufficientScope = Code(name: "insufficientScope")
        /// The caller cancelled the verification.
        public static let cancelled = Code(name: "cancelled")
        /// The verifier itself is configured with an invalid value, such as a leeway of an hour.
        public static let expectationInvalid = Code(name: "expectationInvalid")
    }

    /// The kind of failure.
    public let code: Code
    /// The name of the claim that caused the failure, if a claim did.
    public let claim: String?
    /// Advice for the developer of the client; it must not contain the token.
    public let advice: String
    /// The required scopes, if the token lacks one; otherwise empty.
    public let scopes: [String]
    /// The underlying error, if there is one.
    public let cause: (any Error)?
    /// The schemes of the server, for the challenge.
    private var schemes = OfferedSchemes()

    /// Creates an error, for the program's own checks and for test doubles: the memberwise initializer,
    /// whose parameters are the same as the properties.
    public init(
        _ code: Code, claim: String? = nil, advice: String, scopes: [String] = [], cause: (any Error)? = nil
    ) {
        (self.code, self.claim, self.advice, self.scopes, self.cause) = (code, claim, advice, scopes, cause)
    }

    /// Creates the error of a rule that access tokens share with ID tokens.
    init(_ error: IDTokenError) {
        self.init(Code(name: error.code.name), claim: error.claim, advice: error.advice, cause: error.cause)
    }

    /// Creates the error of a rejected proof.
    init(_ error: DPoPProofError) {
        switch error.code {
        case .expectationInvalid:
            self.init(.expectationInvalid, advice: "the window of proofs has to be 1 to 300 seconds", cause: error)
        case .tooMany, .replaysUnavailable:
            self.init(.replaysUnavailable, advice: "try again in a moment", cause: error)
        default: self.init(.proofInvalid, advice: "send a fresh proof for exactly this request", cause: error)
        }
    }

    /// Returns the same error with the schemes of the server.
    func offering(_ schemes: OfferedSchemes) -> Self {
        var copy = self
        copy.schemes = schemes
        return copy
    }

    /// The code, the name of the claim and the advice; never the contents of the token.
    public var description: String {
        "TokenVerificationError.\(code.name)" + (claim.map { "(\($0))" } ?? "") + ": \(advice)"
            + (cause.map { " (\($0))" } ?? "")
    }
    /// The name of the claim, the advice and the cause, without the name of a type, for `localizedDescription`.
    public var errorDescription: String? {
        (claim.map { "\($0): " } ?? "") + advice + cause.remark
    }

    /// Compares codes and claims only.
    public static func == (lhs: Self, rhs: Self) -> Bool { lhs.code == rhs.code && lhs.claim == rhs.claim }
}

extension TokenVerificationError {
    /// The HTTP status for the server's response: 400, 401, 403, 500 for an invalid configuration, or 503 if a retry
    /// may succeed.
    ///
    /// - SeeAlso: [RFC 6750 §3.1](https://www.rfc-editor.org/rfc/rfc6750#section-3.1)
    public var statusCode: Int {
        switch code {
        case .requestMalformed: 400
        case .insufficientScope: 403
        case .expectationInvalid: 500
        case .keysUnavailable, .replaysUnavailable, .cancelled: 503
        default: 401
        }
    }

    /// The field `WWW-Authenticate` for the server's response; `nil` if another token would not help.
    ///
    /// It contains the kind of failure and never the contents of the token.
    ///
    /// - SeeAlso: [RFC 6750 §3](https://www.rfc-editor.org/rfc/rfc6750#section-3),
    ///   [RFC 9449 §7.1](https://www.rfc-editor.org/rfc/rfc9449#section-7.1)
    public var challenge: String? {
        switch code {
        case .keysUnavailable, .replaysUnavailable, .cancelled, .expectationInvalid: nil
        case .tokenMissing: schemes.challenge
        case .requestMalformed: schemes.challenge("invalid_request")
        case .insufficientScope: schemes.challenge("insufficient_scope", scopeParameter)
        case .proofMissing: schemes.challenge("invalid_token", isDPoP: true)
        case .proofInvalid:
            schemes.challenge((cause as? DPoPProofError)?.responseCode ?? "invalid_dpop_proof", isDPoP: true)
        default: schemes.challenge("invalid_token")
        }
    }

    /// All header fields for the server's response: `WWW-Authenticate`, and the nonce that the client's next proof must
    /// contain (`DPoP-Nonce`), if the verifier issues nonces.
    ///
    /// A response with a nonce must not be cached.
    ///
    /// - SeeAlso: [RFC 9449 §8.2](https://www.rfc-editor.org/rfc/rfc9449#section-8.2),
    ///   [§9](https://www.rfc-editor.org/rfc/rfc9449#section-9)
    public var responseFields: [String: String] {
        var fields: [String: String] = [:]
        fields["WWW-Authenticate"] = challenge
        if let nonce = (cause as? DPoPProofError)?.nonce {
            fields["DPoP-Nonce"] = nonce
            fields["Cache-Control"] = "no-store"
        }
        return fields
    }

    /// The parameter `scope`; a scope with characters that a scope must not have is left out.
    private var scopeParameter: String? {
        let scopes = scopes.filter { $0.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C } }
        return scopes.isEmpty ? nil : #"scope="\#(scopes.joined(separator: " "))""#
    }
}
