import OpenSSLCryptography
import ByteEncodings
public import HTTPMessages
public import JOSE

/// A verifier of proofs of possession, for a server: the client must hold the key that its access token is bound to.
///
/// Create one verifier for all requests: it remembers the proofs it has accepted.
///
/// - SeeAlso: [RFC 9449 §4.3](https://www.rfc-editor.org/rfc/rfc9449#section-4.3)
public struct DPoPProofVerifier: Sendable {
    private let algorithms: Set<SignatureAlgorithm>
    private let window: Int
    private let memory: ProofMemory
    private let clock: TimeSource

    /// Creates a verifier.
    ///
    /// - Parameters:
    ///   - algorithms: The accepted signature algorithms; algorithms with a shared secret are never accepted.
    ///   - window: The maximum difference between a proof's time and the server's clock: 1 to 300 seconds, 60 by
    ///     default; other values are clamped.
    ///   - capacity: The maximum number of remembered proofs, each for twice the window. Above it, requests are refused
    ///     with ``DPoPProofError/Code/tooMany``.
    ///   - clock: The source of the current time.
    public init(
        algorithms: Set<SignatureAlgorithm> = SignatureAlgorithm.asymmetric, window: Duration = .seconds(60),
        capacity: Int = 100_000, clock: TimeSource = .system
    ) {
        self.algorithms = algorithms
        self.window = Int(min(max(window.components.seconds, 1), 300))
        memory = ProofMemory(capacity: capacity)
        self.clock = clock
    }

    /// Verifies the proof of a request.
    ///
    /// - Parameters:
    ///   - fields: The header fields of the request.
    ///   - method: The method of the request.
    ///   - url: The address of the request as the client sent it; behind a proxy it differs from the received address.
    ///   - accessToken: The access token of the request, whose hash the proof must contain; `nil`, the default, for a
    ///     request without one.
    ///   - thumbprint: The thumbprint of the key that the access token is bound to (`cnf.jkt`); `nil`, the default,
    ///     accepts any key.
    ///   - nonces: The currently valid nonces of the server; `nil`, the default, requires none.
    /// - Returns: The verified proof.
    /// - Throws: A ``DPoPProofError``; its ``DPoPProofError/answer`` is the error code for the server's response.
    public func verify(
        _ fields: TransportFields, method: TransportMethod, url: HTTPURL, accessToken: String? = nil,
        boundTo thumbprint: String? = nil, nonces: [String]? = nil
    ) throws -> DPoPProof {
        try verify(
            proof: fields["DPoP"], method: method, url: url, accessToken: accessToken, boundTo: thumbprint,
            nonces: nonces)
    }

    /// Verifies the proof of a request, given the value of its field `DPoP`; see
    /// ``verify(_:method:url:accessToken:boundTo:nonces:)``.
    func verify(
        proof text: String?, method: TransportMethod, url: HTTPURL, accessToken: String?, boundTo thumbprint: String?,
        nonces: [String]?
    ) throws(DPoPProofError) -> DPoPProof {
        // HTTPMessages joins repeated fields with a comma, which no valid proof contains.
        guard let text else { throw DPoPProofError(.missing) }
        let proof = try DPoPProof(signedText(text))
        try check(proof, method, url, accessToken)
        if let thumbprint, !ConstantTime.areEqual(thumbprint, proof.thumbprint) { throw DPoPProofError(.keyMismatch) }
        if let nonces {
            guard let nonce = proof.nonce, nonces.contains(where: { ConstantTime.areEqual($0, nonce) }) else {
                throw DPoPProofError(.nonceRequired)
            }
        }
        let now = clock.secondsSince1970
        guard abs(Double(now) - proof.issuedAt) <= Double(window) else { throw DPoPProofError(.tooOld, claim: "iat") }
        try memory.note(proof, until: now + 2 * window, now: now)
        return proof
    }

    /// Parses a proof and verifies its signature with the key in its header.
    ///
    /// - Returns: The parsed proof and the thumbprint of the key.
    private func signedText(_ text: String) throws(DPoPProofError) -> (text: CompactJWS, thumbprint: String) {
        do throws(JOSEError) {
            let signed = try CompactJWS(parsing: text)
            guard ExpectedType.exactly("dpop+jwt").accepts(signed.header.type) else {
                throw JOSEError(.headerNotAllowed)
            }
            guard algorithms.contains(signed.header.algorithm) else { throw JOSEError(.algorithmNotAllowed) }
            guard let member = signed.headerMembers["jwk"] else { throw JOSEError(.keyRefused) }
            let key = try JSONWebKey(member)
            guard try VerificationKey(preparing: key, allowing: [signed.header.algorithm]).signed(signed) else {
                throw JOSEError(.signatureInvalid)
            }
            return (signed, Base64URL.encode(key.thumbprint))
        } catch {
            switch error.code {
            case .algorithmNotAllowed: throw DPoPProofError(.algorithmNotAllowed, cause: error)
            case .keyRefused: throw DPoPProofError(.keyRefused, cause: error)
            case .signatureInvalid: throw DPoPProofError(.signatureInvalid, cause: error)
            default: throw DPoPProofError(.malformed, cause: error)
            }
        }
    }

    private func check(
        _ proof: DPoPProof, _ method: TransportMethod, _ url: HTTPURL, _ accessToken: String?
    ) throws(DPoPProofError) {
        guard proof.method.utf8.elementsEqual(method.rawValue.utf8) else {
            throw DPoPProofError(.claimMismatch, claim: "htm")
        }
        guard ProofTarget(proof.url) == ProofTarget(url) else { throw DPoPProofError(.claimMismatch, claim: "htu") }
        guard let accessToken else { return }
        guard let hash = proof.accessTokenHash else { throw DPoPProofError(.claimInvalid, claim: "ath") }
        guard ConstantTime.areEqual(hash, ProofKey.hash(of: accessToken)) else {
            throw DPoPProofError(.claimMismatch, claim: "ath")
        }
    }
}
