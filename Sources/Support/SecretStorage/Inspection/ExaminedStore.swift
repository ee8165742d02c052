import LinuxCLibrary
import OpenSSLCryptography

/// A store that can list its secrets without their names, for `credentials-doctor`.
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

    /// Stores a secret of another store if none of its name exists; blocks.
    ///
    /// - Parameters:
    ///   - secret: The secret.
    ///   - name: The name of the secret.
    ///   - age: The time since it was written, which a store with its own clock keeps.
    /// - Throws: ``SecretStoreError``.
    func insert(_ secret: SecretBytes, named name: SecretName, age: Duration) throws
}

extension ExaminedStore {
    /// Stores a secret of another store if none of its name exists.
    package func insert(_ secret: SecretBytes, named name: SecretName, age: Duration) throws {
        _ = try self.secret(named: name, orStore: secret)
    }

    /// Moves all secrets to another store; blocks.
    ///
    /// First all secrets are read and compared with the destination. Then each secret is written there, read back and
    /// removed here, under its renewal lock: a renewal in progress ends first, and stores its tokens here. A secret is
    /// removed only if it is unchanged since the copy. If the process ends before the end, each secret is in at least
    /// one of the stores, and another call completes the move.
    ///
    /// - Parameters:
    ///   - destination: The other store, not this one. A secret of the same name that it holds must be equal.
    ///   - wait: The longest wait for a renewal.
    ///   - moved: Called with the name of each moved secret.
    /// - Throws: ``SecretStoreError``, such as ``SecretStoreError/Code/corrupt`` for an unreadable secret here; nothing
    ///   was removed. ``SecretStoreError/Code/lockTimeout`` for a secret that is being renewed.
    package func move(
        to destination: any ExaminedStore, waiting wait: Duration, moved: (SecretName) -> Void
    ) throws {
        let secrets = try inspect() ?? []
        if let unreadable = secrets.first(where: \.isWrong) {
            throw SecretStoreError(.corrupt, name: unreadable.name, detail: "unreadable: \(unreadable.place)")
        }
        for name in secrets.compactMap(\.name) {
            guard let secret = try self.secret(named: name), let other = try destination.secret(named: name),
                !ConstantTime.areEqual(other, secret)
            else { continue }
            throw Self.conflict(name)
        }
        for secret in secrets {
            guard let name = secret.name, try move(name, secret.modified, to: destination, waiting: wait) else {
                continue
            }
            moved(name)
        }
    }

    /// Moves a secret under the lock of its renewal.
    ///
    /// - Returns: Whether the secret still existed.
    private func move(
        _ name: SecretName, _ written: Int, to destination: any ExaminedStore, waiting wait: Duration
    ) throws -> Bool {
        let renewal = try renewalLock(of: name, until: .now + wait)
        defer { withExtendedLifetime(renewal) {} }
        while let stored = try storedSecret(named: name) {
            let isNew = try destination.secret(named: name) == nil
            try destination.insert(
                stored.secret, named: name, age: stored.age ?? .seconds(max(0, time(nil) - written)))
            guard let copy = try destination.storedSecret(named: name),
                ConstantTime.areEqual(copy.secret, stored.secret)
            else { throw Self.conflict(name) }
            if try remove(stored, named: name) { return true }
            // A login or a sign-out, which take no lock of renewals, happened in between: the copy is outdated.
            if isNew { _ = try destination.remove(copy, named: name) }
        }
        return false
    }

    private static func conflict(_ name: SecretName) -> SecretStoreError {
        SecretStoreError(.failed, name: name, detail: "the other store holds another secret of this name")
    }
}
