import FoundationEssentials
import HTTPMessages
import LinuxSystemCalls
import OpenID
import RequestPipeline
import SecretStorage
import Streams
import Synchronization

/// Renewals: one at a time for a grant, whatever the number of tasks, managers and processes that ask for one.
///
/// Calls wait in a queue. A thread of its own reads the record, completes the calls that it satisfies, and takes the lock
/// of the grant for the others. It reads the record again under the lock, marks it, and sends one token request. The answer
/// is stored before any call is completed; then the thread begins anew with the calls that are left.
///
/// No thread waits for the tenant: the lock is held by an object, which the answer's handler receives.
extension Grant {
    typealias Stored = GrantStorage.Stored

    /// A token request that was sent, and the lock under which it was.
    struct Sent: Sendable {
        let exchange: TokenExchange
        /// The record with the mark.
        let marked: GrantStorage.Stored
        /// Whether an earlier renewal left its mark: its end is unknown.
        let wasInterrupted: Bool
        let lock: HeldLock
    }

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

    private func startWork() {
        guard !BackgroundThread.start(named: "auth0-renewal", run: { self.work() }) else { return }
        let calls = queue.withLock { queue in
            defer { (queue.waiting, queue.isWorking) = ([], false) }
            return queue.waiting
        }
        let error = SecretStoreError(.unavailable, detail: "the system cannot create a thread")
        for call in calls { call.complete(.failure(call.failure.because(of: error))) }
    }

    /// Works until no call is left, or until a token request is sent, whose handler goes on.
    private func work() {
        while let calls = nextCalls() {
            do {
                saveUnsaved()
                guard firstUnsettled(calls, with: try stored()) != nil else { continue }
                let lock = try takeLock()
                var isSent = false
                defer { if !isSent { giveBack(lock) } }
                isSent = try renew(calls, under: lock)
                if isSent { return }
            } catch {
                fail(calls, error)
            }
        }
    }

    /// Sends the token request of the first call that needs one.
    ///
    /// - Returns: Whether a request was sent.
    /// - Throws: The error of the store.
    private func renew(_ calls: [RenewalCall], under lock: HeldLock) throws -> Bool {
        // Another process may have renewed while this one waited for the lock.
        let stored = try storage.read()
        note(stored, as: .changedElsewhere)
        let record = queue.withLock { $0.unsaved }?.record ?? stored?.record
        guard let leader = firstUnsettled(calls, with: stored), let stored, let record,
            case .exchange(let refreshToken) = RenewalDecision(leader, record, at: now)
        else { return false }
        return begin(leader, refreshToken, record, stored, lock)
    }

    /// Returns the calls that wait; `nil` when there are none, and the thread ends.
    private func nextCalls() -> [RenewalCall]? {
        queue.withLock { queue in
            queue.waiting.removeAll(where: \.isOver)
            queue.isWorking = !queue.waiting.isEmpty
            return queue.isWorking ? queue.waiting : nil
        }
    }

    /// Takes the lock of the grant; it is held already while renewed tokens are not stored.
    private func takeLock() throws -> HeldLock {
        if let held = queue.withLock({ $0.unsaved })?.lock { return held }
        return HeldLock(try storage.lock(until: .now + configuration.lockTimeout))
    }

    /// Releases the lock, unless renewed tokens are not stored.
    private func giveBack(_ lock: HeldLock) {
        if queue.withLock({ $0.unsaved == nil }) { lock.release() }
    }

    // MARK: Decisions

    /// Completes the calls that need no token request.
    ///
    /// - Returns: The first of the others.
    private func firstUnsettled(_ calls: [RenewalCall], with stored: Stored?) -> RenewalCall? {
        let record = queue.withLock { $0.unsaved }?.record ?? stored?.record
        var first: RenewalCall?
        for call in calls where !call.isOver {
            switch RenewalDecision(call, record, at: now) {
            case .exchange: first = first ?? call
            case .ready(let outcome): call.complete(.success(outcome))
            case .failure(let error): call.complete(.failure(error))
            case .sessionExpired:
                if let stored { endSession(stored) }
                call.complete(.failure(.sessionExpired))
            }
        }
        return first
    }

    private func endSession(_ stored: Stored) {
        // A new login in the meantime stays.
        guard (try? storage.remove(stored)) == true else { return }
        note(nil, as: .sessionExpired)
    }

    private func fail(_ calls: [RenewalCall], _ error: any Error) {
        for call in calls {
            let isBusy = (error as? SecretStoreError)?.code == .lockTimeout
            call.complete(.failure((isBusy ? .lockTimeout : call.failure).because(of: error)))
        }
    }

    /// The waiting calls whose token request is the same.
    func calls(sharing leader: RenewalCall) -> [RenewalCall] {
        let waiting = queue.withLock { $0.waiting }
        return waiting.filter { !$0.isOver && $0.sharesRequest(of: leader) }
    }

