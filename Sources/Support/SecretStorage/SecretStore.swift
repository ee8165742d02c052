public import OpenSSLCryptography

/// A store of small secrets, each under the name of a service and an account.
///
/// A store implements the blocking functions: they wait for disks, locks and other processes, so call them on a thread
/// that may block. In asynchronous code, call the functions of the same names with `await`: they run on a separate
/// thread. A store is safe to use from any thread, and from any number of processes at the same time.
///
/// An unreadable secret is an error, never a missing value, and is not removed.
public protocol SecretStore: Sendable {
    /// Returns a secret; blocks.
    ///
    /// - Parameter name: The name of the secret.
    /// - Returns: The secret; `nil` when there is none of that name.
    /// - Throws: ``SecretStoreError``.
    func secret(named name: SecretName) throws -> SecretBytes?

    /// Stores a secret, and replaces one of the same name; blocks.
    ///
    /// - Parameters:
    ///   - secret: The secret; together with its name at most 1 MiB, except in memory.
    ///   - name: The name of the secret.
    /// - Throws: ``SecretStoreError``; the previous secret remains unchanged, unless the store documents another case.
    func setSecret(_ secret: SecretBytes, named name: SecretName) throws

    /// Returns the secret of a name, and stores one first if there is none; blocks.
    ///
    /// All threads and processes that call this at the same time get the same secret.
    ///
    /// - Parameters:
    ///   - name: The name of the secret.
    ///   - secret: The secret to store if there is none of that name; together with its name at most 1 MiB, except in
    ///     memory.
    /// - Returns: The stored secret: the existing one, or `secret`.
    /// - Throws: ``SecretStoreError``.
    func secret(named name: SecretName, orStore secret: SecretBytes) throws -> SecretBytes

    /// Removes a secret; blocks.
    ///
    /// - Parameter name: The name of the secret.
    /// - Returns: Whether the secret existed.
    /// - Throws: ``SecretStoreError``.
    @discardableResult
    func removeSecret(named name: SecretName) throws -> Bool

    /// Returns the accounts of a service that have a secret; blocks.
    ///
    /// Unreadable secrets are left out, because their names are part of the sealed contents.
    ///
    /// - Parameter service: The service.
    /// - Returns: The accounts, sorted by their UTF-8 bytes.
    /// - Throws: ``SecretStoreError``.
    func accounts(ofService service: String) throws -> [String]

    /// The users of this store that exclude each other while one of them renews a secret.
    ///
    /// A store that wraps another one returns the sharing of the wrapped store; any other store of a program,
    /// ``SecretSharing/withinProcess``.
    var sharing: SecretSharing { get }
}

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
