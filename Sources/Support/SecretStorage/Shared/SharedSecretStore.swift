package import OpenSSLCryptography

/// A store in which several threads, processes or machines renew the same secret.
///
/// A renewal takes the lock of the secret for its whole duration. A sign-out takes none: it removes the secret, and the
/// renewal cannot restore it, because ``replace(_:named:with:)`` compares and exchanges in one step.
package protocol SharedSecretStore: SecretStore {
    /// The name of the kind of store, for errors; without a path, a server or a user.
    var kind: String { get }

    /// Whether the functions may wait, for a disk, a server or a lock; if not, they are called on the caller's thread.
    var isBlocking: Bool { get }

    /// Waits for the lock under which one secret is renewed; blocks.
    ///
    /// The lock is advisory: the secret can be read, stored and removed meanwhile. The end of the process releases it,
    /// and so does the end of its machine's connection to a remote store.
    func renewalLock(of name: SecretName, until deadline: ContinuousClock.Instant) throws -> any RenewalLock

    /// Returns a secret that reports whether it is still stored; blocks.
    func storedSecret(named name: SecretName) throws -> (any StoredSecret)?

    /// Replaces a secret that this store returned before, unless another caller has replaced or removed it meanwhile,
    /// and returns whether it was replaced; blocks. After an error the previous secret remains unchanged, unless the
    /// store documents another case.
    func replace(_ stored: any StoredSecret, named name: SecretName, with secret: SecretBytes) throws -> Bool

    /// Removes a secret that this store returned before, unless another caller has replaced or removed it meanwhile,
    /// and returns whether it was removed; blocks. After an error the secret remains unchanged.
    func remove(_ stored: any StoredSecret, named name: SecretName) throws -> Bool

    /// Calls a closure, which must not block, whenever a secret may have changed, until the returned object is
    /// released; does not block. It is `nil` for a store that is not notified of changes by other processes.
    ///
    /// The store also reports its own changes, and an interruption, in which changes may have been missed: the reader
    /// compares the stored secret with its own. Before the first connection, and while the server is unreachable,
    /// nothing is reported.
    func observe(_ name: SecretName, _ handler: @escaping @Sendable () -> Void) -> SecretObservation?
}

extension SharedSecretStore {
    /// The sharing of this store.
    package var sharing: SecretSharing { SecretSharing(of: self) }

    /// The name of the type.
    package var kind: String { "\(type(of: self))" }

    /// Whether the functions may wait: always, if the store does not state otherwise.
    package var isBlocking: Bool { true }

    /// None: the store is not notified.
    package func observe(_ name: SecretName, _ handler: @escaping @Sendable () -> Void) -> SecretObservation? { nil }
}

/// The lock of a secret that is being renewed, released at the end of the object's lifetime.
package protocol RenewalLock: AnyObject, Sendable {
    /// Whether the store grants the lock to no other process; does not block.
    ///
    /// A lock of a database is lost with its connection, and is reacquired if it is free; in between, the value is
    /// `false`.
    var isHeld: Bool { get }

    /// The number of the place where the lock is held; `nil` if it implies nothing about earlier holders.
    ///
    /// A lock of the kernel is free only if its holder has released it or has ended, as long as both used the same
    /// file. A lock of a database is lost with the connection of its holder, which may be alive.
    var place: UInt64? { get }

    /// Whether a holder that lost the lock reacquires it within seconds, if it is alive.
    var isTakenBack: Bool { get }
}

extension RenewalLock {
    /// Always: the lock is kept for the lifetime of the object.
    package var isHeld: Bool { true }

    /// One place for all: the lock is released when its holder ends, and not earlier.
    package var place: UInt64? { 0 }

    /// Never: nothing takes the lock away.
    package var isTakenBack: Bool { false }
}

/// A secret as it was read from a store.
package protocol StoredSecret: Sendable {
    var secret: SecretBytes { get }

    /// Whether the store still holds this secret: no thread or process has replaced or removed it.
    ///
    /// It is cheap enough for each use of the secret, and `false` when in doubt.
    var isCurrent: Bool { get }

    /// The time since the secret was written, by the clock of the store when it was read; `nil` if the store has no
    /// clock, and its users share one, or if its clock was set back since the write.
    var age: Duration? { get }
}

extension StoredSecret {
    /// None: the writer has the same clock, the machine's.
    package var age: Duration? { nil }
}

/// The observation of a secret, which ends with the lifetime of the object.
package final class SecretObservation: Sendable {
    private let end: @Sendable () -> Void

    /// Creates an observation with a closure that ends it.
    package init(_ end: @escaping @Sendable () -> Void) { self.end = end }

    deinit { end() }
}
