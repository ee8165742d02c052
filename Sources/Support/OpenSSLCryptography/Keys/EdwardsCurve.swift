/// A curve of EdDSA.
///
/// - SeeAlso: [RFC 8032](https://www.rfc-editor.org/rfc/rfc8032), [RFC 8037 §2](https://www.rfc-editor.org/rfc/rfc8037#section-2)
public enum EdwardsCurve: String, Sendable, Hashable, CaseIterable {
    /// Keys of 32 bytes, signatures of 64.
    case ed25519 = "Ed25519"
    /// Keys of 57 bytes, signatures of 114.
    case ed448 = "Ed448"

    /// How many bytes a key has, public or private.
    public var keyCount: Int { self == .ed25519 ? 32 : 57 }

    /// How many bytes a signature has.
    public var signatureCount: Int { 2 * keyCount }

    /// The library's name for the kind of key.
    var name: String { self == .ed25519 ? "ED25519" : "ED448" }
}
