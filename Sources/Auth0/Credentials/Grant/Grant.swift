import FoundationEssentials
import JOSE
import LinuxSystemCalls
import OpenID
import RequestPipeline
import SecretStorage
import Streams
import Synchronization

/// One grant of one user: its stored record, a copy of it in memory, and its renewals.
///
/// The functions that read or write the store block. The copy is used as long as the store says that it is the stored
/// record, so that a renewal or a sign-out in another process is noticed by the next call.
final class Grant: Sendable {
    /// The calls that wait for tokens.
    struct Queue: Sendable {
        var waiting: [RenewalCall] = []
        var isWorking = false
        /// The process whose thread works: a forked child has no such thread, and the waiting calls are its parent's.
        var process = ProcessGeneration.current
        /// Renewed credentials that the store refused, and the record that they replace.
        var unsaved: Unsaved?
    }

    /// A record that the tenant's response led to, and that is not stored.
    struct Unsaved: Sendable {
        let record: GrantRecord
        let base: GrantStorage.Stored
        /// Keeps other processes from sending the refresh token of `base`, which is spent.
        let lock: HeldLock
    }

    let authentication: any Authentication
    let storage: GrantStorage
    let configuration: CredentialsManager.Configuration
    let queue = Mutex(Queue())
    let changes = PassthroughSubject<CredentialsManager.Change, Never>()

    private let cache = Mutex<GrantStorage.Stored?>(nil)

    init(
        _ authentication: any Authentication, _ storage: GrantStorage,
        _ configuration: CredentialsManager.Configuration
    ) {
        self.authentication = authentication
        self.storage = storage
        self.configuration = configuration
    }

    var now: Date { configuration.clock.now }

    // MARK: Reading

    /// The copy in memory, if it is the stored record; does not block.
    var current: GrantStorage.Stored? {
        let cached = cache.withLock { $0 }
        return cached?.isCurrent == true ? cached : nil
    }

    /// The stored record, from memory if possible; blocks otherwise.
    ///
    /// - Throws: `SecretStoreError`.
    func stored() throws -> GrantStorage.Stored? {
        if let current { return current }
        let read = try storage.read()
        note(read, as: .changedElsewhere)
        return read
    }

    /// The record that calls are decided with: the stored one, or a newer one that the store refused.
    func record() throws -> GrantRecord? { try queue.withLock { $0.unsaved }?.record ?? stored()?.record }

    /// Replaces the copy in memory, and publishes the change.
    ///
    /// - Parameters:
    ///   - stored: The stored record.
    ///   - change: The reason of the change, if the record differs from the copy.
    func note(_ stored: GrantStorage.Stored?, as change: CredentialsManager.Change?) {
        let previous = cache.withLock { cache in
            defer { cache = stored }
            return cache
        }
        guard let change else { return }
        // A first read is no change, and a mark is no change of the credentials.
        if change == .changedElsewhere {
            guard let previous, previous.record.generation != stored?.record.generation else { return }
        }
        changes.send(change)
    }

    // MARK: Writing

    /// Stores a new login, whatever is stored and whatever is being renewed.
    ///
    /// - Throws: `SecretStoreError`; the previous credentials are stored still.
    func store(_ credentials: Credentials) throws {
        var record = GrantRecord(credentials, at: now)
        record.thumbprint = thumbprint(for: credentials)
        // The API credentials of the same user stay valid; an unreadable record is replaced.
        if let previous = try? storage.read()?.record, previous.isOfSameUser(as: record) {
            record.apiCredentials = previous.apiCredentials.filter { $0.value.expiresIn > now }
        }
        try write(record)
    }

    /// Stores credentials of an API that the program has obtained itself.
    ///
    /// - Throws: `SecretStoreError`.
    func store(_ credentials: APICredentials, audience: String, scope: String?) throws {
        let key = GrantRecord.apiKey(audience: audience, scope: scope)
        try change(creating: GrantRecord(nil, at: now)) { $0.apiCredentials[key] = credentials }
    }

    /// Removes credentials of an API.
    ///
    /// - Returns: Whether there were any.
    /// - Throws: `SecretStoreError`.
    func clear(audience: String, scope: String?) throws -> Bool {
        let key = GrantRecord.apiKey(audience: audience, scope: scope)
        guard try storage.read()?.record.apiCredentials[key] != nil else { return false }
        try change(creating: nil) { $0.apiCredentials[key] = nil }
        return true
    }

    /// Removes the record; a renewal under way does not bring it back.
    ///
    /// - Returns: Whether there was one.
    /// - Throws: `SecretStoreError`.
    func clear() throws -> Bool {
        queue.withLock { $0.unsaved = nil }
        let existed = try storage.remove()
        note(nil, as: existed ? .cleared : nil)
        return existed
    }

    /// Changes the stored record in one step, and repeats that when another caller was faster.
    private func change(creating new: GrantRecord?, _ change: (inout GrantRecord) -> Void) throws {
        while true {
            guard let stored = try storage.read() else {
                guard var new else { return }
                change(&new)
                return try write(new)
            }
            var record = stored.record
            change(&record)
            if let written = try storage.replace(stored, with: record) { return note(written, as: nil) }
        }
    }

    private func write(_ record: GrantRecord) throws {
        queue.withLock { $0.unsaved = nil }
        try storage.write(record)
        note(try? storage.read(), as: .stored)
    }

    /// The thumbprint of the client's DPoP key, when the tokens may be bound to it.
    private func thumbprint(for credentials: Credentials) -> String? {
        guard let dpop = authentication.dpop else { return nil }
        return try? dpop.sender.keys.keyNow(dpop.keychainIdentifier, creating: false)?.thumbprint
    }
}

extension Credentials {
    /// The subject of the ID token, which is not validated here.
    fileprivate var subject: String? { (try? decode(jwt: idToken))?.subject }
}

extension GrantRecord {
    /// Whether both ID tokens name the same user; neither is validated here.
    func isOfSameUser(as other: GrantRecord) -> Bool {
        guard let own = credentials?.subject, let others = other.credentials?.subject else { return false }
        return own.utf8.elementsEqual(others.utf8)
    }
}
