import FoundationEssentials
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
    typealias Stored = GrantStorage.Stored

    /// The calls that wait for tokens, and what this manager knows about its own renewals.
    struct Queue: Sendable {
        var waiting: [RenewalCall] = []
        var isWorking = false
        /// The process whose thread works: a forked child has no such thread, and the waiting calls are its parent's.
        var process = ProcessGeneration.current
        /// Renewed credentials that the store refused.
        var unsaved: UnsavedRecord?
        /// The mark of this manager's latest renewal, which has ended when the next one begins.
        var ownMark: Date?
        /// The mark of another process that this manager waits for, and the time when it was first seen.
        var foreignMark: (began: Date, seen: Duration)?
        /// The reason why the latest answer of the tenant was refused.
        var refusal: AuthenticationError?
    }

    /// The record that decides about calls, and the stored one, which it replaces if the store refused it.
    struct State: Sendable {
        let record: GrantRecord?
        let stored: Stored?
    }

    let authentication: any Authentication
    let storage: GrantStorage
    let configuration: CredentialsManager.Configuration
    let queue = Mutex(Queue())
    let changes = PassthroughSubject<CredentialsManager.Change, Never>()

    private let cache = Mutex<Stored?>(nil)

    init(
        _ authentication: any Authentication, _ storage: GrantStorage,
        _ configuration: CredentialsManager.Configuration
    ) {
        self.authentication = authentication
        self.storage = storage
        self.configuration = configuration
    }

    var now: Date { configuration.clock.now }

    /// The copy in memory, if it is the stored record; does not block.
    var current: Stored? {
        let cached = cache.withLock { $0 }
        return cached?.isCurrent == true ? cached : nil
    }

    /// Returns what calls are decided with: the stored record, or a newer one that the store refused; blocks unless the
    /// copy in memory is the stored record.
    ///
    /// - Parameter outbox: Receives the change that is noticed; `nil` publishes it at once.
    /// - Returns: The records.
    /// - Throws: `SecretStoreError`.
    func state(_ outbox: Outbox? = nil) throws -> State {
        if let unsaved = queue.withLock({ $0.unsaved }) { return state(unsaved, outbox) }
        let stored = try stored(outbox)
        return State(record: stored?.record, stored: stored)
    }

    /// Returns the record that decides about calls; blocks unless the copy in memory is the stored record.
    func record() throws -> GrantRecord? { try state().record }

    private func stored(_ outbox: Outbox?) throws -> Stored? {
        if let current { return current }
        let read = try storage.read()
        note(read, as: .changedElsewhere, outbox)
        return read
    }

    /// Replaces the copy in memory, and publishes the change.
    ///
    /// - Parameters:
    ///   - stored: The stored record.
    ///   - change: The reason of the change, if the record differs from the copy.
    ///   - outbox: Publishes the change later; `nil` publishes it at once.
    func note(_ stored: Stored?, as change: CredentialsManager.Change?, _ outbox: Outbox? = nil) {
        let previous = cache.withLock { cache in
            defer { cache = stored }
            return cache
        }
        guard let change else { return }
        // A first read is no change, and a mark is no change of the credentials.
        if change == .changedElsewhere {
            guard let previous, previous.record.generation != stored?.record.generation else { return }
        }
        guard let outbox else { return changes.send(change) }
        outbox.add { [changes] in changes.send(change) }
    }

    /// Revokes tokens that nothing stores, so that no unused session is left behind.
    ///
    /// Those of the stored login, or of another login of the same user, are left alone: revoking them could end it.
    ///
    /// - Parameters:
    ///   - record: The record with the tokens.
    ///   - stored: The stored record.
    func revoke(_ record: GrantRecord, unlessOf stored: GrantRecord?) {
        if let stored, stored.login == record.login || stored.isOfSameUser(as: record) { return }
        guard let refreshToken = record.refreshToken else { return }
        authentication.revoke(refreshToken: refreshToken).start { _ in }
    }
}
