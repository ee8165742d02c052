import LinuxSystemCalls
import OpenSSLCryptography
import Synchronization

/// A store of a program around a store that excludes its users: secrets pass through the wrapping store, locks and
/// comparisons use the wrapped store.
struct WrappedStore: SharedSecretStore {
    private let store: any SecretStore
    private let base: any SharedSecretStore

    /// A secret of the wrapping store, and the state of the wrapped one.
    private struct WrappedSecret: StoredSecret {
        let secret: SecretBytes
        let base: WrappedAccess.Found
        var isCurrent: Bool { base.secret.isCurrent }
        var age: Duration? { base.secret.age }
    }

    init(_ store: any SecretStore, around base: any SharedSecretStore) { (self.store, self.base) = (store, base) }

    var kind: String { "\(type(of: store)) around \(base.kind)" }

    func secret(named name: SecretName) throws -> SecretBytes? { try store.secret(named: name) }

    func setSecret(_ secret: SecretBytes, named name: SecretName) throws { try store.setSecret(secret, named: name) }

    func secret(named name: SecretName, orStore secret: SecretBytes) throws -> SecretBytes {
        try store.secret(named: name, orStore: secret)
    }

    func removeSecret(named name: SecretName) throws -> Bool { try store.removeSecret(named: name) }

    func accounts(ofService service: String) throws -> [String] { try store.accounts(ofService: service) }

    func renewalLock(of name: SecretName, until deadline: ContinuousClock.Instant) throws -> any RenewalLock {
        try base.renewalLock(of: name, until: deadline)
    }

    func storedSecret(named name: SecretName) throws -> (any StoredSecret)? {
        let access = WrappedAccess(name)
        let secret = try WrappedAccess.$current.withValue(access) { try store.secret(named: name) }
        guard let secret else { return nil }
        let effects = access.effects
        guard let found = effects.found else { throw unreached(name) }
        guard effects.names.count == 1 || effects.names.contains(name) else {
            throw SecretStoreError(
                .failed, name: name,
                detail: "a wrapping store that changes names reads one secret of the wrapped one: see SecretSharing")
        }
        return WrappedSecret(secret: secret, base: found)
    }

    func replace(_ stored: any StoredSecret, named name: SecretName, with secret: SecretBytes) throws -> Bool {
        try exchange(stored, name) {
            try store.setSecret(secret, named: name)
            return true
        }
    }

    func remove(_ stored: any StoredSecret, named name: SecretName) throws -> Bool {
        try exchange(stored, name) { try store.removeSecret(named: name) }
    }

    private func exchange(_ stored: any StoredSecret, _ name: SecretName, _ body: () throws -> Bool) throws -> Bool {
        guard let stored = stored as? WrappedSecret else { return false }
        let access = WrappedAccess(name, expecting: stored.base)
        do {
            let isDone = try WrappedAccess.$current.withValue(access, operation: body)
            guard access.effects.isUsed || !isDone else { throw unreached(name) }
            return isDone && !access.effects.hasConflict
        } catch {
            // The wrapping store may have replaced the error.
            guard access.effects.hasConflict else { throw error }
            return false
        }
    }

    /// Observes the secret of this name in the wrapped store, or the one that the wrapping store reads for it.
    func observe(_ name: SecretName, _ handler: @escaping @Sendable () -> Void) -> SecretObservation? {
        guard let own = base.observe(name, handler) else { return nil }
        let other = OtherObservation()
        // A read shows the other name. It blocks, so it needs a thread.
        let search = { @Sendable [weak other] in
            guard let other else { return }
            let access = WrappedAccess(name)
            _ = WrappedAccess.$current.withValue(access) { try? store.secret(named: name) }
            let names = access.effects.names
            guard names.count == 1, let found = names.first, found != name else { return }
            let observation = base.observe(found, handler)
            other.value.withLock { $0 = observation }
            handler()
        }
        WorkerThreads.secrets.run(search, orElse: {})
        return SecretObservation { withExtendedLifetime((own, other)) {} }
    }

    private func unreached(_ name: SecretName) -> SecretStoreError {
        SecretStoreError(
            .failed, name: name,
            detail: "a wrapping store calls the wrapped one on the thread on which it is called: see SecretSharing")
    }
}

/// The observation of a secret whose name in the wrapped store is not known at first.
private final class OtherObservation: Sendable {
    let value = Mutex<SecretObservation?>(nil)
}
