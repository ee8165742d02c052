import SecretStorage
import Synchronization
import TestEvents

/// The store of one host of a fleet: the hosts share secrets, and a host whose connection was lost has lost its lock.
///
/// Each host has locks of its own, as if the lock of the other one had just been lost.
final class FleetStore: SharedSecretStore {
    /// The attempts to take the lock.
    let attempts = EventCounter()
    private let secrets: MemoryStore
    private let locks = MemoryStore()

    init(sharing secrets: MemoryStore) { self.secrets = secrets }

    func renewalLock(of name: SecretName, until deadline: ContinuousClock.Instant) throws -> any RenewalLock {
        defer { attempts.add() }
        return SessionLock(try locks.renewalLock(of: name, until: deadline))
    }

    func storedSecret(named name: SecretName) throws -> (any StoredSecret)? { try secrets.storedSecret(named: name) }

    func replace(_ stored: any StoredSecret, named name: SecretName, with secret: SecretBytes) throws -> Bool {
        try secrets.replace(stored, named: name, with: secret)
    }

    func remove(_ stored: any StoredSecret, named name: SecretName) throws -> Bool {
        try secrets.remove(stored, named: name)
    }

    func secret(named name: SecretName) throws -> SecretBytes? { try secrets.secret(named: name) }

    func setSecret(_ secret: SecretBytes, named name: SecretName) throws { try secrets.setSecret(secret, named: name) }

    func secret(named name: SecretName, orStore secret: SecretBytes) throws -> SecretBytes {
        try secrets.secret(named: name, orStore: secret)
    }

    func removeSecret(named name: SecretName) throws -> Bool { try secrets.removeSecret(named: name) }

    func accounts(ofService service: String) throws -> [String] { try secrets.accounts(ofService: service) }
}

/// A lock that ends with a connection.
private final class SessionLock: RenewalLock {
    private let lock: any RenewalLock

    init(_ lock: any RenewalLock) { self.lock = lock }

    var provesEndOfHolder: Bool { false }
}
