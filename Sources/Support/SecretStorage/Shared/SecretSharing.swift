package import OpenSSLCryptography
import Synchronization

/// The users of a store that exclude each other while one of them renews a secret.
///
/// Each ``SecretStore`` states its sharing, because concurrent renewals by two processes end a login. The stores of
/// this SDK exclude all processes, or machines, that share their secrets. A store of a program that wraps one of them
/// returns the ``SecretStore/sharing`` of the wrapped one:
///
/// ```swift
/// struct MeteredStore: SecretStore {
///     let base: FileStore
///
///     var sharing: SecretSharing { base.sharing }
///
///     func secret(named name: SecretName) throws -> SecretBytes? {
///         reads.increment()
///         return try base.secret(named: name)
///     }
///     …
/// }
/// ```
///
/// A credentials manager then calls the wrapping store; it takes locks, compares and observes changes with the wrapped
/// store. Therefore the functions of the wrapping store call the wrapped store on the thread on which they are called;
/// they may change names and contents. A store that keeps the names may use further secrets of its own; one that
/// changes them reads one secret of the wrapped store in each call of ``SecretStore/secret(named:)``, which is the one
/// to compare.
public struct SecretSharing: Sendable {
    private let base: (any SharedSecretStore)?

    private init(base: (any SharedSecretStore)?) { self.base = base }

    /// The sharing of a store that excludes its users itself.
    package init(of store: any SharedSecretStore) { self.init(base: store) }

    /// Only the threads of this process exclude each other: for a store whose secrets no other process uses. Two
    /// processes that share it may renew at the same time, and lose the login.
    public static let withinProcess = SecretSharing(base: nil)

    /// Returns a store in which several callers renew the same secret: the store with this sharing if it excludes its
    /// users, otherwise a wrapper around it.
    package func shared(_ store: any SecretStore) -> any SharedSecretStore {
        guard let base else { return LockedStore(store) }
        return type(of: store) == type(of: base) ? base : WrappedStore(store, around: base)
    }
}

/// The access of a ``WrappedStore`` to the wrapped store, during one call of the wrapping store between them.
final class WrappedAccess: Sendable {
    /// The access of the current call.
    @TaskLocal static var current: WrappedAccess?

    /// A secret of the wrapped store, with its name there.
    struct Found: Sendable {
        let name: SecretName
        let secret: any StoredSecret
    }

    /// The effects of the call on the wrapped store so far.
    struct Effects: Sendable {
        /// The names of the secrets that were to be read.
        fileprivate(set) var names: Set<SecretName> = []
        /// The secret that a read has found: the one with the name of the call, otherwise the only one.
        fileprivate(set) var found: Found?
        /// Whether a write has reached the secret that was to be replaced.
        fileprivate(set) var isUsed = false
        /// Whether another caller has changed the secret that was to be replaced.
        fileprivate(set) var hasConflict = false
    }

    private let name: SecretName
    private let expected: Found?
    private let state = Mutex(Effects())

    /// Creates the access of a call: a write that replaces the expected secret, or a read.
    init(_ name: SecretName, expecting expected: Found? = nil) { (self.name, self.expected) = (name, expected) }

    var effects: Effects { state.withLock { $0 } }

    fileprivate func read(_ name: SecretName, in store: any SharedSecretStore) throws -> SecretBytes? {
        state.withLock { _ = $0.names.insert(name) }
        let secret = try Self.$current.withValue(nil) { try store.storedSecret(named: name) }
        state.withLock { state in
            guard let secret, state.found == nil || name == self.name else { return }
            state.found = Found(name: name, secret: secret)
        }
        return secret?.secret
    }

    /// Changes the secret that was read before if it is still the same, and returns whether it was changed; `nil` for
    /// another secret, of the wrapping store's own.
    fileprivate func write(_ name: SecretName, _ body: (any StoredSecret) throws -> Bool) throws -> Bool? {
        guard let expected, expected.name == name else { return nil }
        let isReplaced = try Self.$current.withValue(nil) { try body(expected.secret) }
        state.withLock { ($0.isUsed, $0.hasConflict) = (true, !isReplaced) }
        return isReplaced
    }
}

/// The functions of a store that a program may wrap: a call through the wrapping store compares and exchanges.
extension SharedSecretStore {
    /// Reads a secret, and records its state for the caller of a wrapping store.
    package func wrappedSecret(_ name: SecretName, _ read: () throws -> SecretBytes?) throws -> SecretBytes? {
        guard let access = WrappedAccess.current else { return try read() }
        return try access.read(name, in: self)
    }

    /// Stores a secret; for the caller of a wrapping store, only in place of the secret that the caller has read.
    package func setWrapped(_ secret: SecretBytes, _ name: SecretName, _ write: () throws -> Void) throws {
        let isReplaced = try WrappedAccess.current?.write(name) { try replace($0, named: name, with: secret) }
        guard let isReplaced else { return try write() }
        guard isReplaced else {
            throw SecretStoreError(.failed, name: name, detail: "another caller has changed the secret")
        }
    }

    /// Removes a secret; for the caller of a wrapping store, only the secret that the caller has read.
    package func removeWrapped(_ name: SecretName, _ remove: () throws -> Bool) throws -> Bool {
        try WrappedAccess.current?.write(name) { try self.remove($0, named: name) } ?? remove()
    }
}
