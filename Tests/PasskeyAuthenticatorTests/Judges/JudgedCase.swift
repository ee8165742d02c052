import ByteEncodings
import Foundation
import PasskeyAuthenticator

/// The data that a relying party receives, and its expectations.
struct JudgedCase: Encodable {
    var ceremony: String
    var credential: Credential
    var challenge: String
    var relyingPartyID = "example.com"
    var origin = "https://example.com"
    var requiresUserVerification = false
    var publicKey: String?

    struct Credential: Encodable {
        let id: String
        let rawId: String
        var type = "public-key"
        let authenticatorAttachment: String?
        var response: [String: String]
    }

    init(_ passkey: RegisteredPasskey, challenge: Data) {
        self.init(
            "registration", passkey.credentialID, passkey.attachment, challenge,
            ["clientDataJSON": passkey.rawClientDataJSON, "attestationObject": passkey.rawAttestationObject])
    }

    init(_ passkey: AssertedPasskey, challenge: Data, publicKey: String?) {
        self.init(
            "authentication", passkey.credentialID, passkey.attachment, challenge,
            [
                "clientDataJSON": passkey.rawClientDataJSON, "authenticatorData": passkey.rawAuthenticatorData,
                "signature": passkey.signature, "userHandle": passkey.userID,
            ])
        self.publicKey = publicKey
    }

    private init(
        _ ceremony: String, _ id: Data, _ attachment: PasskeyAttachment, _ challenge: Data,
        _ response: [String: Data?]
    ) {
        self.ceremony = ceremony
        self.challenge = Base64URL.encode(challenge)
        credential = Credential(
            id: Base64URL.encode(id), rawId: Base64URL.encode(id), authenticatorAttachment: attachment.field,
            response: response.compactMapValues { $0.map { Base64URL.encode($0) } })
    }

    /// The case with one thing changed.
    func with(_ change: (inout Self) -> Void) -> Self {
        var copy = self
        change(&copy)
        return copy
    }

    /// The case with the last byte of a part of the response changed.
    func withDefect(in part: String) throws -> Self {
        var bytes = try Base64URL.decode(credential.response[part] ?? "")
        bytes[bytes.count - 1] ^= 1
        return with { $0.credential.response[part] = Base64URL.encode(bytes) }
    }

    private enum CodingKeys: String, CodingKey {
        case ceremony, credential, challenge, origin
        case relyingPartyID = "rp_id"
        case requiresUserVerification = "require_user_verification"
        case publicKey = "public_key"
    }
}
