import ByteEncodings
public import FoundationEssentials
public import HTTPMessages
import JOSE

/// What a proof says whose signature was checked.
public struct DPoPProof: Sendable {
    /// The SHA-256 thumbprint of the key that signed it, as `jkt` spells it.
    public let thumbprint: String
    /// The method of the request it is for.
    public let method: String
    /// The address of the request it is for.
    public let url: HTTPURL
    /// What tells it from every other proof of its key.
    public let identifier: String
    /// The nonce of the server, when it has one.
    public let nonce: String?
    /// The hash of the access token it is for, when it is for one.
    public let accessTokenHash: String?
    /// Seconds since 1970.
    let issuedAt: Double

    /// When it was made, by the clock of the client.
    public var issued: Date { Date(timeIntervalSince1970: issuedAt) }

    /// Reads the claims of a proof.
    ///
    /// - Throws: ``DPoPProofError/Code/claimInvalid`` when one that is required is missing, or one is of the wrong type.
    /// - SeeAlso: [RFC 9449 §4.2](https://www.rfc-editor.org/rfc/rfc9449#section-4.2)
    init(_ signed: (text: CompactJWS, thumbprint: String)) throws(DPoPProofError) {
        let claims: JSONValue
        do {
            claims = try JSONValue(parsing: signed.text.unverifiedPayload)
        } catch { throw DPoPProofError(.malformed, cause: error) }
        guard case .object = claims else { throw DPoPProofError(.malformed) }
        thumbprint = signed.thumbprint
        method = try Self.text("htm", of: claims)
        // A query or a fragment is read over, whoever put it there.
        let address = try Self.text("htu", of: claims).prefix { $0 != "?" && $0 != "#" }
        guard let url = try? HTTPURL(String(address)) else { throw DPoPProofError(.claimInvalid, claim: "htu") }
        self.url = url
        identifier = try Self.text("jti", of: claims)
        guard !identifier.isEmpty else { throw DPoPProofError(.claimInvalid, claim: "jti") }
        guard let issuedAt = claims["iat"]?.double, (0...253_402_300_799).contains(issuedAt) else {
            throw DPoPProofError(.claimInvalid, claim: "iat")
        }
        self.issuedAt = issuedAt
        nonce = claims["nonce"] == nil ? nil : try Self.text("nonce", of: claims)
        accessTokenHash = claims["ath"] == nil ? nil : try Self.text("ath", of: claims)
    }

    private static func text(_ name: String, of claims: JSONValue) throws(DPoPProofError) -> String {
        guard let text = claims[name]?.string else { throw DPoPProofError(.claimInvalid, claim: name) }
        return text
    }
}
