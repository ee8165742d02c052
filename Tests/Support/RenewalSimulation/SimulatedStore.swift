import Foundation
import OpenID
import OpenSSLCryptography
import SecretStorage

/// A store with the semantics of files, a keyring or a database: records that are compared and exchanged, and locks
/// that end with a process, a connection or a file.
package final class SimulatedStore {
    /// The kind of locks.
    package enum Kind: String, CaseIterable, Sendable {
        /// The kernel releases a lock with its process; a lock file can be removed.
        case files
        /// The locks are those of files, and the records are in a service of the session, which can be locked or end.
        case keyring
        /// The server releases a lock with a connection, whose process may live and come back.
        case database
    }

    private struct Slot {
        let record: LoginRecord
        let version: Int
    }

    private struct Held {
        let process: Int
        let lock: Int
        let place: UInt64
    }

    let kind: Kind
    private var slots: [String: Slot] = [:]
    private var versions = 0
    private var held: [String: Held] = [:]
    /// The locks that a connection has lost, and that their holders take back.
    private var lost: [(name: String, held: Held)] = []
    private var locks = 0
    /// The locks that their processes have given up.
    private var released: Set<Int> = []
    /// The number of the lock file.
    private(set) var place: UInt64 = 1
    /// Whether writes fail.
    var isFull = false
    /// The processes without a connection.
    var disconnected: Set<Int> = []
    /// Whether the keyring is locked, or its service has ended: no process reads or writes, and locks can be taken.
    var isKeyringLocked = false
    /// The names of records that cannot be read.
    private(set) var damaged: Set<String> = []
    /// Everything that was stored, by name: access tokens.
    private(set) var everStored: [String: Set<String>] = [:]
    /// The states of each name, in their order: the users, or no record.
    private(set) var history: [String: [Int?]] = [:]

    init(_ kind: Kind) { self.kind = kind }

    private struct Secret: StoredSecret {
        let secret = SecretBytes([UInt8]())
        let version: Int
        var isCurrent: Bool { false }
    }

    // MARK: Records

    func read(_ name: String, for binding: ClientBinding) throws(SecretStoreError) -> RecordStorage.Stored? {
        try checkAccess(name)
        guard let slot = slots[name], slot.record.belongs(to: binding) else { return nil }
        return RecordStorage.Stored(record: slot.record, secret: Secret(version: slot.version))
    }

    private func checkAccess(_ name: String) throws(SecretStoreError) {
        guard !isKeyringLocked else { throw SecretStoreError(.locked) }
        guard !damaged.contains(name) else { throw SecretStoreError(.corrupt) }
    }

    func replace(
        _ stored: RecordStorage.Stored, _ name: String, with record: LoginRecord
    ) throws(SecretStoreError) -> Bool {
        try checkAccess(name)
        guard let secret = stored.secret as? Secret, slots[name]?.version == secret.version else { return false }
        write(record, name)
        return true
    }

    /// Stores a login, also in place of a damaged record.
    func write(_ record: LoginRecord, _ name: String) {
        versions += 1
        damaged.remove(name)
        slots[name] = Slot(record: record, version: versions)
        if let token = record.credentials?.accessToken {
            everStored[name, default: []].insert(token)
            history[name, default: []].append(TokenOwner(token).user)
        }
    }

    /// Removes a record, also a damaged one.
    func remove(_ name: String) -> Bool {
        damaged.remove(name)
        history[name, default: []].append(nil)
        return slots.removeValue(forKey: name) != nil
    }

    /// Damages a record: its bytes are no longer those that a process has read.
    func damage(_ name: String) { if slots[name] != nil { damaged.insert(name) } }

    /// The record of a name, of any client.
    func record(_ name: String) -> LoginRecord? { slots[name]?.record }

    // MARK: Locks

    /// Tries to take a lock.
    func lock(_ name: String, for process: Int) throws -> SimulatedLock {
        guard !disconnected.contains(process) else { throw SecretStoreError(.unavailable) }
        guard held[name] == nil else { throw SecretStoreError(.lockTimeout) }
        locks += 1
        held[name] = Held(process: process, lock: locks, place: place)
        return SimulatedLock(locks, name, in: self)
    }

    func isHeld(_ lock: Int, _ name: String) -> Bool { held[name]?.lock == lock }

    func release(_ lock: Int, _ name: String) {
        released.insert(lock)
        lost.removeAll { $0.held.lock == lock }
        guard held[name]?.lock == lock else { return }
        held[name] = nil
        takeBack()
    }

    /// Ends the locks of a process that has ended.
    func end(_ process: Int) {
        held = held.filter { $0.value.process != process }
        lost.removeAll { $0.held.process == process }
        takeBack()
    }

    /// Cuts the connection of a process: its locks are free.
    func disconnect(_ process: Int) {
        disconnected.insert(process)
        for (name, one) in held where one.process == process { lost.append((name, one)) }
        held = held.filter { $0.value.process != process }
        takeBack()
    }

    /// Connects a process again: it takes back what is free, before others look again.
    func connect(_ process: Int) {
        disconnected.remove(process)
        takeBack()
    }

    private func takeBack() {
        for (name, one) in lost where held[name] == nil && !disconnected.contains(one.process) {
            held[name] = one
            lost.removeAll { $0.held.lock == one.lock }
        }
    }

    /// Removes the lock file; the next lock is that of another file.
    func removeLockFile() {
        held = [:]
        place += 1
    }

    /// Whether the process that took a lock has given it up.
    func isReleased(_ lock: Int) -> Bool { released.contains(lock) }

    /// Whether a process has lost a lock that it took.
    func hasLost(_ lock: Int) -> Bool { !held.values.contains { $0.lock == lock } }

    var heldLocks: Int { held.count }

    /// A text that is equal for equal states.
    func fingerprint(_ names: inout Names, now: Date) -> String {
        var parts = ["\(place).\(isFull).\(isKeyringLocked).\(damaged.sorted()).\(disconnected.sorted())"]
        for (name, slot) in slots.sorted(by: { $0.key < $1.key }) {
            let record = slot.record
            parts.append("\(name).\(names.number(record.generation)).\(record.refreshToken ?? "")")
            parts.append(
                "\(record.mark.map { "\(names.number($0.id)).\($0.isOver).\($0.place ?? 0)" } ?? "").\(record.refusedAt != nil)"
            )
            parts.append("\(max(-1, record.credentials?.expiresIn.timeIntervalSince(now) ?? 0))")
        }
        for (name, one) in held.sorted(by: { $0.key < $1.key }) { parts.append("\(name).\(one.process)") }
        for one in lost { parts.append("\(one.held.process)") }
        return parts.joined(separator: ",")
    }
}

/// A lock of the simulation, which ends with its object.
final class SimulatedLock: RenewalLock, @unchecked Sendable {  // a simulation runs on one thread
    let id: Int
    private let name: String
    private weak var store: SimulatedStore?
    let place: UInt64?
    let isTakenBack: Bool

    init(_ id: Int, _ name: String, in store: SimulatedStore) {
        (self.id, self.name, self.store) = (id, name, store)
        place = store.kind == .database ? nil : store.place
        isTakenBack = store.kind == .database
    }

    deinit { store?.release(id, name) }

    var isHeld: Bool { store?.isHeld(id, name) ?? false }
}
