import ByteEncodings
public import HTTPMessages
public import JOSE
import OpenSSLCryptography

/// A verifier of proofs of possession, for a server: the client must hold the key that its access token is bound to.
///
/// Create one verifier for all requests: it remembers the proofs it has accepted, and all copies share that memory. A
/// server with several processes needs a ``ReplayStore`` and the secret of a ``DPoPNonceIssuer`` that they share.
///
/// - SeeAlso: [RFC 9449 §4.3](https://www.rfc-editor.org/rfc/rfc9449#section-4.3)
public struct DPoPProofVerifier: Sendable {
    /// The issuer of the nonces that proofs must contain; `nil` if none are required.
    public let nonces: DPoPNonceIssuer?
    let algorithms: Set<SignatureAlgorithm>
    /// In seconds; `nil` if it is out of bounds.
    private let window: Int?
    private let replays: any ReplayStore
    private let clock: TimeSource
    private let keys = ProofKeyCache()

    /// The seconds by which the clock of one server may be set back.
    private static let clockStep = 3

    /// Creates a verifier.
    ///
    /// - Parameters:
    ///   - algorithms: The accepted signature algorithms; algorithms with a shared secret are never accepted.
    ///   - window: The maximum difference between a proof's time and the server's clock: 60 seconds by default, 1 to
    ///     300 seconds, in whole seconds. With any other value every verification fails with
    ///     ``DPoPProofError/Code/expectationInvalid``.
    ///   - replays: The store of the accepted proofs, each for twice the window after its time; `nil`, the default,
    ///     creates a ``MemoryReplayStore``, which keeps them for the window and accepts 1,000 proofs a second of each
    ///     key or account and 16,000 in all. When it is full, proofs are refused with ``DPoPProofError/Code/tooMany``.
    ///   - nonces: The issuer of the nonces that proofs must contain; `nil`, the default, requires none.
    ///   - clock: The source of the current time.
    public init(
        algorithms: Set<SignatureAlgorithm> = SignatureAlgorithm.asymmetric, window: Duration = .seconds(60),
        replays: (any ReplayStore)? = nil, nonces: DPoPNonceIssuer? = nil, clock: TimeSource = .system
    ) {
        self.algorithms = algorithms.intersection(SignatureAlgorithm.asymmetric)
        self.window = (.seconds(1) ... .seconds(300)).contains(window) ? Int(window.components.seconds) : nil
        self.replays = replays ?? MemoryReplayStore(clock: clock)
        (self.nonces, self.clock) = (nonces, clock)
    }

    /// Verifies the proof of a request.
    ///
    /// - Parameters:
    ///   - fields: The header fields of the request.
    ///   - method: The method of the request.
    ///   - url: The address of the request as the client sent it; behind a proxy it differs from the received address.
    ///   - accessToken: The access token of the request, whose hash the proof must contain; `nil`, the default, for a
    ///     request without a token.
    ///   - thumbprint: The thumbprint of the key that the access token is bound to (`cnf.jkt`); `nil`, the default,
    ///     accepts any key.
    ///   - nonces: The currently valid nonces of the server, in place of ``nonces``; `nil` by default.
    /// - Returns: The verified proof.
    /// - Throws: A ``DPoPProofError``; its ``DPoPProofError/responseCode`` is the error code for the server's response.
    public func verify(
        _ fields: TransportFields, method: TransportMethod, url: HTTPURL, accessToken: String? = nil,
        boundTo thumbprint: String? = nil, nonces: [String]? = nil
    ) async throws -> DPoPProof {
        try await verify(
            proof: fields["DPoP"], method: method, url: url, accessToken: accessToken, boundTo: thumbprint,
            nonces: nonces)
    }

    /// Verifies the proof of a request, given the value of its field `DPoP` and the account of its access token; see
    /// ``verify(_:method:url:accessToken:boundTo:nonces:)``.
    func verify(
        proof text: String?, method: TransportMethod, url: HTTPURL, accessToken: String?, boundTo thumbprint: String?,
        account: String? = nil, nonces: [String]?
    ) async throws(DPoPProofError) -> DPoPProof {
        let proof = try verifyNow(
            proof: text, method: method, url: url, accessToken: accessToken, boundTo: thumbprint, nonces: nonces)
        try await remember(proof, of: account)
        return proof
    }

