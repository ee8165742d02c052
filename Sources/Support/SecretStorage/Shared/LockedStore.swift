package import OpenSSLCryptography

/// A wrapper that adds locks to a store that cannot exclude its users itself.
///
/// Other processes do not see the locks: two of them may renew a secret at the same time.
package struct LockedStore: SharedSecretStore {
    private let store: any SecretStore
    private let identity: any Sendable
    package let kind: String

    /// Creates a store around another. All values for the same identity, which is the other store by default, share
    /// their locks: an object, or the value of a type whose values are one store. The kind is the type by default.
    package init(_ store: any SecretStore, lockedAs identity: (any Sendable)? = nil, kind: String? = nil) {
        (self.store, self.identity) = (store, identity ?? store)
        self.kind = kind ?? "\(type(of: store))"
    }

    /// Only the threads of this process, as far as other stores around the same one are concerned.
    package var sharing: SecretSharing { SecretSharing(of: self) }

    package func secret(named name: SecretName) throws -> SecretBytes? { try store.secret(named: name) }

    package func setSecret(_ secret: SecretBytes, named name: SecretName) throws {
        try writing(name) { try store.setSecret(secret, named: name) }
    }

    package func secret(named name: SecretName, orStore secret: SecretBytes) throws -> SecretBytes {
        try writing(name) { try store.secret(named: name, orStore: secret) }
    }

    package func removeSecret(named name: SecretName) throws -> Bool {
        try writing(name) { try store.removeSecret(named: name) }
    }

    package func accounts(ofService service: String) throws -> [String] { try store.accounts(ofService: service) }
}

extension LockedStore {
    package func renewalLock(of name: SecretName, until deadline: ContinuousClock.Instant) throws -> any RenewalLock {
        try NameLock(name, in: identity, of: .renewal, until: deadline)
    }

    /// Returns a secret whose state is unknown as soon as it was read, because the store has no cheap check.
    package func storedSecret(named name: SecretName) throws -> (any StoredSecret)? {
        try store.secret(named: name).map { ReadSecret(secret: $0) }
    }

    /// Replaces a secret unless its bytes have changed.
    package func replace(_ stored: any StoredSecret, named name: SecretName, with secret: SecretBytes) throws -> Bool {
        try exchange(stored, name) {
            try store.setSecret(secret, named: name)
            return true
        }
    }

    /// Removes a secret unless its bytes have changed.
    package func remove(_ stored: any StoredSecret, named name: SecretName) throws -> Bool {
        try exchange(stored, name) { try store.removeSecret(named: name) }
    }

    private func exchange(_ stored: any StoredSecret, _ name: SecretName, _ body: () throws -> Bool) throws -> Bool {
        try writing(name) {
            guard let now = try store.secret(named: name), ConstantTime.areEqual(now, stored.secret) else {
                return false
            }
            return try body()
        }
    }

    /// Runs a closure while no other user of the locks writes the secret.
    private func writing<Value>(_ name: SecretName, _ body: () throws -> Value) throws -> Value {
        let lock = try NameLock(name, in: identity, of: .writing, until: .now + .seconds(30))
        defer { withExtendedLifetime(lock) {} }
        return try body()
    }
}

/// A secret as it was read from a store that cannot report whether it has changed.
private struct ReadSecret: StoredSecret {
    let secret: SecretBytes

    var isCurrent: Bool { false }
}
