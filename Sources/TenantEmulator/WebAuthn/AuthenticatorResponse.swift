import ByteEncodings
import OpenSSLCryptography

/// The `authn_response` of a request: a public key credential in JSON.
///
/// - SeeAlso: [Web Authentication §5.1](https://www.w3.org/TR/webauthn-3/#dictdef-registrationresponsejson)
struct AuthenticatorResponse: Sendable {
    let credentialID: [UInt8]
    let clientDataText: [UInt8]
    let attestationObject: [UInt8]?
    let authenticatorData: [UInt8]?
    let signature: [UInt8]?
    let userHandle: [UInt8]?

    var clientDataHash: [UInt8] { HashAlgorithm.sha256.digest(of: clientDataText) }

    var clientData: JSONValue? { try? JSONValue(parsing: clientDataText) }

    /// Parses a credential; a defect names the member that is missing or invalid.
    init(_ value: JSONValue) throws(RelyingParty.Defect) {
        guard value["type"]?.string == "public-key" else { throw RelyingParty.Defect("type") }
        credentialID = try Self.required("id", of: value)
        guard try Self.required("rawId", of: value) == credentialID else { throw RelyingParty.Defect("rawId") }
        let attachments: [JSONValue?] = [nil, .string("platform"), .string("cross-platform")]
        guard attachments.contains(value["authenticatorAttachment"]) else {
            throw RelyingParty.Defect("authenticatorAttachment")
        }
        let response = value["response"] ?? .null
        clientDataText = try Self.required("clientDataJSON", of: response)
        attestationObject = try Self.bytes("attestationObject", of: response)
        authenticatorData = try Self.bytes("authenticatorData", of: response)
        signature = try Self.bytes("signature", of: response)
        userHandle = try Self.bytes("userHandle", of: response)
    }

    private static func bytes(_ name: String, of value: JSONValue) throws(RelyingParty.Defect) -> [UInt8]? {
        guard let member = value[name] else { return nil }
        guard let text = member.string, let bytes = try? Base64URL.decode(text) else {
            throw RelyingParty.Defect(name)
        }
        return bytes
    }

    private static func required(_ name: String, of value: JSONValue) throws(RelyingParty.Defect) -> [UInt8] {
        guard let bytes = try bytes(name, of: value), !bytes.isEmpty else { throw RelyingParty.Defect(name) }
        return bytes
    }
}
