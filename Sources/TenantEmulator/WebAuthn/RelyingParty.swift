import ByteEncodings
import OpenSSLCryptography

/// The relying party of passkeys, which verifies the responses of authenticators.
///
/// - SeeAlso: [Web Authentication §7](https://www.w3.org/TR/webauthn-2/#sctn-rp-operations)
struct RelyingParty: Sendable {
    enum Ceremony: String, Sendable {
        case registration = "webauthn.create"
        case authentication = "webauthn.get"
    }

    struct Defect: Error, Hashable {
        let description: String
        init(_ description: String) { self.description = description }
    }

    let id: String
    /// The accepted origins, in addition to `https` at the relying party ID and its subdomains.
    let origins: Set<String>

    /// Verifies a new credential ([Web Authentication
    /// §7.1](https://www.w3.org/TR/webauthn-2/#sctn-registering-a-new-credential)).
    func register(_ response: AuthenticatorResponse, challenge: [UInt8]) throws(Defect) -> AttestationObject {
        try check(response.clientData, .registration, challenge)
        guard let bytes = response.attestationObject, let object = AttestationObject(bytes) else {
            throw Defect("attestationObject")
        }
        try check(object.data)
        guard object.credential.credentialID == response.credentialID else { throw Defect("credential id") }
        guard object.isValid(for: response.clientDataHash) else { throw Defect("attestation statement") }
        return object
    }

    /// Verifies an assertion; returns the authenticator data with the new signature count ([Web Authentication
    /// §7.2](https://www.w3.org/TR/webauthn-2/#sctn-verifying-assertion)).
    func authenticate(
        _ response: AuthenticatorResponse, challenge: [UInt8], key: COSEKey, userHandle: [UInt8], signCount: UInt32
    ) throws(Defect) -> AuthenticatorData {
        try check(response.clientData, .authentication, challenge)
        guard response.userHandle == userHandle else { throw Defect("userHandle") }
        guard let bytes = response.authenticatorData, let data = AuthenticatorData(bytes) else {
            throw Defect("authenticatorData")
        }
        try check(data)
        guard let signature = response.signature, key.isValid(signature, for: bytes + response.clientDataHash) else {
            throw Defect("signature")
        }
        // A count that does not increase indicates a cloned authenticator, unless the authenticator does not count.
        guard data.signCount > signCount || (data.signCount == 0 && signCount == 0) else { throw Defect("sign count") }
        return data
    }

    private func check(_ data: AuthenticatorData) throws(Defect) {
        guard data.relyingPartyHash == HashAlgorithm.sha256.digest(of: Array(id.utf8)) else {
            throw Defect("relying party")
        }
        guard data.userIsPresent else { throw Defect("user presence") }
        guard data.userIsVerified else { throw Defect("user verification") }
    }

    private func check(_ clientData: JSONValue?, _ ceremony: Ceremony, _ challenge: [UInt8]) throws(Defect) {
        guard let clientData else { throw Defect("clientDataJSON") }
        guard clientData["type"]?.string == ceremony.rawValue else { throw Defect("type") }
        guard clientData["challenge"]?.string == Base64URL.encode(challenge) else { throw Defect("challenge") }
        guard let origin = clientData["origin"]?.string, accepts(origin) else { throw Defect("origin") }
        guard [nil, .boolean(false)].contains(clientData["crossOrigin"]) else { throw Defect("cross origin") }
    }

    private func accepts(_ origin: String) -> Bool {
        guard !origins.contains(origin) else { return true }
        let prefix = "https://"
        guard origin.hasPrefix(prefix) else { return false }
        let authority = origin.dropFirst(prefix.count)
        let host = authority.prefix { $0 != ":" }
        let port = authority.dropFirst(host.count)
        guard port.isEmpty || UInt16(digits: port.dropFirst()) != nil else { return false }
        return host == id || host.hasSuffix(".\(id)")
    }
}
