package import OpenSSLCryptography

/// A wrapper that adds locks to a store that cannot exclude its users itself.
///
/// With ``ProcessLocks``, as for a store of a program, other processes do not see the locks: two of them may renew a
/// secret at the same time.
package struct LockedStore: SharedSecretStore {
    private let store: any SecretStore
    private let locks: any SecretLocks

    /// Creates a store around another.
    ///
    /// - Parameters:
    ///   - store: The store that holds the secrets.
    ///   - locks: The locks; `nil`, the default, for those of the store in this process.
    package init(_ store: any SecretStore, locks: (any SecretLocks)? = nil) {
        (self.store, self.locks) = (store, locks ?? ProcessLocks(of: store))
    }

    /// Only the threads of this process, as far as other stores around the same one are concerned.
    package var sharing: SecretSharing { SecretSharing(of: self) }

    /// Returns a secret.
    ///
    /// - Parameter name: The name of the secret.
    /// - Returns: The secret; `nil` when there is none of that name.
    /// - Throws: The error of the store.
    package func secret(named name: SecretName) throws -> SecretBytes? { try store.secret(named: name) }

    /// Stores a secret.
    ///
    /// - Parameters:
    ///   - secret: The secret.
    ///   - name: The name of the secret.
    /// - Throws: The error of the store.
    package func setSecret(_ secret: SecretBytes, named name: SecretName) throws {
        try writing(name) { try store.setSecret(secret, named: name) }
    }

    /// Returns a secret, and stores one first if there is none.
    ///
    /// - Parameters:
    ///   - name: The name of the secret.
    ///   - secret: The secret to store if there is none of that name.
    /// - Returns: The stored secret.
    /// - Throws: The error of the store.
    package func secret(named name: SecretName, orStore secret: SecretBytes) throws -> SecretBytes {
        try writing(name) { try store.secret(named: name, orStore: secret) }
    }

    /// Removes a secret.
    ///
    /// - Parameter name: The name of the secret.
    /// - Returns: Whether the secret existed.
    /// - Throws: The error of the store.
    package func removeSecret(named name: SecretName) throws -> Bool {
        try writing(name) { try store.removeSecret(named: name) }
    }

    /// Returns the accounts of a service that have a secret.
    ///
    /// - Parameter service: The service.
    /// - Returns: The accounts.
    /// - Throws: The error of the store.
    package func accounts(ofService service: String) throws -> [String] { try store.accounts(ofService: service) }
}

extension LockedStore {
    /// Waits for the lock under which one secret is renewed; blocks.
    ///
    /// - Parameters:
    ///   - name: The name of the secret.
    ///   - deadline: The end of the wait.
    /// - Returns: The lock, held for the lifetime of the object.
    /// - Throws: ``SecretStoreError/Code/lockTimeout``.
    package func renewalLock(of name: SecretName, until deadline: ContinuousClock.Instant) throws -> any RenewalLock {
        try locks.lock(name, for: .renewal, until: deadline)
    }

    /// Returns a secret whose state is unknown as soon as it was read, because the store has no cheap check.
    ///
    /// - Parameter name: The name of the secret.
    /// - Returns: The secret; `nil` when there is none of that name.
    /// - Throws: The error of the store.
    package func storedSecret(named name: SecretName) throws -> (any StoredSecret)? {
        try store.secret(named: name).map { ReadSecret(secret: $0) }
    }

    /// Replaces a secret unless its bytes have changed; blocks.
    ///
    /// - Parameters:
    ///   - stored: The secret that this store returned before.
    ///   - name: The name of the secret.
    ///   - secret: The new secret.
    /// - Returns: Whether it was replaced.
    /// - Throws: The error of the store.
    package func replace(
        _ stored: any StoredSecret, named name: SecretName, with secret: SecretBytes
    ) throws -> Bool {
        try writing(name) {
            guard let now = try store.secret(named: name), ConstantTime.areEqual(now, stored.secret) else {
                return false
            }
            try store.setSecret(secret, named: name)
            return true
        }
    }

    /// Removes a secret unless its bytes have changed; blocks.
    ///
    /// - Parameters:
    ///   - stored: The secret that this store returned before.
    ///   - name: The name of the secret.
    /// - Returns: Whether it was removed.
    /// - Throws: The error of the store.
    package func remove(_ stored: any StoredSecret, named name: SecretName) throws -> Bool {
        try writing(name) {
            guard let now = try store.secret(named: name), ConstantTime.areEqual(now, stored.secret) else {
                return false
            }
            return try store.removeSecret(named: name)
        }
    }

    /// Runs a closure while no other user of the locks writes the secret.
    private func writing<Value>(_ name: SecretName, _ body: () throws -> Value) throws -> Value {
        let lock = try locks.lock(name, for: .writing, until: .now + .seconds(30))
        defer { withExtendedLifetime(lock) {} }
        return try body()
    }
}

/// A secret as it was read from a store that cannot report whether it has changed.
private struct ReadSecret: StoredSecret {
    let secret: SecretBytes

    var isCurrent: Bool { false }
}
