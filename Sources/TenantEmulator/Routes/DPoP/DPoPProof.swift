import OpenSSLCryptography
import ByteEncodings
import JOSE

/// A proof that whoever sends a request holds a key.
///
/// - SeeAlso: [RFC 9449 §4](https://www.rfc-editor.org/rfc/rfc9449#section-4)
struct DPoPProof: Sendable {
    /// The key's thumbprint.
    let thumbprint: String
    let method: String
    /// The address without query and fragment, scheme and host in lower case.
    let address: String
    let identifier: String
    let issuedAt: Int
    let nonce: String?
    let tokenHash: String?

    /// Reads a proof and checks its signature with the key it brings.
    ///
    /// - SeeAlso: [RFC 9449 §4.3](https://www.rfc-editor.org/rfc/rfc9449#section-4.3), steps 2 to 7
    init(_ text: String, algorithms: Set<SignatureAlgorithm>) throws(DPoPDefect) {
        let payload: JSONValue
        do {
            let signed = try CompactJWS(text)
            guard let value = signed.headerMembers["jwk"] else { throw DPoPDefect("no jwk in the header") }
            let key = try JWK(value)
            thumbprint = Base64URL.encode(key.thumbprint)
            let ring = try KeyRing([VerificationKey(JWK(key.key), allowing: algorithms)])
            payload = try JSONValue(parsing: Self.verified(signed, by: ring))
        } catch let defect as DPoPDefect {
            throw defect
        } catch { throw DPoPDefect("not a signed proof: \(error)") }
        guard let method = payload["htm"]?.string, let address = payload["htu"]?.string,
            let identifier = payload["jti"]?.string, let issuedAt = payload["iat"]?.integer
        else { throw DPoPDefect("htm, htu, jti and iat are required") }
        (self.method, self.address) = (method, Self.normalized(address))
        (self.identifier, self.issuedAt) = (identifier, issuedAt)
        (nonce, tokenHash) = (payload["nonce"]?.string, payload["ath"]?.string)
    }

    /// The payload; a `kid` in the header is beside the point, since the key is in it too.
    private static func verified(_ signed: CompactJWS, by ring: KeyRing) throws -> [UInt8] {
        guard signed.header.keyID == nil else { throw DPoPDefect("kid beside jwk") }
        return try ring.verify(signed, type: .exactly("dpop+jwt")).payload
    }

    static func normalized(_ address: String) -> String {
        let bare = address.prefix { $0 != "?" && $0 != "#" }
        let parts = bare.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count >= 3 else { return String(bare) }
        let origin = parts.prefix(3).joined(separator: "/").lowercased()
        return ([origin] + parts.dropFirst(3).map(String.init)).joined(separator: "/")
    }
}

/// What is wrong with a proof, or that one is missing.
struct DPoPDefect: Error, Hashable {
    let error: String
    let description: String
    /// What the next proof has to repeat.
    var nonce: String?

    init(_ description: String) { (error, self.description) = ("invalid_dpop_proof", description) }

    /// A proof without the nonce that this tenant insists on.
    init(nonce: String) {
        (error, description) = ("use_dpop_nonce", "Authorization server requires nonce in DPoP proof")
        self.nonce = nonce
    }

    /// The answer of the token endpoint.
    ///
    /// - SeeAlso: [RFC 9449 §8](https://www.rfc-editor.org/rfc/rfc9449#section-8)
    var refusal: Refusal {
        let response = Refusal.oauth(400, error, description).response
        return Refusal(nonce.map { response.with("DPoP-Nonce", $0) } ?? response)
    }
}
