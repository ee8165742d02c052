import OpenSSLCryptography

/// A store that lists its secrets without being told their names, for `credentials-doctor`.
package protocol ExaminedStore: SharedSecretStore {
    /// Lists the secrets; blocks, and creates nothing.
    ///
    /// - Returns: The secrets; `nil` when there is no store.
    /// - Throws: ``SecretStoreError``, such as ``SecretStoreError/Code/wrongKey`` or ``SecretStoreError/Code/locked``.
    func inspect() throws -> [InspectedSecret]?

    /// Whether another value represents the same secrets, so that a move between both would remove them; blocks.
    ///
    /// - Parameter other: The other store.
    /// - Returns: Whether both are one store.
    /// - Throws: ``SecretStoreError``.
    func isSame(as other: any ExaminedStore) throws -> Bool
}

extension ExaminedStore {
    /// Moves all secrets to another store; blocks.
    ///
    /// First all are read and compared with the destination. Then each is written there, read back and removed here,
    /// under the lock of its renewal: a renewal under way ends before, and stores its tokens here. A secret is removed
    /// only if it is still the one that was copied. When the process ends before the end, each secret is in at least
    /// one of the stores, and another call completes the move.
    ///
    /// - Parameters:
    ///   - destination: The other store, not this one. A secret of the same name that it holds must be equal.
    ///   - wait: The longest wait for a renewal.
    ///   - moved: Called with the name of each moved secret.
    /// - Throws: ``SecretStoreError``, such as ``SecretStoreError/Code/corrupt`` for an unreadable secret here; nothing
    ///   was removed then. ``SecretStoreError/Code/lockTimeout`` for a secret that is being renewed.
    package func move(
        to destination: any ExaminedStore, waiting wait: Duration, moved: (SecretName) -> Void
    ) throws {
        let secrets = try inspect() ?? []
        if let unreadable = secrets.first(where: \.isWrong) {
            throw SecretStoreError(.corrupt, name: unreadable.name, detail: "unreadable: \(unreadable.place)")
        }
        let names = secrets.compactMap(\.name)
        for name in names {
            guard let secret = try self.secret(named: name), let other = try destination.secret(named: name),
                !ConstantTime.areEqual(other, secret)
            else { continue }
            throw Self.conflict(name)
        }
        for name in names where try move(name, to: destination, waiting: wait) { moved(name) }
    }

    /// Moves a secret under the lock of its renewal.
    ///
    /// - Returns: Whether there was one still.
    private func move(_ name: SecretName, to destination: any ExaminedStore, waiting wait: Duration) throws -> Bool {
        let renewal = try renewalLock(of: name, until: .now + wait)
        defer { withExtendedLifetime(renewal) {} }
        while let stored = try storedSecret(named: name) {
            let isNew = try destination.secret(named: name) == nil
            _ = try destination.secret(named: name, orStore: stored.secret)
            guard let copy = try destination.storedSecret(named: name),
                ConstantTime.areEqual(copy.secret, stored.secret)
            else { throw Self.conflict(name) }
            if try remove(stored, named: name) { return true }
            // A login or a sign-out came between, which takes no lock of renewals: the copy is not valid any more.
            if isNew { _ = try destination.remove(copy, named: name) }
        }
        return false
    }

    private static func conflict(_ name: SecretName) -> SecretStoreError {
        SecretStoreError(.failed, name: name, detail: "the other store holds another secret of this name")
    }
}
