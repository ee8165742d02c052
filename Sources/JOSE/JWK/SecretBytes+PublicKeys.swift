import ByteEncodings
import OpenSSLCryptography

/// A text or a certificate that contains a key was given as a shared secret.
package struct KeyAsSecret: Error, Equatable, CustomStringConvertible {
    /// The form of the given key.
    package let form: String

    /// Names the form of the key, and the way to use it; never the key.
    package var description: String {
        "the shared secret is \(form): its holder could sign tokens; use a key set or VerificationKey(_:) for a public key"
    }
}

extension SecretBytes {
    /// Throws if the secret is a key in one of the forms in which public keys are passed on: PEM, the line of an SSH
    /// key, a JSON web key or key set, or DER.
    ///
    /// A public key is known to any person, who could then sign tokens with it (CVE-2022-29217). A private key in such
    /// a form is a mistake, too: its text is not the secret of an HMAC.
    ///
    /// - Throws: A ``KeyAsSecret``, as the cause of ``JOSEError/Code/keyRefused``.
    func refuseKeys() throws(JOSEError) {
        guard let form = withUnsafeBytes({ keyForm(of: $0) }) else { return }
        throw JOSEError(.keyRefused, cause: KeyAsSecret(form: form))
    }
}

/// Returns the form in which bytes are a key; `nil` if they are none.
private func keyForm(of bytes: UnsafeRawBufferPointer) -> String? {
    if bytes.contains("-----BEGIN ") || bytes.contains("---- BEGIN ") { return "a key in PEM" }
    let sshPrefixes = ["ssh-", "ecdsa-sha2-", "sk-ssh-", "sk-ecdsa-"]
    if bytes.contains(" AAAA"), sshPrefixes.contains(where: bytes.contains) { return "the line of an SSH key" }
    if bytes.first(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) == UInt8(ascii: "{"),
        let object = try? JSONValue(parsing: bytes.bindMemory(to: UInt8.self)),
        object["kty"] != nil || object["keys"] != nil
    {
        return "a JSON web key"
    }
    return PublicKey.isEncoded(bytes) ? "a key or a certificate in DER" : nil
}

extension UnsafeRawBufferPointer {
    /// Whether an ASCII text occurs in the bytes.
    fileprivate func contains(_ text: String) -> Bool {
        let text = Array(text.utf8)
        guard count >= text.count else { return false }
        return (0...(count - text.count)).contains { self[$0..<($0 + text.count)].elementsEqual(text) }
    }
}
