import OpenSSLCryptography

extension SecretStore {
    /// Reads a secret that is a text, such as a token.
    ///
    /// A `String` is not wiped from memory.
    ///
    /// - Parameter name: The name of the secret.
    /// - Returns: The text; `nil` when there is none of that name.
    /// - Throws: ``SecretStoreError``, such as ``SecretStoreError/Code/corrupt`` when the secret is not UTF-8.
    public func text(_ name: SecretName) throws -> String? {
        guard let secret = try read(name) else { return nil }
        guard let text = secret.withUnsafeBytes({ String(validating: $0, as: UTF8.self) }) else {
            throw SecretStoreError(.corrupt, name: name, detail: "it is no text")
        }
        return text
    }

    /// Writes a text, and replaces a secret of the same name.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - name: The name of the secret.
    /// - Throws: ``SecretStoreError``.
    public func write(_ text: String, as name: SecretName) throws {
        try write(SecretBytes(Array(text.utf8)), as: name)
    }
}
