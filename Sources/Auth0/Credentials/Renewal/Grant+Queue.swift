import FoundationEssentials
import HTTPMessages
import LinuxSystemCalls
import OpenID
import RequestPipeline
import SecretStorage
import Streams
import Synchronization

/// The queue of the calls that wait for tokens.
///
/// One thread at a time works for a grant: it reads the record, completes the calls that it satisfies, and renews for the
/// others. It waits for nothing but the store. Where another process renews, and while the tenant answers, no thread works;
/// a timer, or the handler of the answer, goes on.
extension Grant {
    /// Returns the tokens in memory that satisfy a need, if they are the stored ones; does not block.
    func ready(_ need: RenewalCall.Need) -> RenewalCall.Outcome? {
        guard let record = current?.record else { return nil }
        let now = now
        return record.isSessionOver(at: now) ? nil : RenewalDecision.ready(need, record, at: now)
    }

    /// Begins a call: with the tokens in memory if they satisfy it, in the queue otherwise.
    ///
    /// - Parameters:
    ///   - need: The tokens that are needed.
    ///   - parameters: Additional parameters of the token request.
    ///   - headers: Additional header fields of the token request.
    ///   - completion: Called exactly once; inside this call only with tokens that are in memory.
    /// - Returns: Cancels the call.
    func begin(
        _ need: RenewalCall.Need, _ parameters: [String: any Sendable], _ headers: [String: String],
        _ completion: @escaping @Sendable (Result<RenewalCall.Outcome, CredentialsManagerError>) -> Void
    ) -> any Cancellable {
        if let ready = ready(need) {
            completion(.success(ready))
            return ClosureCancellable()
        }
        let seen: UInt64? = if case .renewal = need { current?.record.generation } else { nil }
        return add(
            RenewalCall(need, parameters: parameters, headers: headers, seen: seen, completion: completion))
    }

    /// Adds a call.
    ///
    /// - Returns: Cancels the call. A token request that was sent is completed and stored nevertheless, because its refresh
    ///   token may be spent.
    func add(_ call: RenewalCall) -> any Cancellable {
        let process = ProcessGeneration.current
        let isFirst = queue.withLock { queue in
            if queue.process != process { queue = Queue() }
            queue.waiting.append(call)
            defer { queue.isWorking = true }
            return !queue.isWorking
        }
        if isFirst { startWork() }
        return ClosureCancellable { self.cancel(call) }
    }

    private func cancel(_ call: RenewalCall) {
        DeliveryQueue.background.deliver {
            call.complete(.failure(call.failure.because(of: TransportError(.cancelled))))
        }
    }

    /// Works for the queue on a thread that may block.
    func startWork() {
        WorkerThreads.beginning.run({ self.work() }) {
            let calls = self.queue.withLock { queue in
                defer { (queue.waiting, queue.isWorking) = ([], false) }
                return queue.waiting
            }
            let error = SecretStoreError(.unavailable, detail: "the system cannot create a thread")
            for call in calls { call.complete(.failure(call.failure.because(of: error))) }
        }
    }

    /// Works until no call is left, or until something else goes on: the handler of an answer, or a timer.
    private func work() {
        while let calls = nextCalls() {
            let outbox = Outbox()
            let isToGoOn = work(for: calls, outbox)
            outbox.deliver()
            guard isToGoOn else { return }
        }
    }

    /// Returns the calls that wait; `nil` when there are none, and the thread ends.
    func nextCalls() -> [RenewalCall]? {
        queue.withLock { queue in
            queue.waiting.removeAll(where: \.isOver)
            queue.isWorking = !queue.waiting.isEmpty
            return queue.isWorking ? queue.waiting : nil
        }
    }

