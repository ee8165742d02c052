import FoundationEssentials
import LinuxSystemCalls
import OpenSSLCryptography
import RequestPipeline
import SecretStorage
package import Streams
import Synchronization

/// Carries out the decisions of ``RenewalState`` for one stored login: one renewal at a time, whatever the number of
/// tasks, objects and processes that request one.
///
/// Each event is decided under the lock of the state, and its actions are carried out after the lock is released.
/// Blocking actions run on worker threads. No thread waits for the provider: the state owns the lock of the login until
/// the answer is stored.
package final class RenewalEngine: Sendable {
    package typealias Stored = RecordStorage.Stored
    /// The result of a call.
    package typealias Outcome = Result<RenewalCall.Outcome, StoredLoginError>

    /// A completion handler in its own type: a closure in a dictionary is wrapped in another one by each access.
    private struct Completion: Sendable {
        let call: @Sendable (Outcome) -> Void
    }

    private struct Work: Sendable {
        var state: RenewalState
        var completions: [Int: Completion] = [:]
        var calls = 0
        /// The process that owns the worker threads: a forked child has none of them, and the waiting calls are its
        /// parent's.
        var process = ProcessGeneration.current
        /// The decided changes that are not published yet, in their order.
        var changes: [LoginChange] = []
        /// The process in which a thread publishes them; `nil` if none does.
        var publisher: ProcessGeneration?

        mutating func handle(_ event: RenewalState.Event, at now: RenewalState.Moment) -> [RenewalState.Action] {
            let actions = state.handle(event, at: now)
            for case .publish(let change) in actions { changes.append(change) }
            return actions
        }

        /// Returns the next change to publish; at the end, the next change needs a new publisher.
        mutating func nextChange() -> LoginChange? {
            guard changes.isEmpty else { return changes.removeFirst() }
            publisher = nil
            return nil
        }
    }

    /// The requests of the provider.
    package let service: any TokenService
    /// The place of the login.
    package let storage: RecordStorage
    /// The source of the current time.
    package let clock: TimeSource
    /// The changes by this object, and the detected changes by others.
    let published = PassthroughSubject<LoginChange, Never>()

    private let alarm: Alarm
    private let work: Mutex<Work>

    /// Creates an engine for which nothing is in progress.
    package init(
        _ service: any TokenService, _ storage: RecordStorage, _ rules: RenewalState.Rules, clock: TimeSource,
        alarm: Alarm
    ) {
        (self.service, self.storage, self.clock, self.alarm) = (service, storage, clock, alarm)
        work = Mutex(Work(state: RenewalState(rules)))
    }

    private var now: RenewalState.Moment { RenewalState.Moment(date: clock.now, uptime: clock.uptime) }

    // MARK: Calls

    /// The record in memory, if it is the stored one; does not block.
    var current: Stored? {
        let known = work.withLock { $0.state.known }
        return known?.isCurrent == true ? known : nil
    }

    /// Returns the tokens that satisfy a need without a request: tokens in memory if they are the stored ones, or
    /// tokens of a store that does not block. It is `nil` when a call has to wait for them.
    package func ready(_ need: RenewalCall.Need) -> RenewalCall.Outcome? {
        guard !need.isRequest else { return nil }
        let now = now
        let (known, rules, date) = work.withLock { work in
            (work.state.known, work.state.rules, work.state.known.map { work.state.date(for: $0.record, at: now) })
        }
        if let known, known.isCurrent { return rules.ready(need, known.record, at: now.date, expiring: date) }
        guard !storage.store.isBlocking, let record = try? record() else { return nil }
        return rules.ready(need, record, at: now.date, expiring: self.date(for: record))
    }

    /// Returns the date with which the expiry of a record's credentials is compared.
    func date(for record: LoginRecord) -> Date {
        let now = now
        return work.withLock { $0.state.date(for: record, at: now) }
    }

    /// Begins a call: with the tokens in memory if they satisfy it, otherwise in the queue. `completion` is called
    /// exactly once, inside this call only with tokens in memory.
    ///
    /// The returned handle cancels the call. A token request that was sent is completed and stored nevertheless,
    /// because its refresh token may be spent.
    package func begin(
        _ need: RenewalCall.Need, _ parameters: [String: any Sendable], _ headers: [String: String],
        _ completion: @escaping @Sendable (Outcome) -> Void
    ) -> any Cancellable {
        if let ready = ready(need) {
            completion(.success(ready))
            return ClosureCancellable()
        }
        let seen: UInt64? = if case .renewal = need { current?.record.generation } else { nil }
        let (now, process) = (now, ProcessGeneration.current)
        let (id, actions) = work.withLock { work in
            if work.process != process { work = Work(state: RenewalState(work.state.rules)) }
            work.calls += 1
            work.completions[work.calls] = Completion(call: completion)
            let call = RenewalCall(work.calls, need, parameters: parameters, headers: headers, seen: seen)
            return (work.calls, work.handle(.called(call), at: now))
        }
        if !actions.isEmpty { run(actions, on: .beginning) }
        return ClosureCancellable { [self] in
            DeliveryQueue.background.deliver { self.report(.cancelled(id), on: .beginning) }
        }
    }

    // MARK: Events and actions

    /// Reports an event from a thread that must not block.
    private func report(_ event: RenewalState.Event, on threads: WorkerThreads) {
        run(handle(event), on: threads)
    }

    func handle(_ event: RenewalState.Event) -> [RenewalState.Action] {
        let now = now
        return work.withLock { $0.handle(event, at: now) }
    }

    private func run(_ actions: [RenewalState.Action], on threads: WorkerThreads) {
        guard let last = actions.last, last.blocks else { return carryOut(actions) }
        threads.run({ self.carryOut(actions) }) {
            // Actions that end a renewal are carried out on this thread; actions that begin one fail.
            guard threads === WorkerThreads.beginning else { return self.carryOut(actions) }
            self.carryOut(actions.dropLast())
            self.carryOut(self.handle(last.end(.failure(SecretStoreError.noThread))))
        }
    }

    /// Carries out actions, and the actions of the events that result, until no immediate action is left.
    func carryOut(_ actions: [RenewalState.Action]) {
        var actions = actions
        while !actions.isEmpty {
            var event: RenewalState.Event?
            var rest = actions[...]
            while let action = rest.first {
                let ended = rest.prefix { if case .complete = $0 { true } else { false } }
                // A renewal may end a thousand calls: one thread is woken for their results.
                if ended.count > 1 {
                    DeliveryQueue.background.gather { for action in ended { _ = carryOut(action) } }
                } else {
                    event = carryOut(action) ?? event
                }
                rest = rest.dropFirst(max(1, ended.count))
            }
            actions = event.map(handle) ?? []
        }
    }

    /// Carries out an action, and returns the event that results immediately.
    private func carryOut(_ action: RenewalState.Action) -> RenewalState.Event? {
        switch action {
        case .read: return .read(Result { try storage.read() })
        case .lock: return lockInTurn()
        case .reread(let lock):
            let result = Result { try storage.read() }
            return .reread(result, facts(try? result.get(), lock))
        case .mark(let stored, let record, let lock):
            let result = Result { try storage.replace(stored, with: record) }
            return .marked(result, isLockHeld: lock.isHeld)
        case .replace(let stored, let record): return .replaced(Result { try storage.replace(stored, with: record) })
        case .send(let request):
            service.begin(request) { answer in
                // The system's clock has dated the tokens when the response was decoded.
                let offset = self.clock.now.timeIntervalSinceNow
                self.report(.answered(answer.shifted(by: offset)), on: .storing)
            }
        case .release(let lock): lock.release()
        case .complete(let id, let result):
            // The state does not know where the record was searched.
            let result = result.mapError { $0.code == .noCredentials ? storage.noCredentials : $0 }
            work.withLock { $0.completions.removeValue(forKey: id) }?.call(result)
        case .publish: publish()
        case .revoke(let refreshToken): _ = service.revoke(refreshToken, headers: [:]) { _ in }
        case .wait(let pause, let event):
            let threads: WorkerThreads = if case .saveDue = event { .storing } else { .beginning }
            after(pause) { self.report(event, on: threads) }
        }
        return nil
    }

    /// Publishes the changes in the order of their decisions: this thread may have been late, or another one publishes.
    private func publish() {
        let isPublisher = work.withLock { work in
            guard work.publisher != .current else { return false }
            work.publisher = .current
            return true
        }
        while isPublisher, let change = work.withLock({ $0.nextChange() }) { published.send(change) }
    }

    private func after(_ pause: Duration, _ action: @escaping @Sendable () -> Void) {
        let slot = CancellationSlot()
        slot.fill(
            alarm.after(pause) {
                slot.release()
                action()
            })
    }

    /// Tries the lock, now or when this login has its turn.
    private func lockInTurn() -> RenewalState.Event? {
        let (turn, number) = RenewalTurn.request { turn in
            WorkerThreads.beginning.run({ self.carryOut(self.handle(self.locked(turn))) }) {
                self.carryOut(self.handle(.locked(.failure(SecretStoreError.noThread))))
            }
        }
        if let turn { return locked(turn) }
        after(work.withLock { $0.state.rules.lockTimeout }) {
            guard RenewalTurn.withdraw(number) else { return }
            let detail = "\(RenewalTurn.limit) renewals run, which is the limit: a quarter of ulimit -n, at most 512"
            self.report(.locked(.failure(SecretStoreError(.lockTimeout, detail: detail))), on: .beginning)
        }
        return nil
    }

    private func locked(_ turn: RenewalTurn) -> RenewalState.Event {
        .locked(Result { LoginLock(try storage.store.renewalLock(of: storage.name, until: .now), turn) })
    }

    private func facts(_ stored: Stored?, _ lock: LoginLock) -> RenewalState.Facts {
        var facts = RenewalState.Facts(isLockHeld: lock.isHeld)
        facts.markSeen = (stored?.record.mark).map { SeenMarks.first($0.id, at: clock.uptime) }
        guard let stored, stored.record.isBound, let dpop = service.dpop else { return facts }
        do throws(DPoPError) {
            let (keys, identifier) = (dpop.sender.keys, dpop.keychainIdentifier)
            var key = try keys.keyNow(identifier, creating: false)
            if let known = key, let bound = stored.record.thumbprint, !bound.isSame(as: known.thumbprint) {
                // Another process may have replaced the key, and logged in with the new one.
                keys.forget(identifier)
                key = try keys.keyNow(identifier, creating: false)
            }
            facts.key = key.map { .present(thumbprint: $0.thumbprint) } ?? .missing
        } catch { facts.key = .unreadable(error) }
        return facts
    }

    // MARK: What decides now

    /// Returns the effective record: an unsaved one that the store refused, otherwise the stored one; blocks unless the
    /// copy in memory is the stored record.
    package func record() throws -> LoginRecord? { try state().record }

    /// Returns the effective record, and the stored one; reads it although the copy in memory may be current, if asked.
    func state(rereading: Bool = false) throws -> (record: LoginRecord?, stored: Stored?) {
        if !rereading, let current { return (current.record, current) }
        let quiet = work.withLock { $0.state.quiet }
        let result = Result { try storage.read() }
        carryOut(handle(.observed(result, since: quiet)))
        if let unsaved = work.withLock({ $0.state.unsavedRecord }) { return (unsaved, try? result.get()) }
        let stored = try result.get()
        return (stored?.record, stored)
    }
}

extension RenewalState.Action {
    /// Whether the action waits for the store, and leads to an event.
    fileprivate var blocks: Bool {
        switch self {
        case .read, .lock, .reread, .mark, .replace: true
        case .send, .release, .complete, .publish, .revoke, .wait: false
        }
    }

    /// The event at the end of an action that could not be carried out.
    fileprivate func end(_ result: Result<RenewalState.Stored?, any Error>) -> RenewalState.Event {
        switch self {
        case .lock: .locked(result.flatMap { _ in .failure(SecretStoreError(.unavailable)) })
        case .reread: .reread(result, RenewalState.Facts(isLockHeld: false))
        case .mark: .marked(result, isLockHeld: false)
        case .replace: .replaced(result)
        default: .read(result)
        }
    }
}

extension WorkerThreads {
    /// The threads that begin calls: they read a record, try its lock, and send a request.
    static let beginning = WorkerThreads(named: "auth0-renewal", limit: maximumForStores)
    /// The threads that end renewals: they store the answer, and release the lock. Work that begins renewals does not
    /// delay them.
    static let storing = WorkerThreads(named: "auth0-storing", limit: maximumForStores)
}
