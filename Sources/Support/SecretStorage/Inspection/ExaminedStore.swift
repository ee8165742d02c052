import LinuxCLibrary
import OpenSSLCryptography

/// A store that can list its secrets without their names, for `credentials-doctor`.
package protocol ExaminedStore: SharedSecretStore {
    /// Lists the secrets, `nil` when there is no store; blocks, and creates nothing.
    func inspect() throws -> [InspectedSecret]?

    /// Whether there is a store, checked with the source of its key; blocks, and creates nothing.
    func exists() throws -> Bool

    /// Whether another value represents the same secrets, so that a move between both would remove them; blocks.
    func isSame(as other: any ExaminedStore) throws -> Bool

    /// Stores a secret of another store if none of its name exists; blocks. A store with its own clock keeps the age of
    /// the secret.
    func insert(_ secret: SecretBytes, named name: SecretName, age: Duration) throws
}

extension ExaminedStore {
    /// Always: a keyring has a place for each application.
    package func exists() throws -> Bool { true }

    /// Stores a secret of another store if none of its name exists.
    package func insert(_ secret: SecretBytes, named name: SecretName, age: Duration) throws {
        _ = try self.secret(named: name, orStore: secret)
    }

    /// Checks a move of the secrets of an inspection to another store; blocks, and changes nothing.
    ///
    /// No secret may be unreadable, the key of the destination must fit, and a secret of the same name there must be
    /// equal. `checked` is called after each secret.
    package func checkMove(
        of secrets: [InspectedSecret], to destination: any ExaminedStore, checked: () -> Void = {}
    ) throws {
        if let unreadable = secrets.first(where: \.isWrong) {
            throw SecretStoreError(.corrupt, name: unreadable.name, detail: "unreadable: \(unreadable.place)")
        }
        guard try destination.exists() else { return }
        for name in secrets.compactMap(\.name) {
            if let secret = try self.secret(named: name), let other = try destination.secret(named: name),
                !ConstantTime.areEqual(other, secret)
            {
                throw Self.conflict(name)
            }
            checked()
        }
    }

    /// Moves the secrets of an inspection to another store, after ``checkMove(of:to:checked:)``; blocks.
    ///
    /// Each secret is written there, read back and removed here, under its renewal lock: a renewal in progress ends
    /// first, and stores its tokens here; after `wait` the error is ``SecretStoreError/Code/lockTimeout``. A secret is
    /// removed only if it is unchanged since the copy. If the process ends before the end, each secret is in at least
    /// one of the stores, and another call completes the move.
    package func move(
        _ secrets: [InspectedSecret], to destination: any ExaminedStore, waiting wait: Duration,
        moved: (SecretName) -> Void
    ) throws {
        for secret in secrets {
            guard let name = secret.name, try move(name, secret.modified, to: destination, waiting: wait) else {
                continue
            }
            moved(name)
        }
    }

    /// Moves a secret under the lock of its renewal, and returns whether it still existed.
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
        SecretStoreError(
            .failed, name: name, detail: "the other store holds another secret of this name: sign out there, or here")
    }
}

extension SecretStoreError {
    /// Returns the error of a place without a store.
    package static func noStore(_ place: String) -> SecretStoreError {
        let remedy = "correct the name, or log in with its program first"
        return SecretStoreError(.noPlace, detail: "there is no store of secrets: \(place); \(remedy)")
    }
}
