import OpenSSLCryptography
package import SecretStorage

extension PostgresStore: SharedSecretStore {
    /// Waits for the advisory lock of a secret; blocks. The server releases it when the connection of this process
    /// ends; this process reacquires it when it is free, and ``SecretStorage/RenewalLock/isHeld`` is `false` in
    /// between.
    package func renewalLock(of name: SecretName, until deadline: ContinuousClock.Instant) throws -> any RenewalLock {
        try AdvisoryLock(Self.lockKey(of: id(of: name)), of: self, until: deadline)
    }

    /// Returns the number of the advisory lock of a row.
    static func lockKey(of id: [UInt8]) -> Int64 {
        Int64(bitPattern: id.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }

    /// Returns a secret that detects by announcements of the server whether it is still stored; blocks.
    package func storedSecret(named name: SecretName) throws -> (any StoredSecret)? {
        try session.start()
        let tracking = session.tracker.track(try id(of: name))
        let row = try pool.run(isRepeatable: true) { [table] in try table.read(name, $0) }
        return row.map { AnnouncedSecret(row: $0, tracking: tracking) }
    }

    /// Replaces a secret in one statement unless its row has another version; blocks. After
    /// ``SecretStorage/SecretStoreError/Code/unavailable`` the secret may have been replaced.
    package func replace(_ stored: any StoredSecret, named name: SecretName, with secret: SecretBytes) throws -> Bool {
        guard let row = (stored as? AnnouncedSecret)?.row, row.name == name else { return false }
        // Sealed once: the repetition after a lost connection writes the same version.
        let new = try table.replacement(of: row, by: secret)
        return try pool.run(isRepeatable: true) { [changes] in try changes.replace(row, by: new, $0) }
    }

    /// Removes a secret in one statement unless its row has another version; blocks. After
    /// ``SecretStorage/SecretStoreError/Code/unavailable`` the secret may have been removed.
    package func remove(_ stored: any StoredSecret, named name: SecretName) throws -> Bool {
        guard let row = (stored as? AnnouncedSecret)?.row, row.name == name else { return false }
        return try pool.run(isRepeatable: false) { [changes] in try changes.remove(row, $0) }
    }

    /// Calls a closure whenever the server announces a change of a secret, and after each new connection; does not
    /// block.
    package func observe(_ name: SecretName, _ handler: @escaping @Sendable () -> Void) -> SecretObservation? {
        defer { session.startThread() }
        return session.observers.add(name, handler)
    }

    private func id(of name: SecretName) throws -> [UInt8] {
        if let id = try table.knownID(of: name) { return id }
        // The first connection reads the key of the names.
        try pool.run(isRepeatable: true) { _ in }
        guard let id = try table.knownID(of: name) else { throw SecretStoreError(.unavailable) }
        return id
    }
}

/// An advisory lock, which retains the store and thus the connection that holds the lock.
private final class AdvisoryLock: RenewalLock {
    private let key: Int64
    private let store: PostgresStore

    init(_ key: Int64, of store: PostgresStore, until deadline: ContinuousClock.Instant) throws {
        try store.session.lock(key, until: deadline)
        (self.key, self.store) = (key, store)
    }

    deinit { store.session.unlock(key) }

    var isHeld: Bool { store.session.isHeld(key) }

    /// None: the holder may outlive its connection.
    var place: UInt64? { nil }

    /// Yes: the next connection of the holder reacquires the lock.
    var isTakenBack: Bool { true }
}

/// A secret whose changes the server announces.
private struct AnnouncedSecret: StoredSecret {
    let row: SecretTable.Row
    let tracking: ChangeTracker.Tracking

    var secret: SecretBytes { row.secret }
    var age: Duration? { row.age }
    var isCurrent: Bool { tracking.isCurrent(row.version) }
}
