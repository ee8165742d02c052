/// A new credential with its attestation statement.
///
/// - SeeAlso: [Web Authentication §6.5.4](https://www.w3.org/TR/webauthn-2/#sctn-generating-an-attestation-object)
struct AttestationObject: Sendable {
    let data: AuthenticatorData
    let credential: AuthenticatorData.Attested
    private let dataText: [UInt8]
    /// The signature of the credential's own key (self attestation); `nil` for no attestation.
    private let signature: [UInt8]?

    /// Parses an attestation object of the format `none`, or `packed` without certificates; `nil` for anything else.
    init?(_ bytes: [UInt8]) {
        guard let object = CBOR(bytes), object.map?.count == 3, let statement = object["attStmt"]?.map,
            let dataText = object["authData"]?.bytes, let data = AuthenticatorData(dataText),
            let credential = data.attested
        else { return nil }
        switch object["fmt"]?.text {
        case "none" where statement.isEmpty: signature = nil
        case "packed" where statement.count == 2:
            guard statement[.text("alg")] == .integer(credential.key.algorithm),
                let signature = statement[.text("sig")]?.bytes
            else { return nil }
            self.signature = signature
        default: return nil
        }
        (self.data, self.credential, self.dataText) = (data, credential, dataText)
    }

    /// Whether the attestation statement is valid for the client data with this hash.
    ///
    /// - SeeAlso: [Web Authentication §8.2](https://www.w3.org/TR/webauthn-2/#sctn-packed-attestation), self
    ///   attestation
    func isValid(for clientDataHash: [UInt8]) -> Bool {
        signature.map { credential.key.isValid($0, for: dataText + clientDataHash) } ?? true
    }
}
