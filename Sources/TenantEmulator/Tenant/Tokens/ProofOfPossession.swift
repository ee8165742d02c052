import ByteEncodings
import JOSE
import OpenSSLCryptography

/// The DPoP state of a tenant: its nonces and the proofs it has seen.
struct ProofOfPossession: Sendable {
    /// Whether every proof must contain the tenant's nonce.
    var requiresNonce = false
    private var secret = Secrets.bytes(32)
    /// The time until which each seen proof is valid, by thumbprint and `jti`.
    private var seen: [String: Int] = [:]

    /// Returns the nonce for clients that address the tenant by a host such as `127.0.0.1:8080`.
    func nonce(for host: String) -> String {
        Base64URL.encode(HashAlgorithm.sha256.digest(of: secret + Array(host.utf8)).prefix(18))
    }

    mutating func rotateNonce() { secret = Secrets.bytes(32) }

    /// Records a proof; `false` if it was recorded before.
    mutating func recordUse(of proof: DPoPProof, until end: Int, now: Int) -> Bool {
        seen.dropExpired(at: now, \.self)
        return seen.updateValue(end, forKey: "\(proof.thumbprint) \(proof.identifier)") == nil
    }
}

extension TenantState {
    /// The signature algorithms that proofs may use.
    var proofAlgorithms: Set<SignatureAlgorithm> {
        Set(configuration.dpopAlgorithms.compactMap(SignatureAlgorithm.init(rawValue:)))
    }

    /// Verifies the DPoP proof of a request that presents a token, or of a request to the token endpoint.
    ///
    /// - Returns: The thumbprint of the proof's key; `nil` if the request has no proof.
    /// - SeeAlso: [RFC 9449 §4.3](https://www.rfc-editor.org/rfc/rfc9449#section-4.3)
    mutating func proofKey(of context: RequestContext, token: String? = nil) throws(DPoPDefect) -> String? {
        let texts = Array(context.request.fields("dpop").map(\.value))
        guard let text = texts.first else { return nil }
        guard texts.count == 1 else { throw DPoPDefect("more than one proof") }
        let proof = try DPoPProof(text, algorithms: proofAlgorithms)
        let host = context.request.header("host") ?? ""
        guard proof.method == context.request.method else { throw DPoPDefect("htm is not the method") }
        // A proxy may replace the host that the client addressed.
        let addresses = ["\(origin.scheme)://\(host)", domain, programOrigin(of: context)].map {
            DPoPProof.normalized($0 + context.request.path)
        }
        guard addresses.contains(proof.address) else {
            throw DPoPDefect("htu is not the address")
        }
        let lifetime = configuration.dpopProofLifetime.wholeSeconds
        guard (now - lifetime...now + lifetime).contains(proof.issuedAt) else {
            throw DPoPDefect("iat is too far from now")
        }
        guard !possession.requiresNonce || proof.nonce == possession.nonce(for: host) else {
            throw DPoPDefect(nonce: possession.nonce(for: host))
        }
        let expected = token.map { Base64URL.encode(HashAlgorithm.sha256.digest(of: Array($0.utf8))) }
        guard proof.tokenHash == expected else { throw DPoPDefect("ath is not the hash of the access token") }
        guard possession.recordUse(of: proof, until: proof.issuedAt + lifetime + 1, now: now) else {
            throw DPoPDefect("jti was used before")
        }
        return proof.thumbprint
    }

    /// Adds the nonce for the next proof, if the tenant requires nonces.
    func withNonce(_ response: HTTPResponse, _ context: RequestContext) -> HTTPResponse {
        guard possession.requiresNonce, context.request.header("dpop") != nil, let host = context.request.header("host")
        else { return response }
        return response.with("DPoP-Nonce", possession.nonce(for: host))
    }
}
