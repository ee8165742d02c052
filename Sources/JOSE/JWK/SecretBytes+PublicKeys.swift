import ByteEncodings
import OpenSSLCryptography

/// The error for a text or a certificate with a key that was passed as a shared secret.
package struct KeyAsSecret: Error, Equatable, CustomStringConvertible {
    /// The form of the given key.
    package let form: String

    /// The form of the key and the correct way to use it; never the key itself.
    package var description: String {
        "the shared secret is \(form): its holder could sign tokens; use a key set or VerificationKey(_:) for a public key"
    }
}

extension SignatureAlgorithm {
    /// Returns the authenticator of an HMAC algorithm with a secret, which must be as long as the hash, and no key in a
    /// format of public keys.
    func authenticator(with secret: SecretBytes) throws(JOSEError) -> MessageAuthenticator {
        guard let hash = secretHash else { throw JOSEError(.algorithmNotAllowed) }
        guard secret.count >= hash.digestCount else { throw JOSEError(.keyRefused) }
        try secret.refuseKeys()
        return try JOSEError.wrapping(.keyRefused) { try MessageAuthenticator(key: secret, hash: hash) }
    }
}

extension SecretBytes {
    /// Throws if the secret is a key in a format in which public keys are exchanged: PEM, the line of an SSH key, a
    /// JSON web key or key set, DER, or DER in base64, as in `x5c` (RFC 7517 §4.7).
    ///
    /// A public key is not secret, so an attacker could sign tokens with it (CVE-2022-29217). A private key in such a
    /// format is also a mistake: its text is not the secret of an HMAC.
    fileprivate func refuseKeys() throws(JOSEError) {
        guard let form = withUnsafeBytes({ keyForm(of: $0) }) else { return }
        throw JOSEError(.keyRefused, cause: KeyAsSecret(form: form))
    }
}

private let whitespace: [UInt8] = [0x20, 0x09, 0x0A, 0x0D]

/// Returns the form of an encoded key; `nil` if the bytes are not a key.
private func keyForm(of bytes: UnsafeRawBufferPointer) -> String? {
    if bytes.contains("-----BEGIN ") || bytes.contains("---- BEGIN ") { return "a key in PEM" }
    let sshPrefixes = ["ssh-", "ecdsa-sha2-", "sk-ssh-", "sk-ecdsa-"]
    if bytes.contains(" AAAA"), sshPrefixes.contains(where: bytes.contains) { return "the line of an SSH key" }
    if bytes.first(where: { !whitespace.contains($0) }) == UInt8(ascii: "{"),
        let object = try? JSONValue(parsing: bytes.bindMemory(to: UInt8.self)),
        object["kty"] != nil || object["keys"] != nil
    {
        return "a JSON web key"
    }
    if PublicKey.isEncoded(bytes) { return "a key or a certificate in DER" }
    var decoded = bytes.decodedDER
    defer { decoded.wipe() }
    return decoded.withUnsafeBytes(PublicKey.isEncoded) ? "a key or a certificate in base64" : nil
}

extension UnsafeRawBufferPointer {
    /// The DER that a base64 text encodes, in either alphabet; empty for any other text.
    fileprivate var decodedDER: [UInt8] {
        // The tag of an ASN.1 SEQUENCE, 0x30, in base64.
        guard first(where: { !whitespace.contains($0) }) == UInt8(ascii: "M") else { return [] }
        var text: [UInt8] = compactMap { byte in
            switch byte {
            case UInt8(ascii: "+"): UInt8(ascii: "-")
            case UInt8(ascii: "/"): UInt8(ascii: "_")
            case UInt8(ascii: "="): nil
            default: whitespace.contains(byte) ? nil : byte
            }
        }
        defer { text.wipe() }
        return (try? Base64URL.decode(text[...])) ?? []
    }

    /// Whether an ASCII text occurs in the bytes.
    fileprivate func contains(_ text: String) -> Bool {
        let text = Array(text.utf8)
        guard count >= text.count else { return false }
        return (0...(count - text.count)).contains { self[$0..<($0 + text.count)].elementsEqual(text) }
    }
}