    // MARK: Requests

    /// Marks the record and sends a token request.
    ///
    /// - Returns: Whether it was sent.
    /// - Throws: The error of the store; nothing was sent then.
    private func begin(
        _ leader: RenewalCall, _ refreshToken: String, _ record: GrantRecord, _ stored: Stored, _ lock: HeldLock
    ) -> Bool {
        var marked = record
        do throws(CredentialsManagerError) {
            try checkDPoP(&marked)
        } catch {
            for call in calls(sharing: leader) { call.complete(.failure(error)) }
            return false
        }
        marked.renewalBegan = now
        do {
            guard let written = try storage.replace(stored, with: marked) else { return false }
            queue.withLock { $0.unsaved = nil }
            note(written, as: nil)
            let exchange = TokenExchange(
                call: leader, record: record, refreshToken: refreshToken, authentication: authentication,
                validatesIDTokens: configuration.validatesIDTokens, clock: configuration.clock)
            let sent = Sent(
                exchange: exchange, marked: written, wasInterrupted: record.renewalBegan != nil, lock: lock)
            exchange.begin { answer in
                // The store is written on a thread that may block, and the work goes on there.
                let isStarted = BackgroundThread.start(named: "auth0-renewal") { self.finish(sent, answer) }
                if !isStarted { self.finish(sent, answer) }
            }
            return true
        } catch {
            // A renewal would spend the refresh token, and its successor could not be stored.
            for call in calls(sharing: leader) { call.complete(.failure(.storeFailed.because(of: error))) }
            return false
        }
    }

    private func finish(_ sent: Sent, _ answer: TokenExchange.Answer) {
        switch answer {
        case .record(let record, let outcome): succeed(sent, record, outcome)
        case .invalidIDToken(let record, let error): refuse(sent, record, error)
        case .failure(let error): fail(sent, error)
        }
        giveBack(sent.lock)
        work()
    }

    private func succeed(_ sent: Sent, _ unstamped: GrantRecord, _ outcome: RenewalCall.Outcome) {
        var record = unstamped
        record.thumbprint = sent.marked.record.thumbprint
        record.renewalBegan = nil
        let calls = calls(sharing: sent.exchange.call)
        do {
            guard let written = try storage.replace(sent.marked, with: record) else {
                // The user signed out or logged in anew: the calls are decided anew, with what is stored now.
                return abandon(record)
            }
            queue.withLock { $0.unsaved = nil }
            note(written, as: .renewed)
            for call in calls { call.complete(result(for: call, outcome)) }
        } catch {
            // The lock is held until the tokens are stored: the stored refresh token is spent.
            queue.withLock { $0.unsaved = Unsaved(record: record, base: sent.marked, lock: sent.lock) }
            note(nil, as: nil)
            let failure = CredentialsManagerError.storeFailed.because(of: error, notPersisted: record.credentials)
            for call in calls { call.complete(.failure(failure)) }
        }
    }

    /// The result of a call with new tokens: an error if they live shorter than the call needs them.
    private func result(
        for call: RenewalCall, _ outcome: RenewalCall.Outcome
    ) -> Result<RenewalCall.Outcome, CredentialsManagerError> {
        let (minTTL, expiry): (Int, Date)
        switch (call.need, outcome) {
        case (.credentials(_, let wanted), .credentials(let new)): (minTTL, expiry) = (wanted, new.expiresIn)
        case (.api(_, _, let wanted), .api(let new)): (minTTL, expiry) = (wanted, new.expiresIn)
        default: return .success(outcome)
        }
        let lifetime = expiry.timeIntervalSince(now)
        guard minTTL > 0, lifetime < TimeInterval(minTTL) else { return .success(outcome) }
        return .failure(.largeMinTTL(minTTL, lifetime: Int(max(0, min(lifetime, 1e9)))))
    }

    /// Revokes the tokens of an answer that came after a sign-out, so that no unused session is left behind.
    ///
    /// After a new login of the same user they are left alone: revoking them could end the new login, too.
    private func abandon(_ record: GrantRecord) {
        let stored = try? storage.read()
        note(stored ?? nil, as: .changedElsewhere)
        if let stored, stored.record.isOfSameUser(as: record) { return }
        guard let refreshToken = record.refreshToken else { return }
        authentication.revoke(refreshToken: refreshToken).start { _ in }
    }

    /// Handles an answer whose ID token is not valid: the old tokens stay, with the new refresh token.
    private func refuse(_ sent: Sent, _ record: GrantRecord?, _ error: AuthenticationError) {
        var kept = record ?? sent.exchange.record
        kept.renewalBegan = nil
        replace(sent.marked, with: kept)
        share(error, of: sent)
    }
}
