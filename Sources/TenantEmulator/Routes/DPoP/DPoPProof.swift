import ByteEncodings
import JOSE
import OpenSSLCryptography

/// A DPoP proof: it shows that the sender of a request holds a private key.
///
/// - SeeAlso: [RFC 9449 §4](https://www.rfc-editor.org/rfc/rfc9449#section-4)
struct DPoPProof: Sendable {
    /// The thumbprint of the proof's key.
    let thumbprint: String
    let method: String
    /// The URI without query and fragment, with scheme and host in lower case.
    let address: String
    let identifier: String
    let issuedAt: Int
    let nonce: String?
    let tokenHash: String?

    /// Parses a proof and verifies its signature with the key it contains.
    ///
    /// - SeeAlso: [RFC 9449 §4.3](https://www.rfc-editor.org/rfc/rfc9449#section-4.3), steps 2 to 7
    init(_ text: String, algorithms: Set<SignatureAlgorithm>) throws(DPoPDefect) {
        let payload: JSONValue
        do {
            let signed = try CompactJWS(text)
            guard let value = signed.headerMembers["jwk"] else { throw DPoPDefect("no jwk in the header") }
            let key = try JSONWebKey(value)
            thumbprint = Base64URL.encode(key.thumbprint)
            let ring = try KeyRing([VerificationKey(JSONWebKey(key.key), allowing: algorithms)])
            payload = try JSONValue(parsing: Self.verified(signed, by: ring))
        } catch let defect as DPoPDefect {
            throw defect
        } catch { throw DPoPDefect("not a signed proof: a JWT of type dpop+jwt is required") }
        guard let method = payload["htm"]?.string, let address = payload["htu"]?.string,
            let identifier = payload["jti"]?.string, let issuedAt = payload["iat"]?.integer
        else { throw DPoPDefect("htm, htu, jti and iat are required") }
        (self.method, self.address) = (method, Self.normalized(address))
        (self.identifier, self.issuedAt) = (identifier, issuedAt)
        (nonce, tokenHash) = (payload["nonce"]?.string, payload["ath"]?.string)
    }

    /// Verifies the signature and returns the payload; a `kid` is refused, because the header contains the key.
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

/// The reason a proof is rejected or demanded.
struct DPoPDefect: Error, Hashable {
    let error: String
    let description: String
    /// The nonce that the next proof must contain.
    var nonce: String?

    init(_ description: String) { (error, self.description) = ("invalid_dpop_proof", description) }

    /// Creates the defect of a proof without the required nonce.
    init(nonce: String) {
        (error, description) = ("use_dpop_nonce", "Authorization server requires nonce in DPoP proof")
        self.nonce = nonce
    }

    /// The error response of the token endpoint.
    ///
    /// - SeeAlso: [RFC 9449 §8](https://www.rfc-editor.org/rfc/rfc9449#section-8)
    var refusal: Refusal {
        let response = Refusal.oauth(400, error, description).response
        return Refusal(nonce.map { response.with("DPoP-Nonce", $0) } ?? response)
    }
}
