import SecretStorage

extension PostgresStore {
    /// Removes secrets whose retention has ended, by the clock of the server; blocks.
    ///
    /// Call it regularly, on any machine, until it returns less than `limit`. An expired secret can be read until it is
    /// removed.
    ///
    /// - Parameter limit: The maximum number of secrets that one statement removes, 1,000 by default.
    /// - Returns: The number of removed secrets.
    /// - Throws: ``SecretStorage/SecretStoreError``.
    @discardableResult
    public func removeExpired(limit: Int = 1_000) throws -> Int {
        try pool.run(isRepeatable: true) { [table] in try table.removeExpired(limit, $0) }
    }

    /// Reseals with the current key all secrets that are sealed with another key; blocks.
    ///
    /// Reads and renewals continue in the meantime. When it has returned and all processes use the new key as their
    /// current key, the older keys are no longer needed.
    ///
    /// - Parameter batchSize: The number of rows that are read at once, 500 by default.
    /// - Returns: The number of secrets that were sealed again.
    /// - Throws: ``SecretStorage/SecretStoreError``; ``SecretStorage/SecretStoreError/Code/corrupt`` at the end when
    ///   rows cannot be opened with the keys of the ring.
    @discardableResult
    public func reseal(batchSize: Int = 500) throws -> Int {
        let (resealed, unreadable) = try resealAll(batchSize: batchSize)
        guard unreadable == 0 else {
            throw SecretStoreError(.corrupt, detail: "\(unreadable) rows cannot be opened with the keys of the ring")
        }
        return resealed
    }
}
