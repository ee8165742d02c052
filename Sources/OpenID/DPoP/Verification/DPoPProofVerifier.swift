import OpenSSLCryptography
import ByteEncodings
public import HTTPMessages
public import JOSE

/// Checks, for a server, that whoever sends a request holds the key that the access token is bound to.
///
/// Make one for all requests: it remembers the proofs it has seen.
///
/// - SeeAlso: [RFC 9449 §4.3](https://www.rfc-editor.org/rfc/rfc9449#section-4.3)
public struct DPoPProofVerifier: Sendable {
    private let algorithms: Set<SignatureAlgorithm>
    private let window: Int
    private let memory: ProofMemory
    private let clock: TimeSource

    /// Makes a verifier.
    ///
    /// - Parameters:
    ///   - algorithms: The algorithms that are accepted; those with a shared secret never are.
    ///   - window: How far the clock of the client may be from this one, and how long a proof may travel: at least a
    ///     second, at most 300 seconds.
    ///   - capacity: How many proofs are remembered at most, for twice the window each. When there are more, requests are
    ///     refused with ``DPoPProofError/Code/tooMany``.
    ///   - clock: Tells the time.
    public init(
        algorithms: Set<SignatureAlgorithm> = SignatureAlgorithm.asymmetric, window: Duration = .seconds(60),
        capacity: Int = 100_000, clock: TimeSource = .system
    ) {
        self.algorithms = algorithms
        self.window = Int(min(max(window.components.seconds, 1), 300))
        memory = ProofMemory(capacity: capacity)
        self.clock = clock
    }

    /// Checks the proof that comes with a request.
    ///
    /// - Parameters:
    ///   - fields: The header fields of the request.
    ///   - method: The method of the request.
    ///   - url: The address of the request as the client wrote it, which behind a proxy is not the one that arrives.
    ///   - accessToken: The access token of the request, whose hash the proof must have; `nil` where none is presented.
    ///   - thumbprint: The thumbprint that the access token is bound to (`cnf.jkt`); `nil` accepts any key.
    ///   - nonces: The nonces that are good now; `nil` asks for none.
    /// - Returns: What the proof says.
    /// - Throws: What is wrong with it, and what to answer: ``DPoPProofError/answer``.
    public func verify(
        _ fields: HTTPFields, method: HTTPMethod, url: HTTPURL, accessToken: String? = nil,
        boundTo thumbprint: String? = nil, nonces: [String]? = nil
    ) throws -> DPoPProof {
        // Several fields arrive joined by a comma, which no proof has.
        guard let text = fields["DPoP"] else { throw DPoPProofError(.missing) }
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

    /// Takes a proof apart and checks its signature with the key that it carries.
    ///
    /// - Returns: The text and the thumbprint of the key.
    private func signedText(_ text: String) throws(DPoPProofError) -> (text: CompactJWS, thumbprint: String) {
        do throws(JOSEError) {
            let signed = try CompactJWS(parsing: text)
            guard ExpectedType.exactly("dpop+jwt").accepts(signed.header.type) else {
                throw JOSEError(.headerNotAllowed)
            }
            guard algorithms.contains(signed.header.algorithm) else { throw JOSEError(.algorithmNotAllowed) }
            guard let member = signed.headerMembers["jwk"] else { throw JOSEError(.keyRefused) }
            let key = try JWK(member)
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
        _ proof: DPoPProof, _ method: HTTPMethod, _ url: HTTPURL, _ accessToken: String?
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
