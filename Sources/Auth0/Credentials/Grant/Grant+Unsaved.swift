import OpenID
import RequestPipeline
import SecretStorage
import Synchronization

/// A record that the tenant's response led to, and that the store refused.
///
/// It keeps the lock of the grant, so that no other process sends the refresh token that it replaces, which is spent.
final class UnsavedRecord: Sendable {
    let record: GrantRecord
    /// The stored record, with the mark of the renewal.
    let base: GrantStorage.Stored
    let lock: HeldLock

    init(_ record: GrantRecord, replacing base: GrantStorage.Stored, under lock: HeldLock) {
        (self.record, self.base, self.lock) = (record, base, lock)
    }
}

/// Storing what the store refused: again after growing pauses, and before each call, until the store accepts it or the
/// record that it replaces is gone.
extension Grant {
    /// The end of an attempt to store the result of a renewal.
    enum Settlement {
        case stored(Stored)
        /// After a sign-out, or another login, which is stored.
        case superseded(by: Stored?)
    }

    private static let firstPause = Duration.seconds(1)
    private static let longestPause = Duration.seconds(30)

    /// Keeps a record that the store refused; the grant lives until it is stored, also without a manager.
    func keep(_ unsaved: UnsavedRecord) {
        queue.withLock { $0.unsaved = unsaved }
        note(nil, as: nil)
        save(unsaved, after: Self.firstPause)
    }

    private func save(_ unsaved: UnsavedRecord, after pause: Duration) {
        configuration.alarm.ring(after: pause) {
            let save = { @Sendable in
                guard !self.save(unsaved) else { return }
                self.save(unsaved, after: min(pause * 2, Self.longestPause))
            }
            WorkerThreads.storing.run(save) { self.save(unsaved, after: pause) }
        }
    }

    /// Stores what the store refused before, if there is something.
    ///
    /// - Throws: `SecretStoreError`, when the store refuses it again.
    func saveUnsaved() throws {
        guard let unsaved = queue.withLock({ $0.unsaved }) else { return }
        try attempt(unsaved)
    }

    /// Tries to store a record.
    ///
    /// - Returns: Whether it is stored, or not needed any more.
    private func save(_ unsaved: UnsavedRecord) -> Bool {
        guard queue.withLock({ $0.unsaved === unsaved }) else { return true }
        return (try? attempt(unsaved)) != nil
    }

    private func attempt(_ unsaved: UnsavedRecord) throws {
        let settlement = try settle(unsaved.base, with: unsaved.record)
        guard end(unsaved) else { return }
        switch settlement {
        case .stored(let written): note(written, as: nil)
        // After a sign-out, or a new login, the record that was to be replaced is gone.
        case .superseded(let stored): revoke(unsaved.record, unlessOf: stored?.record)
        }
    }

    /// The records while one of them is not stored.
    func state(_ unsaved: UnsavedRecord, _ outbox: Outbox?) -> State {
        let stored: Stored?
        do {
            stored = try storage.read()
        } catch {
            // Nothing says that the tokens are not needed any more.
            return State(record: unsaved.record, stored: nil)
        }
        if let record = stored?.record, record.isBeingRenewed(from: unsaved.base.record) {
            return State(record: unsaved.record, stored: stored)
        }
        if end(unsaved) {
            note(stored, as: .changedElsewhere, outbox)
            revoke(unsaved.record, unlessOf: stored?.record)
        }
        return State(record: stored?.record, stored: stored)
    }

    /// Forgets the record that is not stored, after a write that makes it superfluous.
    func endUnsaved(_ body: (UnsavedRecord) -> Void) {
        guard let unsaved = queue.withLock({ $0.unsaved }), end(unsaved) else { return }
        body(unsaved)
    }

    /// Forgets a record, and releases its lock.
    ///
    /// - Returns: Whether this call was the first.
    private func end(_ unsaved: UnsavedRecord) -> Bool {
        let isFirst = queue.withLock { queue in
            guard queue.unsaved === unsaved else { return false }
            queue.unsaved = nil
            return true
        }
        if isFirst { unsaved.lock.release() }
        return isFirst
    }

    /// Replaces the record of a renewal by its result.
    ///
    /// The changes of others during the renewal are kept: they may store or remove credentials of APIs, and rewrite the file.
    ///
    /// - Parameters:
    ///   - marked: The record with the mark of the renewal.
    ///   - result: The result.
    /// - Returns: The stored result, or what has taken its place.
    /// - Throws: `SecretStoreError`. The result may be stored then; a repetition notices that.
    func settle(_ marked: Stored, with result: GrantRecord) throws -> Settlement {
        var (base, next) = (marked, result)
        while true {
            if let written = try storage.replace(base, with: next) { return .stored(written) }
            guard let stored = try storage.read() else { return .superseded(by: nil) }
            if stored.record.isSameState(as: result) { return .stored(stored) }
            guard stored.record.isBeingRenewed(from: marked.record) else { return .superseded(by: stored) }
            next = result.keeping(changesFrom: marked.record, to: stored.record)
            base = stored
        }
    }
}
