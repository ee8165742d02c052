import SecretStorage
import Synchronization
import TestEvents

/// A store in memory that calls a test at the steps of a renewal; of one process, or of one host of a fleet.
final class HookedStore: SharedSecretStore {
    enum Step: Hashable {
        /// A record is about to be read.
        case reading
        /// A record was read, and is about to be returned.
        case hasRead
        /// A record is about to be stored where there is none.
        case creating
        /// The lock was taken.
        case locked
        /// A record is about to be replaced, by the first or a later call.
        case replacing(Int)
        /// A record was replaced.
        case replaced(Int)
        /// A record was removed, without a comparison.
        case removed
        /// The lock is about to be released.
        case released
    }

    /// The attempts to take the lock.
    let attempts = EventCounter()
    private let secrets: MemoryStore
    /// The store of the locks; `nil` for that of the secrets.
    private let sessions: MemoryStore?
    private let state = Mutex((hooks: [Step: @Sendable () -> Void](), replacements: 0))
    /// Whether the store has an observer, which ``announce()`` calls.
    private let isAnnouncing: Bool
    private let observer = Mutex<(@Sendable () -> Void)?>(nil)

    /// Creates the store of one process.
    init(isAnnouncing: Bool = false) {
        (secrets, sessions, self.isAnnouncing) = (MemoryStore(), nil, isAnnouncing)
    }

    /// Creates the store of one host of a fleet: the hosts share secrets, and a host whose connection was lost has lost
    /// its lock.
    ///
    /// Each host has locks of its own, as if the lock of the other one had just been lost.
    init(ofHostSharing secrets: MemoryStore) {
        (self.secrets, sessions, isAnnouncing) = (secrets, MemoryStore(), false)
    }

    /// Calls a closure once, at a step.
    func hook(_ step: Step, _ body: @escaping @Sendable () -> Void) { state.withLock { $0.hooks[step] = body } }

    private func reach(_ step: Step) { state.withLock { $0.hooks.removeValue(forKey: step) }?() }

    func renewalLock(of name: SecretName, until deadline: ContinuousClock.Instant) throws -> any RenewalLock {
        defer { attempts.add() }
        let lock = try (sessions ?? secrets).renewalLock(of: name, until: deadline)
        reach(.locked)
        return HookedLock(lock, isOfSession: sessions != nil) { self.reach(.released) }
    }

    var isBlocking: Bool { false }

    func storedSecret(named name: SecretName) throws -> (any StoredSecret)? {
        reach(.reading)
        defer { reach(.hasRead) }
        return try secrets.storedSecret(named: name)
    }

    func replace(_ stored: any StoredSecret, named name: SecretName, with secret: SecretBytes) throws -> Bool {
        let number = state.withLock { state in
            state.replacements += 1
            return state.replacements
        }
        reach(.replacing(number))
        let isReplaced = try secrets.replace(stored, named: name, with: secret)
        reach(.replaced(number))
        return isReplaced
    }

    func remove(_ stored: any StoredSecret, named name: SecretName) throws -> Bool {
        try secrets.remove(stored, named: name)
    }

    func secret(named name: SecretName) throws -> SecretBytes? { try secrets.secret(named: name) }

    func setSecret(_ secret: SecretBytes, named name: SecretName) throws { try secrets.setSecret(secret, named: name) }

    func secret(named name: SecretName, orStore secret: SecretBytes) throws -> SecretBytes {
        reach(.creating)
        return try secrets.secret(named: name, orStore: secret)
    }

    func removeSecret(named name: SecretName) throws -> Bool {
        defer { reach(.removed) }
        return try secrets.removeSecret(named: name)
    }

    func accounts(ofService service: String) throws -> [String] { try secrets.accounts(ofService: service) }

    func observe(_ name: SecretName, _ handler: @escaping @Sendable () -> Void) -> SecretObservation? {
        guard isAnnouncing else { return nil }
        observer.withLock { $0 = handler }
        return SecretObservation { [weak self] in _ = self?.observer.withLock { $0.take() } }
    }

    /// Announces a change, and returns whether there is an observer.
    @discardableResult
    func announce() -> Bool {
        let handler = observer.withLock { $0 }
        handler?()
        return handler != nil
    }
}

/// A lock that reports its release; that of a session ends with a connection.
private final class HookedLock: RenewalLock {
    private let lock: any RenewalLock
    private let release: @Sendable () -> Void
    let isTakenBack: Bool

    init(_ lock: any RenewalLock, isOfSession: Bool, release: @escaping @Sendable () -> Void) {
        (self.lock, isTakenBack, self.release) = (lock, isOfSession, release)
    }

    deinit { release() }

    var isHeld: Bool { lock.isHeld }
    var place: UInt64? { isTakenBack ? nil : lock.place }
}
