import OpenSSLCryptography

extension SecretStore {
    /// Returns a secret that is a text, such as a token; blocks.
    ///
    /// A `String` is not wiped from memory.
    ///
    /// - Parameter name: The name of the secret.
    /// - Returns: The text; `nil` when there is none of that name.
    /// - Throws: ``SecretStoreError``, such as ``SecretStoreError/Code/corrupt`` when the secret is not UTF-8.
    public func text(named name: SecretName) throws -> String? {
        guard let secret = try secret(named: name) else { return nil }
        guard let text = secret.withUnsafeBytes({ String(validating: $0, as: UTF8.self) }) else {
            throw SecretStoreError(.corrupt, name: name, detail: "it is no text")
        }
        return text
    }

    /// Stores a text as a secret, and replaces a secret of the same name; blocks.
    ///
    /// - Parameters:
    ///   - text: The text; it is stored as UTF-8.
    ///   - name: The name of the secret.
    /// - Throws: ``SecretStoreError``; the previous secret remains unchanged.
    public func setText(_ text: String, named name: SecretName) throws {
        try setSecret(SecretBytes(text.utf8), named: name)
    }
}
