public import SecretStorage

/// Asynchronous functions of the store: a thread of the pool serves each call. Cancelling the task ends the call with
/// `CancellationError`, also while it waits for a connection; a write that the server has begun may still happen.
extension PostgresStore {
    /// Returns a secret, as the blocking function does, whose parameters are the same.
    ///
    /// - Throws: ``SecretStorage/SecretStoreError``, or `CancellationError`.
    public func secret(named name: SecretName) async throws -> SecretBytes? {
        try await pool.run(isRepeatable: true) { [table] in try table.read(name, $0)?.secret }
    }

    /// Stores a secret, and replaces one of the same name, as the blocking function does,
    /// whose parameters are the same.
    ///
    /// - Throws: ``SecretStorage/SecretStoreError``, or `CancellationError`.
    public func setSecret(_ secret: SecretBytes, named name: SecretName) async throws {
        try await pool.run(isRepeatable: false) { [changes] in try changes.write(secret, name, $0) }
    }

    /// Returns the secret of a name, and stores one first if there is none, as the blocking function does,
    /// whose parameters are the same.
    ///
    /// - Throws: ``SecretStorage/SecretStoreError``, or `CancellationError`.
    public func secret(named name: SecretName, orStore secret: SecretBytes) async throws -> SecretBytes {
        try await pool.run(isRepeatable: true) { [table] in try table.stored(name, or: secret, $0) }
    }

    /// Removes a secret, as the blocking function does, whose parameters are the same.
    ///
    /// - Throws: ``SecretStorage/SecretStoreError``, or `CancellationError`.
    @discardableResult
    public func removeSecret(named name: SecretName) async throws -> Bool {
        try await pool.run(isRepeatable: false) { [changes] in try changes.remove(name, $0) }
    }
}
