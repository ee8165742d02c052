/// An attestation object: the authenticator data with an attestation statement.
///
/// - SeeAlso: [WebAuthn §6.5.4](https://www.w3.org/TR/webauthn-3/#sctn-generating-an-attestation-object)
struct AttestationObject: Sendable {
    let authenticatorData: [UInt8]
    /// The algorithm and the signature of a self attestation; `nil` for none.
    let statement: (algorithm: COSEAlgorithm, signature: [UInt8])?

    var bytes: [UInt8] {
        let members: [(key: CBOR, value: CBOR)] =
            statement.map {
                [(.text("alg"), .integer($0.algorithm.rawValue)), (.text("sig"), .bytes($0.signature))]
            } ?? []
        let object = CBOR.map([
            (.text("fmt"), .text(statement == nil ? "none" : "packed")), (.text("attStmt"), .map(members)),
            (.text("authData"), .bytes(authenticatorData)),
        ])
        return object.encoded
    }
}
