import ByteEncodings
public import FoundationEssentials
public import PasskeyAuthenticator
import RequestPipeline

/// The assertion of a passkey: a signed challenge to log in with.
///
/// ``PasskeyAuthenticator/SoftwareAuthenticator`` creates assertions. For another authenticator, declare a type that
/// conforms to this protocol.
///
/// - SeeAlso: [WebAuthn §5.2.2](https://www.w3.org/TR/webauthn-3/#iface-authenticatorassertionresponse)
public protocol LoginPasskey {
    /// The user handle; a login without it fails before anything is sent.
    var userID: Data? { get }
    /// The credential ID of the passkey.
    var credentialID: Data { get }
    /// The attachment of the authenticator: built into the device, or roaming.
    var attachment: PasskeyAttachment { get }
    /// The client data in JSON, as the authenticator signed it.
    var rawClientDataJSON: Data { get }
    /// The authenticator data; a login without it fails before anything is sent.
    var rawAuthenticatorData: Data? { get }
    /// The signature over the authenticator data and the hash of the client data; a login without it fails before
    /// anything is sent.
    var signature: Data? { get }
}

extension AssertedPasskey: LoginPasskey {}

/// A new passkey to enroll.
///
/// ``PasskeyAuthenticator/SoftwareAuthenticator`` creates passkeys. For another authenticator, declare a type that
/// conforms to this protocol.
///
/// - SeeAlso: [WebAuthn §5.2.1](https://www.w3.org/TR/webauthn-3/#iface-authenticatorattestationresponse)
public protocol NewPasskey {
    /// The credential ID of the passkey.
    var credentialID: Data { get }
    /// The attachment of the authenticator: built into the device, or roaming.
    var attachment: PasskeyAttachment { get }
    /// The client data in JSON.
    var rawClientDataJSON: Data { get }
    /// The attestation object, which holds the public key; a request without it fails before anything is sent.
    var rawAttestationObject: Data? { get }
}

/// A new passkey to sign up with.
public protocol SignupPasskey: NewPasskey {}

extension RegisteredPasskey: SignupPasskey {}

extension LoginPasskey {
    /// Returns the assertion in JSON, as the token endpoint accepts it.
    ///
    /// - SeeAlso: [WebAuthn §5.1](https://www.w3.org/TR/webauthn-3/#dictdef-authenticationresponsejson)
    func response() throws(PasskeyError) -> JSONValue {
        .credential(
            credentialID, attachment,
            response: [
                "clientDataJSON": rawClientDataJSON.base64URL,
                "authenticatorData": try present(rawAuthenticatorData, "authenticator data").base64URL,
                "signature": try present(signature, "signature").base64URL,
                "userHandle": try present(userID, "user ID").base64URL,
            ])
    }
}

extension NewPasskey {
    /// Returns the registration in JSON, as the token endpoint and the My Account API accept it.
    ///
    /// - SeeAlso: [WebAuthn §5.1](https://www.w3.org/TR/webauthn-3/#dictdef-registrationresponsejson)
    func response() throws(PasskeyError) -> JSONValue {
        .credential(
            credentialID, attachment,
            response: [
                "clientDataJSON": rawClientDataJSON.base64URL,
                "attestationObject": try present(rawAttestationObject, "attestation object").base64URL,
            ])
    }
}

extension Request {
    /// Adds an authenticator's response; without a part of it, the request fails with the error that names the part.
    func responding(_ response: () throws(PasskeyError) -> JSONValue) -> Self {
        do throws(PasskeyError) {
            return fields(["authn_response": try response()])
        } catch { return failing(error) }
    }
}

extension JSONValue {
    fileprivate static func credential(
        _ id: Data, _ attachment: PasskeyAttachment, response: KeyValuePairs<String, (any FieldValue)?>
    ) -> JSONValue {
        JSONValue(fields: [
            "id": id.base64URL,
            "rawId": id.base64URL,
            "type": "public-key",
            "authenticatorAttachment": attachment.field,
            "response": JSONValue(fields: response),
        ])
    }
}

extension Data {
    fileprivate var base64URL: String { Base64URL.encode(self) }

    // swift-format-ignore: AlwaysUseLowerCamelCase
    /// Encodes the bytes as base64url without padding, for members of passkeys.
    ///
    /// - Returns: The text; never `nil`.
    public func a0_encodeBase64URLSafe() -> String? { base64URL }
}

extension String {
    // swift-format-ignore: AlwaysUseLowerCamelCase
    /// Decodes base64url without padding, such as a member of a passkey.
    ///
    /// - Returns: The bytes, or `nil` if the text is something else.
    public func a0_decodeBase64URLSafe() -> Data? { (try? Base64URL.decode(self)).map { Data($0) } }
}

private func present(_ part: Data?, _ name: String) throws(PasskeyError) -> Data {
    guard let part else { throw PasskeyError(.incomplete, detail: "the passkey has no \(name)") }
    return part
}
