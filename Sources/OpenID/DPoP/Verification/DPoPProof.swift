import ByteEncodings
public import FoundationEssentials
public import HTTPMessages
import JOSE

/// The claims of a proof of possession whose signature was verified.
public struct DPoPProof: Sendable {
    /// The SHA-256 thumbprint of the key that signed the proof, in the form of the claim `jkt`.
    public let thumbprint: String
    /// The method of the proved request (`htm`).
    public let method: String
    /// The address of the proved request, without query and fragment (`htu`).
    public let url: HTTPURL
    /// The identifier that distinguishes the proof from every other proof of its key (`jti`).
    public let identifier: String
    /// The nonce of the server (`nonce`); `nil` if the proof has none.
    public let nonce: String?
    /// The hash of the access token of the request (`ath`); `nil` if the proof has none.
    public let accessTokenHash: String?
    /// The time when the proof was created, in seconds since 1970 (`iat`).
    let issuedAt: Double

    /// The time when the proof was created, by the client's clock (`iat`).
    public var issued: Date { Date(timeIntervalSince1970: issuedAt) }

    /// Creates the claims of a proof, for a custom double; nothing is verified. This is the memberwise initializer,
    /// whose parameters are the same as the properties.
    public init(
        thumbprint: String, method: String, url: HTTPURL, identifier: String, issued: Date = Date(),
        nonce: String? = nil, accessTokenHash: String? = nil
    ) {
        (self.thumbprint, self.method, self.url, self.identifier) = (thumbprint, method, url, identifier)
        (self.nonce, self.accessTokenHash) = (nonce, accessTokenHash)
        issuedAt = issued.timeIntervalSince1970
    }

    /// Decodes the claims of a proof (RFC 9449 §4.2).
    init(_ signed: (text: CompactJWS, thumbprint: String)) throws(DPoPProofError) {
        let claims: JSONValue
        do {
            claims = try JSONValue(parsing: signed.text.unverifiedPayload)
        } catch { throw DPoPProofError(.malformed, cause: error) }
        guard case .object = claims else { throw DPoPProofError(.malformed) }
        thumbprint = signed.thumbprint
        method = try Self.text("htm", of: claims)
        // A query or a fragment is ignored, although a correct client sends neither.
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