    /// Completes calls with what is stored, and renews for the others.
    ///
    /// - Returns: Whether to go on with the next calls at once.
    private func work(for calls: [RenewalCall], _ outbox: Outbox) -> Bool {
        do {
            let isSaved = Result { try saveUnsaved() }
            guard let leader = firstUnsettled(calls, with: try state(outbox), outbox) else { return true }
            // A renewal would spend a refresh token whose successor cannot be stored.
            do { try isSaved.get() } catch {
                outbox.complete(self.calls(sharing: leader), .failure(.storeFailed.because(of: error)))
                return true
            }
            let lock: HeldLock
            switch try takeLock() {
            case .success(let held): lock = held
            case .failure(let error): return !waitForOthers(calls, after: error, outbox)
            }
            let attempt = try renew(calls, under: lock, outbox)
            guard attempt != .busy else { return !waitForOthers(calls, after: busy, outbox) }
            for call in calls { call.endWait() }
            return attempt == .settled
        } catch {
            fail(calls, error, outbox)
            return true
        }
    }

    /// Tries to take the lock of the grant.
    ///
    /// - Returns: The lock; an error while another process has it, or while a store that could just be read has lost its
    ///   server: it may be back in time.
    private func takeLock() throws -> Result<HeldLock, SecretStoreError> {
        do {
            return .success(HeldLock(try storage.lock(until: .now)))
        } catch let error as SecretStoreError where error.code == .lockTimeout {
            return .failure(busy)
        } catch let error as SecretStoreError where error.code == .unavailable { return .failure(error) }
    }

    private var busy: SecretStoreError { SecretStoreError(.lockTimeout, name: storage.name) }

    /// Comes again after a pause that grows with the wait, for the calls that still wait for another process or the store.
    ///
    /// - Parameters:
    ///   - calls: The calls that wait.
    ///   - error: The cause of the wait, which the calls get that have waited long enough.
    ///   - outbox: The completions of those.
    /// - Returns: Whether other calls still wait, and a timer goes on.
    private func waitForOthers(_ calls: [RenewalCall], after error: SecretStoreError, _ outbox: Outbox) -> Bool {
        let uptime = configuration.clock.uptime
        let over = calls.filter { !$0.waits(atMost: configuration.lockTimeout, at: uptime) }
        for call in over {
            let failure = error.code == .lockTimeout ? CredentialsManagerError.lockTimeout : call.failure
            outbox.complete(call, .failure(failure.because(of: error)))
        }
        guard over.count < calls.count else { return false }
        let pause = calls.map { $0.nextPause() }.max() ?? .zero
        configuration.alarm.ring(after: pause) { self.startWork() }
        return true
    }

    // MARK: Decisions

    /// Completes the calls that need no token request.
    ///
    /// - Returns: The first of the others.
    func firstUnsettled(_ calls: [RenewalCall], with state: State, _ outbox: Outbox) -> RenewalCall? {
        let refusal = queue.withLock { $0.refusal }
        var first: RenewalCall?
        for call in calls where !call.isOver {
            switch RenewalDecision(call, state.record, after: refusal, at: now) {
            case .exchange: first = first ?? call
            case .ready(let outcome): outbox.complete(call, .success(outcome))
            case .failure(let error): outbox.complete(call, .failure(error))
            case .sessionExpired:
                if let stored = state.stored { endSession(stored, outbox) }
                outbox.complete(call, .failure(.sessionExpired))
            }
        }
        return first
    }

    private func endSession(_ stored: Stored, _ outbox: Outbox) {
        // A new login in the meantime stays.
        guard (try? storage.remove(stored)) == true else { return }
        note(nil, as: .sessionExpired, outbox)
    }

    private func fail(_ calls: [RenewalCall], _ error: any Error, _ outbox: Outbox) {
        for call in calls { outbox.complete(call, .failure(call.failure.because(of: error))) }
    }

    /// The waiting calls whose token request is the same.
    func calls(sharing leader: RenewalCall) -> [RenewalCall] {
        let waiting = queue.withLock { $0.waiting }
        return waiting.filter { !$0.isOver && $0.sharesRequest(of: leader) }
    }
}

extension Alarm {
    /// Calls an action once after a duration; nothing has to be kept for it.
    func ring(after delay: Duration, _ action: @escaping @Sendable () -> Void) {
        let slot = CancellationSlot()
        slot.fill(
            after(delay) {
                slot.letGo()
                action()
            })
    }
}
