import OpenSSLCryptography

extension SecretStore {
    /// Reads a secret that is a text, such as a token.
    ///
    /// What was copied into a `String` is not wiped from memory.
    ///
    /// - Returns: The text, or `nil` when there is none of that name.
    /// - Throws: ``SecretStoreError/Code/corrupt`` when what is there is no UTF-8.
    public func text(_ name: SecretName) throws -> String? {
        guard let secret = try read(name) else { return nil }
        guard let text = secret.withUnsafeBytes({ String(validating: $0, as: UTF8.self) }) else {
            throw SecretStoreError(.corrupt, name: name, detail: "it is no text")
        }
        return text
    }

    /// Writes a text, in place of a secret of the same name.
    ///
    /// - Throws: ``SecretStoreError``.
    public func write(_ text: String, as name: SecretName) throws {
        try write(SecretBytes(Array(text.utf8)), as: name)
    }
}