    /// Verifies the proof of a request, but accepts it repeatedly.
    package func verifyNow(
        proof text: String?, method: TransportMethod, url: HTTPURL, accessToken: String? = nil,
        boundTo thumbprint: String? = nil, nonces: [String]? = nil
    ) throws(DPoPProofError) -> DPoPProof {
        guard let window else { throw DPoPProofError(.expectationInvalid) }
        // HTTPMessages joins repeated fields with a comma, which no valid proof contains.
        guard let text else { throw DPoPProofError(.missing) }
        let proof = try DPoPProof(signedText(text))
        try check(proof, method, url, accessToken)
        if let thumbprint, !ConstantTime.areEqual(thumbprint, proof.thumbprint) { throw DPoPProofError(.keyMismatch) }
        try checkNonce(proof.nonce, nonces)
        guard abs(Double(clock.secondsSince1970) - proof.issuedAt) <= Double(window) else {
            throw DPoPProofError(.tooOld, claim: "iat")
        }
        return proof
    }

    /// Returns the nonce that the client of an accepted proof should use next; `nil` if its nonce is still current.
    func newNonce(after proof: DPoPProof) -> String? {
        guard let current = try? nonces?.nonce() else { return nil }
        return proof.nonce.map { ConstantTime.areEqual($0, current) } == true ? nil : current
    }

    private func checkNonce(_ nonce: String?, _ accepted: [String]?) throws(DPoPProofError) {
        if let accepted {
            guard let nonce, accepted.contains(where: { ConstantTime.areEqual($0, nonce) }) else {
                throw DPoPProofError(.nonceRequired)
            }
        } else if let nonces {
            guard let nonce, nonces.accepts(nonce) else {
                throw DPoPProofError(.nonceRequired, nonce: try? nonces.nonce())
            }
        }
    }

    /// Stores an accepted proof, so that a replay is refused.
    private func remember(_ proof: DPoPProof, of account: String?) async throws(DPoPProofError) {
        // A proof is too old after one window; the second window is for different clocks of several servers. The clock
        // of one server is only corrected by small steps.
        let (issued, window) = (Int(proof.issuedAt.rounded(.up)), window ?? 0)
        let entry = ReplayEntry(
            "dpop", sender: proof.thumbprint, account: account, identifier: proof.identifier,
            expiry: issued + 2 * window, localExpiry: issued + min(window + Self.clockStep, 2 * window))
        let isNew: Bool
        do {
            isNew = try await replays.insert(entry)
        } catch {
            throw DPoPProofError(error is MemoryReplayStore.Full ? .tooMany : .replaysUnavailable, cause: error)
        }
        guard isNew else { throw DPoPProofError(.replayed, claim: "jti") }
    }

    /// Parses a proof and verifies its signature with the key in its header.
    private func signedText(_ text: String) throws(DPoPProofError) -> (text: CompactJWS, thumbprint: String) {
        do throws(JOSEError) {
            let signed = try CompactJWS(parsing: text)
            guard JWSHeader.ExpectedType.exactly("dpop+jwt").accepts(signed.header.type) else {
                throw JOSEError(.headerNotAllowed)
            }
            guard algorithms.contains(signed.header.algorithm) else { throw JOSEError(.algorithmNotAllowed) }
            let header = String(Substring(signed.encodedHeader))
            let known = keys.entry(for: header)
            let entry = if let known { known } else { try preparedKey(of: signed) }
            guard entry.key.signed(signed) else { throw JOSEError(.signatureInvalid) }
            if known == nil {
                // A key whose modulus any person can factor binds a token to no client.
                guard entry.key.isSound else { throw JOSEError(.keyRefused) }
                keys.keep(entry, for: header)
            }
            return (signed, entry.thumbprint)
        } catch {
            switch error.code {
            case .algorithmNotAllowed: throw DPoPProofError(.algorithmNotAllowed, cause: error)
            case .keyRefused: throw DPoPProofError(.keyRefused, cause: error)
            case .signatureInvalid: throw DPoPProofError(.signatureInvalid, cause: error)
            default: throw DPoPProofError(.malformed, cause: error)
            }
        }
    }

    private func preparedKey(of proof: CompactJWS) throws(JOSEError) -> ProofKeyCache.Entry {
        guard let member = proof.headerMembers["jwk"] else { throw JOSEError(.keyRefused) }
        let key = try JSONWebKey(member)
        return ProofKeyCache.Entry(
            key: try VerificationKey(preparing: key, allowing: [proof.header.algorithm]),
            thumbprint: key.thumbprintText)
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
        guard ConstantTime.areEqual(hash, accessToken.sha256) else {
            throw DPoPProofError(.claimMismatch, claim: "ath")
        }
    }
}
