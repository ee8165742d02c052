package import FoundationEssentials
import SecretStorage

/// The renewals of one stored login: the decisions, without a store, a clock, a lock, a thread or a request.
///
/// ``RenewalEngine`` reports each event and carries out the returned actions, in their order. At most one of them
/// results in a further event immediately, and it is the last; so at most one piece of work is in progress for a login.
///
/// A renewal reads the record, takes the lock of the login, reads again, stores a mark, and sends one token request.
/// The answer is stored before the lock is released, and before any call is completed. A login or a sign-out takes no
/// lock: a renewal finds that the record was replaced, and does not restore it.
package struct RenewalState: Sendable {
    package typealias Stored = RecordStorage.Stored

    /// The time of an event.
    package struct Moment: Sendable {
        /// The date, with which dates of tokens are compared.
        package var date: Date
        /// The time of a monotonic clock, with which durations are measured.
        package var uptime: Duration

        /// Creates a time of both clocks.
        package init(date: Date, uptime: Duration) { (self.date, self.uptime) = (date, uptime) }
    }

    /// The facts that are known under the lock, before the record is marked.
    package struct Facts: Sendable {
        /// The DPoP key of the client.
        package enum Key: Sendable {
            /// The client uses no key.
            case notConfigured
            /// The key does not exist.
            case missing
            /// The key cannot be read.
            case unreadable(any Error)
            /// The key has this thumbprint.
            case present(thumbprint: String)
        }

        /// Whether the store grants the lock to no other process.
        package var isLockHeld: Bool
        /// The DPoP key; read only if the record is bound.
        package var key: Key
        /// The time at which a login of this process first saw the record's mark; `nil` if it is now.
        package var markSeen: Duration?

        package init(isLockHeld: Bool, key: Key = .notConfigured, markSeen: Duration? = nil) {
            (self.isLockHeld, self.key, self.markSeen) = (isLockHeld, key, markSeen)
        }
    }

    /// An event.
    package enum Event: Sendable {
        /// A call was made.
        case called(RenewalCall)
        /// A call was cancelled.
        case cancelled(Int)
        /// The end of ``Action/read``.
        case read(Result<Stored?, any Error>)
        /// The end of ``Action/lock``.
        case locked(Result<LoginLock, any Error>)
        /// The end of ``Action/reread(_:)``.
        case reread(Result<Stored?, any Error>, Facts)
        /// The end of ``Action/mark(_:with:under:)``; `nil` if another caller has changed the record.
        case marked(Result<Stored?, any Error>, isLockHeld: Bool)
        /// The provider has answered, or the request has failed.
        case answered(TokenAnswer)
        /// The end of ``Action/replace(_:with:)``; `nil` if another caller has changed the record.
        case replaced(Result<Stored?, any Error>)
        /// The pause in the wait for another process is over.
        case waitOver
        /// The pause of these calls before a repetition is over.
        case retryDue(Set<Int>)
        /// The pause before an attempt to store a refused record is over.
        case saveDue
        /// A function that does not wait has read the record; with ``RenewalState/quiet`` before the read.
        case observed(Result<Stored?, any Error>, since: Int?)
        /// The program begins a write, which one of the following events ends.
        case writing
        /// The write has changed nothing, or has failed.
        case notWritten
        /// The program has stored a login.
        case stored(LoginRecord, Stored?)
        /// The program has changed the tokens of a resource.
        case changed(Stored?)
        /// The program has removed the record.
        case removed(existed: Bool)
        /// The program has revoked the refresh token, and removed the record.
        case revoked
    }

    /// An action for the engine to carry out.
    package enum Action: Sendable {
        /// Read the record.
        case read
        /// Try to take the lock of the login.
        case lock
        /// Read the record under a lock, and ask for the facts.
        case reread(LoginLock)
        /// Store the mark of a renewal.
        case mark(Stored, with: LoginRecord, under: LoginLock)
        /// Send a token request; the engine reports the answer when it arrives.
        case send(TokenRequest)
        /// Replace a record unless another caller has changed it.
        case replace(Stored, with: LoginRecord)
        /// Release a lock.
        case release(LoginLock)
        /// Complete a call.
        case complete(Int, Result<RenewalCall.Outcome, StoredLoginError>)
        /// Publish a change.
        case publish(LoginChange)
        /// Revoke a refresh token that is stored nowhere, so that no unused session is left behind.
        case revoke(refreshToken: String)
        /// Report an event after a pause.
        case wait(Duration, then: Event)
    }

    /// The work in progress, with what it owns.
    package enum Phase: Sendable {
        /// Nothing is in progress.
        case idle
        /// The record is being read; with the error of the store if it has just refused an unsaved record.
        case reading(saveError: (any Error)?)
        /// The lock is being tried.
        case locking
        /// The record is being read under the lock.
        case rereading(LoginLock)
        /// The mark of a renewal is being stored.
        case marking(TokenRequest, wasInterrupted: Bool, LoginLock)
        /// The request is sent.
        case sent(Sent)
        /// A result is being stored.
        case settling(Settlement)
        /// Another process renews; a timer runs.
        case pausing
    }

    /// A token request that was sent, with its lock.
    package struct Sent: Sendable {
        let request: TokenRequest
        /// The record with the mark.
        let marked: Stored
        /// Whether an earlier renewal left its mark: its end is unknown.
        let wasInterrupted: Bool
        let lock: LoginLock
    }

    /// A record from the provider's response that the store refused.
    ///
    /// It keeps the lock of the login, so that no other process sends the refresh token that it replaces, which is
    /// spent.
    struct Unsaved: Sendable {
        let record: LoginRecord
        /// The stored record, with the mark of the renewal.
        let base: Stored
        let lock: LoginLock
        var pause = Rules.savePauses.first
    }

    let rules: Rules
    package internal(set) var phase = Phase.idle
    /// The waiting calls, in their order.
    package internal(set) var calls: [RenewalCall] = []
    /// The calls that wait for a repetition of their request.
    var delayed: [RenewalCall] = []
    /// The stored record as it was last read or written.
    package internal(set) var known: Stored?
    /// The tokens of the known record, and the time at which they were first read.
    var firstRead: (generation: UInt64, resources: [LoginRecord.ResourceKey: Date], at: Moment)?
    /// The number of marks in a row that a change by another caller has prevented.
    private var preventedMarks = 0
    /// The record that the store refused.
    var unsaved: Unsaved?
    /// The number of this login's latest renewal by this process, which has ended when the next one begins.
    package internal(set) var ownMark: UInt64?
    /// The renewal of another process that calls wait for.
    package internal(set) var foreignMark: ForeignMark?
    /// The time at which the check of another process's renewal began.
    var lookBegan = Duration.zero
    /// The reason why the latest answer of the provider was refused.
    var refusal: (any Error)?
    /// The login whose end was published, for the first of its reasons.
    var endedLogin: UInt64?
    /// Whether the latest read found a damaged record.
    var isDamaged = false
    /// The program's writes in progress, and the number of those that have ended.
    var writes = (active: 0, ended: 0)
    /// The value of ``quiet`` before the store access in progress.
    private var lookedSince: Int?
    /// The login that the program has stored since the latest mark; `.some(nil)` after a removal.
    package internal(set) var overtaking: LoginRecord??

    /// The number of ended writes of the program; `nil` while one is in progress. A read between two equal numbers
    /// overlaps none of them, so it shows changes by others.
    package var quiet: Int? { writes.active == 0 ? writes.ended : nil }

    /// The record that the store refused; calls are decided with it until it is stored.
    package var unsavedRecord: LoginRecord? { unsaved?.record }

    /// Creates the state of a login for which nothing is in progress.
    package init(_ rules: Rules) { self.rules = rules }

    /// Applies an event.
    package mutating func handle(_ event: Event, at now: Moment) -> [Action] {
        switch phase {
        case .idle, .pausing: lookBegan = now.uptime
        default: break
        }
        let previous = known
        let actions = actions(for: event, at: now)
        if known !== previous { noteRead(at: now) }
        switch actions.last {
        case .read?, .reread?, .replace?:
            lookedSince = quiet
            for index in calls.indices { calls[index].isLate = false }
        default: break
        }
        return actions
    }

    private mutating func actions(for event: Event, at now: Moment) -> [Action] {
        switch (phase, event) {
        case (_, .called(let call)): return called(call)
        case (_, .cancelled(let id)): return cancel(id)
        case (.reading(let saveError), .read(let result)): return decide(result, saveError, at: now)
        case (.locking, .locked(let result)): return locked(result, at: now)
        case (.rereading(let lock), .reread(let result, let facts)): return decide(result, facts, lock, at: now)
        case (.marking(let request, let wasInterrupted, let lock), .marked(let result, let isLockHeld)):
            return marked(result, request, wasInterrupted, lock, isLockHeld: isLockHeld, at: now)
        case (.sent(let sent), .answered(let answer)): return answered(answer, sent, at: now)
        case (.settling(let settlement), .replaced(let result)): return replaced(result, settlement, at: now)
        case (.settling(let settlement), .read(let result)): return read(result, settlement, at: now)
        case (.pausing, .waitOver): return begin()
        case (_, .retryDue(let ids)): return retry(ids)
        case (_, .saveDue): return save()
        default: return noted(event)
        }
    }

    /// Begins to process the waiting calls, or ends the work.
    mutating func begin() -> [Action] {
        guard !calls.isEmpty else {
            phase = .idle
            return []
        }
        if let unsaved { return settle(.saving(isTimed: false), unsaved.base, with: unsaved.record, unsaved.lock) }
        phase = .reading(saveError: nil)
        return [.read]
    }

    // MARK: The way to a token request

    /// Decides about the calls with a record that was read without a lock.
    mutating func decide(
        _ result: Result<Stored?, any Error>, _ saveError: (any Error)?, at now: Moment
    ) -> [Action] {
        var actions = noted(.observed(result, since: lookedSince))
        let record: LoginRecord?
        switch (result, unsaved) {
        // The unsaved tokens may still be needed.
        case (.failure, let unsaved?): record = unsaved.record
        case (.failure(let error), nil):
            return actions + fail(calls, StoredLoginError(.readFailed, because: error)) + begin()
        case (.success(let stored), _): record = unsaved?.record ?? stored?.record
        }
        guard settle(with: record, &actions, at: now) != nil else { return actions + begin() }
        // A renewal would spend a refresh token whose successor cannot be stored.
        if let saveError {
            return actions + fail(calls, StoredLoginError(.storeFailed, because: saveError)) + begin()
        }
        limitWaits(at: now)
        phase = .locking
        return actions + [.lock]
    }

    private mutating func locked(_ result: Result<LoginLock, any Error>, at now: Moment) -> [Action] {
        switch result {
        case .success(let lock):
            phase = .rereading(lock)
            return [.reread(lock)]
        case .failure(let error):
            foreignMark?.isFree = false
            let error = error as? SecretStoreError ?? SecretStoreError(.failed, cause: error)
            switch error.code {
            case .lockTimeout: return waitForOthers(StoredLoginError(.lockTimeout, because: error), at: now)
            // A store that was just readable has lost its server, which may return in time.
            case .unavailable: return waitForOthers(StoredLoginError(.lockFailed, because: error), at: now)
            default: return fail(calls, StoredLoginError(.lockFailed, because: error)) + begin()
            }
        }
    }

    /// Decides about the calls with the record that was read under the lock: another process may have renewed in the
    /// meantime.
    private mutating func decide(
        _ result: Result<Stored?, any Error>, _ facts: Facts, _ lock: LoginLock, at now: Moment
    ) -> [Action] {
        var actions = noted(.observed(result, since: lookedSince))
        let stored: Stored?
        switch result {
        case .failure(let error):
            actions += [.release(lock)] + fail(calls, StoredLoginError(.readFailed, because: error))
            return actions + begin()
        case .success(let read): stored = read
        }
        guard let leader = settle(with: stored?.record, &actions, at: now), let stored,
            let refreshToken = stored.record.refreshToken
        else { return [.release(lock)] + actions + begin() }
        let record = stored.record
        if !facts.isLockHeld { foreignMark?.isFree = false }
        guard facts.isLockHeld, !isRenewedElsewhere(record, lock, facts, at: now) else {
            return actions + [.release(lock)] + waitForOthers(StoredLoginError(.lockTimeout), at: now)
        }
        var marked = record
        if let error = check(&marked, facts.key) {
            return actions + [.release(lock)] + fail(sharing(leader), error) + begin()
        }
        (marked.mark, marked.refusedAt) = (LoginRecord.Mark(place: lock.place), nil)
        (ownMark, foreignMark) = (marked.mark?.id, nil)
        overtaking = nil
        for index in calls.indices { (calls[index].deadline, calls[index].pause) = (nil, .zero) }
        let request = TokenRequest(
            call: leader, record: record, refreshToken: refreshToken, validatesIDTokens: rules.validatesIDTokens)
        phase = .marking(request, wasInterrupted: record.mark != nil, lock)
        return actions + [.mark(stored, with: marked, under: lock)]
    }

    /// Returns whether another process has marked the record, and may still receive its answer.
    ///
    /// The lock proves that its holder has ended if its place is the same as the holder's: the kernel keeps such a lock
    /// as long as its process. The lock of a database is lost with a connection, and acquired again with the next one;
    /// a lock file that was removed is not.
    private mutating func isRenewedElsewhere(
        _ record: LoginRecord, _ lock: LoginLock, _ facts: Facts, at now: Moment
    ) -> Bool {
        guard let mark = record.mark, !mark.isOver, mark.id != ownMark else { return false }
        if let place = lock.place, place == mark.place { return false }
        var foreign = ForeignMark(id: mark.id, first: facts.markSeen ?? now.uptime, seen: now.uptime)
        if let known = foreignMark, known.id == mark.id {
            foreign = known
            let pause = max(.zero, lookBegan - known.seen)
            // Other processes take the lock briefly for a check, too; a holder that has returned keeps it for longer.
            // A process that is late itself knows nothing about the lock. A check itself may take long.
            foreign.free += min(pause, Rules.longestLook) + (now.uptime - max(lookBegan, known.seen))
            if pause > Rules.longestLook, !known.isFree { foreign.free = .zero }
            (foreign.seen, foreign.isFree) = (now.uptime, true)
        }
        foreignMark = foreign
        // Measured by the local clock: a date in the record is from another machine.
        let wait = lock.isTakenBack ? rules.interruptionWait : Rules.longestRequest
        return foreign.free < wait && now.uptime - foreign.first < Rules.longestRequest
    }

    /// Compares the key that the tokens are bound to with the client's, and stores its thumbprint.
    private func check(_ record: inout LoginRecord, _ key: Facts.Key) -> StoredLoginError? {
        guard record.isBound else { return nil }
        switch key {
        case .notConfigured: return StoredLoginError(.keyNotConfigured)
        case .missing: return StoredLoginError(.keyMissing)
        case .unreadable(let error): return StoredLoginError(.readFailed, because: error, detail: "the DPoP key")
        case .present(let thumbprint):
            guard record.thumbprint.map({ $0.isSame(as: thumbprint) }) ?? true else {
                return StoredLoginError(.keyMismatch)
            }
            record.thumbprint = thumbprint
            return nil
        }
    }

    private mutating func marked(
        _ result: Result<Stored?, any Error>, _ request: TokenRequest, _ wasInterrupted: Bool, _ lock: LoginLock,
        isLockHeld: Bool, at now: Moment
    ) -> [Action] {
        let failure: any Error
        switch result {
        case .failure(let error): failure = error
        case .success(nil):
            preventedMarks += 1
            guard preventedMarks >= Rules.maximumPreventedWrites else { return [.release(lock)] + begin() }
            (preventedMarks, failure) = (0, Self.prevented)
        case .success(let written?):
            preventedMarks = 0
            if overtaking == nil { known = written }
            guard isLockHeld else { return settle(.unmarking, written, with: request.record, lock) }
            phase = .sent(Sent(request: request, marked: written, wasInterrupted: wasInterrupted, lock: lock))
            return [.send(request)]
        }
        // A renewal would spend the refresh token, and its successor could not be stored.
        let error = StoredLoginError(.storeFailed, because: failure)
        return [.release(lock)] + fail(sharing(request.call), error) + begin()
    }
}
