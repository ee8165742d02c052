import OpenSSLCryptography
import SecretStorage
import Synchronization

/// A store that fails at one of its calls, or calls a closure before its first removal.
final class HookedStore: ExaminedStore {
    private let store: any ExaminedStore
    private let failing: Int?
    private let isAfter: Bool
    private let calls = Mutex(0)
    private let hook: Mutex<(@Sendable () throws -> Bool)?>

    /// Creates a store.
    ///
    /// - Parameters:
    ///   - store: The store behind it.
    ///   - failing: The number of the call that fails; `nil` for none.
    ///   - isAfter: Whether the call fails after it was carried out.
    ///   - hook: The closure that is called before the first removal.
    init(
        _ store: any ExaminedStore, failing: Int? = nil, isAfter: Bool = false,
        beforeRemoval hook: (@Sendable () throws -> Bool)? = nil
    ) {
        (self.store, self.failing, self.isAfter) = (store, failing, isAfter)
        self.hook = Mutex(hook)
    }

    private func call<Value>(_ body: () throws -> Value) throws -> Value {
        let isFailing = calls.withLock { calls in
            calls += 1
            return calls == failing
        }
        if isFailing, !isAfter { throw SecretStoreError(.unavailable) }
        let value = try body()
        if isFailing { throw SecretStoreError(.unavailable) }
        return value
    }

    func inspect() throws -> [InspectedSecret]? { try store.inspect() }
    func isSame(as other: any ExaminedStore) throws -> Bool { try store.isSame(as: other) }
    func secret(named name: SecretName) throws -> SecretBytes? { try call { try store.secret(named: name) } }
    func accounts(ofService service: String) throws -> [String] { try store.accounts(ofService: service) }

    func setSecret(_ secret: SecretBytes, named name: SecretName) throws {
        try call { try store.setSecret(secret, named: name) }
    }

    func secret(named name: SecretName, orStore secret: SecretBytes) throws -> SecretBytes {
        try call { try store.secret(named: name, orStore: secret) }
    }

    func removeSecret(named name: SecretName) throws -> Bool { try call { try store.removeSecret(named: name) } }

    func renewalLock(of name: SecretName, until deadline: ContinuousClock.Instant) throws -> any RenewalLock {
        try call { try store.renewalLock(of: name, until: deadline) }
    }

    func storedSecret(named name: SecretName) throws -> (any StoredSecret)? {
        try call { try store.storedSecret(named: name) }
    }

    func replace(_ stored: any StoredSecret, named name: SecretName, with secret: SecretBytes) throws -> Bool {
        try call { try store.replace(stored, named: name, with: secret) }
    }

    func remove(_ stored: any StoredSecret, named name: SecretName) throws -> Bool {
        if let hook = hook.withLock({ $0.take() }) { _ = try hook() }
        return try call { try store.remove(stored, named: name) }
    }
}
