import SecretStorage
import Synchronization

/// A store that calls a test at the steps of a renewal.
final class HookedStore: SharedSecretStore {
    enum Step: Hashable {
        /// The lock was taken.
        case locked
        /// A record is about to be replaced, by the first or a later call.
        case replacing(Int)
        /// A record was replaced.
        case replaced(Int)
    }

    private let store = MemoryStore()
    private let state = Mutex((hooks: [Step: @Sendable () -> Void](), replacements: 0))

    /// Calls a closure once, at a step.
    func hook(_ step: Step, _ body: @escaping @Sendable () -> Void) { state.withLock { $0.hooks[step] = body } }

    private func reach(_ step: Step) { state.withLock { $0.hooks.removeValue(forKey: step) }?() }

    func renewalLock(of name: SecretName, until deadline: ContinuousClock.Instant) throws -> any RenewalLock {
        let lock = try store.renewalLock(of: name, until: deadline)
        reach(.locked)
        return lock
    }

    func storedSecret(named name: SecretName) throws -> (any StoredSecret)? { try store.storedSecret(named: name) }

    func replace(_ stored: any StoredSecret, named name: SecretName, with secret: SecretBytes) throws -> Bool {
        let number = state.withLock { state in
            state.replacements += 1
            return state.replacements
        }
        reach(.replacing(number))
        let isReplaced = try store.replace(stored, named: name, with: secret)
        reach(.replaced(number))
        return isReplaced
    }

    func remove(_ stored: any StoredSecret, named name: SecretName) throws -> Bool {
        try store.remove(stored, named: name)
    }

    func secret(named name: SecretName) throws -> SecretBytes? { try store.secret(named: name) }

    func setSecret(_ secret: SecretBytes, named name: SecretName) throws { try store.setSecret(secret, named: name) }

    func secret(named name: SecretName, orStore secret: SecretBytes) throws -> SecretBytes {
        try store.secret(named: name, orStore: secret)
    }

    func removeSecret(named name: SecretName) throws -> Bool { try store.removeSecret(named: name) }

    func accounts(ofService service: String) throws -> [String] { try store.accounts(ofService: service) }
}
