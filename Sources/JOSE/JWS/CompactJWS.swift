package import Encodings

/// A signed text in compact form, taken apart and not yet believed.
///
/// - SeeAlso: [RFC 7515 §7.1](https://www.rfc-editor.org/rfc/rfc7515#section-7.1)
public struct CompactJWS: Sendable {
    /// How long a text may be.
    public static let mostBytes = 65_536

    /// What the header says.
    public let header: JWSHeader
    /// The payload. Nobody has checked who wrote it.
    public let unverifiedPayload: [UInt8]
    /// The text as it was sent.
    package let string: String
    let text: [UInt8]
    /// Where the signature begins; the dot before it is not signed.
    let signatureStart: Int
    let signature: [UInt8]
    private let headerText: [UInt8]

    /// Takes a text apart.
    ///
    /// - Throws: ``JOSEError/Code/tooLarge`` above ``mostBytes``, ``JOSEError/Code/malformed`` unless there are exactly
    ///   three segments of canonical base64url, and what is wrong with the header.
    /// - Complexity: O(*n*); it stops at the first dot too many.
    public init(_ text: String) throws(JOSEError) {
        guard text.utf8.count <= Self.mostBytes else { throw JOSEError(.tooLarge) }
        string = text
        let text = Array(text.utf8)
        let dot = UInt8(ascii: ".")
        guard let first = text.firstIndex(of: dot), let second = text[(first + 1)...].firstIndex(of: dot),
            !text[(second + 1)...].contains(dot)
        else { throw JOSEError(.malformed) }
        do {
            headerText = try Base64URL.decode(text[..<first])
            unverifiedPayload = try Base64URL.decode(text[(first + 1)..<second])
            signature = try Base64URL.decode(text[(second + 1)...])
        } catch { throw JOSEError(.malformed, cause: error) }
        header = try JWSHeader(parsing: headerText)
        (self.text, signatureStart) = (text, second + 1)
    }

    /// What is signed: header and payload as they were sent.
    var signingInput: ArraySlice<UInt8> { text[..<(signatureStart - 1)] }

    /// Every member of the header, for proofs that carry their key.
    package var headerMembers: JSONValue { (try? JSONValue(parsing: headerText)) ?? .null }
}
