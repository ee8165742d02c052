import OpenSSLCryptography
import ByteEncodings
import JOSE

/// What a tenant remembers about proofs of possession.
struct ProofOfPossession: Sendable {
    /// Whether every proof has to repeat the tenant's nonce.
    var requiresNonce = false
    private var secret = Secrets.bytes(32)
    /// Until when each proof would be accepted that was seen.
    private var seen: [String: Int] = [:]

    /// The nonce for those who reach the tenant under a name such as `127.0.0.1:8080`.
    func nonce(for host: String) -> String {
        Base64URL.encode(HashAlgorithm.sha256.digest(of: secret + Array(host.utf8)).prefix(18))
    }

    /// Makes every nonce there was worthless.
    mutating func rotateNonce() { secret = Secrets.bytes(32) }

    /// Writes a proof down.
    ///
    /// - Returns: `false` when it was there already.
    mutating func isFirst(_ proof: DPoPProof, until end: Int, now: Int) -> Bool {
        if seen.count > 10_000 { seen = seen.filter { $0.value > now } }
        return seen.updateValue(end, forKey: "\(proof.thumbprint) \(proof.identifier)") == nil
    }
}

extension TenantState {
    /// The algorithms proofs may be signed with.
    var proofAlgorithms: Set<SignatureAlgorithm> {
        Set(configuration.dpopAlgorithms.compactMap(SignatureAlgorithm.init(rawValue:)))
    }

    /// Checks the proof that a request carries.
    ///
    /// - Parameters:
    ///   - call: The request.
    ///   - token: The access token it comes with, if it does.
    /// - Returns: The thumbprint of the key; `nil` when there is no proof.
    /// - Throws: What is wrong with it.
    /// - SeeAlso: [RFC 9449 §4.3](https://www.rfc-editor.org/rfc/rfc9449#section-4.3)
    mutating func proofKey(of context: RequestContext, token: String? = nil) throws(DPoPDefect) -> String? {
        let texts = context.request.headers.filter { $0.name.lowercased() == "dpop" }.map(\.value)
        guard let text = texts.first else { return nil }
        guard texts.count == 1 else { throw DPoPDefect("more than one proof") }
        let proof = try DPoPProof(text, algorithms: proofAlgorithms)
        let host = context.request.header("host") ?? ""
        guard proof.method == context.request.method else { throw DPoPDefect("htm is not the method") }
        guard proof.address == DPoPProof.normalized("http://\(host)\(context.request.path)") else {
            throw DPoPDefect("htu is not the address")
        }
        let lifetime = configuration.dpopProofLifetime
        guard (now - lifetime...now + lifetime).contains(proof.issuedAt) else {
            throw DPoPDefect("iat is too far from now")
        }
        guard !possession.requiresNonce || proof.nonce == possession.nonce(for: host) else {
            throw DPoPDefect(nonce: possession.nonce(for: host))
        }
        let expected = token.map { Base64URL.encode(HashAlgorithm.sha256.digest(of: Array($0.utf8))) }
        guard proof.tokenHash == expected else { throw DPoPDefect("ath is not the hash of the access token") }
        guard possession.isFirst(proof, until: proof.issuedAt + lifetime + 1, now: now) else {
            throw DPoPDefect("jti was used before")
        }
        return proof.thumbprint
    }

    /// The same answer with the nonce for the next proof, where nonces are wanted.
    func withNonce(_ response: HTTPResponse, _ context: RequestContext) -> HTTPResponse {
        guard possession.requiresNonce, context.request.header("dpop") != nil, let host = context.request.header("host")
        else { return response }
        return response.with("DPoP-Nonce", possession.nonce(for: host))
    }
}
