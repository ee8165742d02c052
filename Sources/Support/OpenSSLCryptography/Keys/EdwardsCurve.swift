/// An EdDSA curve.
///
/// - SeeAlso: [RFC 8032](https://www.rfc-editor.org/rfc/rfc8032),
///   [RFC 8037 §2](https://www.rfc-editor.org/rfc/rfc8037#section-2)
package enum EdwardsCurve: String, Sendable, Hashable, CaseIterable {
    /// Ed25519: keys of 32 bytes, signatures of 64.
    case ed25519 = "Ed25519"
    /// Ed448: keys of 57 bytes, signatures of 114.
    case ed448 = "Ed448"

    /// The length of a public or private key in bytes.
    package var keyCount: Int { self == .ed25519 ? 32 : 57 }

    /// The length of a signature in bytes.
    package var signatureCount: Int { 2 * keyCount }

    /// The library's name of the key type.
    var name: String { self == .ed25519 ? "ED25519" : "ED448" }
}
