public import OpenSSLCryptography

/// A store of small secrets, each under the name of a service and an account.
///
/// Calls block for disks, locks and other processes: call them from a thread that may block, never from a task. A store is
/// safe to use from any thread, and from any number of processes at the same time.
///
/// An unreadable secret is an error, never a missing value, and is not removed.
public protocol SecretStore: Sendable {
    /// Reads a secret.
    ///
    /// - Parameter name: The name of the secret.
    /// - Returns: The secret; `nil` when there is none of that name.
    /// - Throws: ``SecretStoreError``.
    func read(_ name: SecretName) throws -> SecretBytes?

    /// Writes a secret, and replaces one of the same name.
    ///
    /// - Parameters:
    ///   - secret: The secret.
    ///   - name: The name of the secret.
    /// - Throws: ``SecretStoreError``; the previous secret is unchanged then.
    func write(_ secret: SecretBytes, as name: SecretName) throws

    /// Writes a secret unless there is one of that name.
    ///
    /// All threads and processes that call this at the same time get the same secret.
    ///
    /// - Parameters:
    ///   - secret: The secret.
    ///   - name: The name of the secret.
    /// - Returns: The stored secret: `secret`, or the existing one.
    /// - Throws: ``SecretStoreError``.
    func create(_ secret: SecretBytes, as name: SecretName) throws -> SecretBytes

    /// Removes a secret.
    ///
    /// - Parameter name: The name of the secret.
    /// - Returns: Whether there was one.
    /// - Throws: ``SecretStoreError``.
    @discardableResult
    func remove(_ name: SecretName) throws -> Bool

    /// Returns the accounts of a service that have a secret.
    ///
    /// Unreadable secrets are left out, because their names are part of the sealed contents.
    ///
    /// - Parameter service: The service.
    /// - Returns: The accounts, sorted by their UTF-8 bytes.
    /// - Throws: ``SecretStoreError``.
    func accounts(ofService service: String) throws -> [String]
}
