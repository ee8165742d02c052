public import OpenSSLCryptography

/// Where small secrets are kept, each under the name of a service and an account.
///
/// Calls wait for disks, locks and other processes: call from a thread that may block, never from a task. A store is safe
/// to use from any thread, and from any number of processes at once.
///
/// What cannot be read is an error, never a missing value, and is not removed for it.
public protocol SecretStore: Sendable {
    /// Reads a secret.
    ///
    /// - Returns: The secret, or `nil` when there is none of that name.
    /// - Throws: ``SecretStoreError``.
    func read(_ name: SecretName) throws -> SecretBytes?

    /// Writes a secret, in place of one of the same name.
    ///
    /// A failure leaves what was there.
    ///
    /// - Throws: ``SecretStoreError``.
    func write(_ secret: SecretBytes, as name: SecretName) throws

    /// Writes a secret unless there is one of that name.
    ///
    /// However many threads and processes do this at once, all get the same secret.
    ///
    /// - Returns: The secret that is there now: `secret`, or the one that was there before.
    /// - Throws: ``SecretStoreError``.
    func create(_ secret: SecretBytes, as name: SecretName) throws -> SecretBytes

    /// Removes a secret.
    ///
    /// - Returns: Whether there was one.
    /// - Throws: ``SecretStoreError``.
    @discardableResult
    func remove(_ name: SecretName) throws -> Bool

    /// The accounts of a service that have a secret, sorted by their UTF-8 bytes.
    ///
    /// Secrets that cannot be read are left out: their names are inside.
    ///
    /// - Throws: ``SecretStoreError``.
    func accounts(ofService service: String) throws -> [String]
}
