import FoundationEssentials
import OpenID
import RequestPipeline
import SecretStorage
import Synchronization

/// Renewals: one at a time for a grant, whatever the number of tasks, managers and processes that ask for one.
///
/// Under the lock of the grant the record is read again and marked, and one token request is sent. The answer is stored
/// before the lock is released, and before any call is completed.
///
/// No thread waits for the tenant: the lock is held by an object, which the answer's handler receives.
extension Grant {
    /// A token request that was sent, and the lock under which it was.
    struct Sent: Sendable {
        let exchange: TokenExchange
        /// The record with the mark.
        let marked: GrantStorage.Stored
        /// Whether an earlier renewal left its mark: its end is unknown.
        let wasInterrupted: Bool
        let lock: HeldLock
    }

    /// The end of an attempt to renew.
    enum Attempt {
        /// A request was sent; the handler of its answer goes on.
        case sent
        /// Calls were completed, or the record has changed.
        case settled
        /// Another process may be renewing, although it has lost its lock.
        case busy
    }

    /// Sends the token request of the first call that needs one.
    ///
    /// - Returns: What was done; the lock is released unless a request was sent.
    /// - Throws: The error of the store.
    func renew(_ calls: [RenewalCall], under lock: HeldLock, _ outbox: Outbox) throws -> Attempt {
        var attempt = Attempt.settled
        defer { if attempt != .sent { lock.release() } }
        // Another process may have renewed while this one waited for the lock.
        let stored = try storage.read()
        note(stored, as: .changedElsewhere, outbox)
        guard let leader = firstUnsettled(calls, with: State(record: stored?.record, stored: stored), outbox),
            let stored, let refreshToken = stored.record.refreshToken
        else { return attempt }
        let isBusy = !lock.isHeld || isRenewedElsewhere(stored.record, lock)
        attempt = isBusy ? .busy : begin(leader, refreshToken, stored, lock, outbox)
        return attempt
    }

    /// Whether a process of another machine has marked the record, and may still receive its answer.
    ///
    /// The lock tells nothing about that process if it is only the session of a server, which a lost connection ends.
    private func isRenewedElsewhere(_ record: GrantRecord, _ lock: HeldLock) -> Bool {
        guard let began = record.renewalBegan, !lock.provesEndOfHolder, record.mayBeBeingRenewed(at: now) else {
            return false
        }
        let uptime = configuration.clock.uptime
        return queue.withLock { queue in
            guard queue.ownMark != began else { return false }
            // The other machine's clock may be wrong, but this one has seen the mark for so long.
            if queue.foreignMark?.began != began { queue.foreignMark = (began, uptime) }
            return uptime - (queue.foreignMark?.seen ?? uptime) < GrantRecord.longestRenewal
        }
    }

    /// Marks the record and sends a token request.
    private func begin(
        _ leader: RenewalCall, _ refreshToken: String, _ stored: Stored, _ lock: HeldLock, _ outbox: Outbox
    ) -> Attempt {
        let record = stored.record
        var marked = record
        do throws(CredentialsManagerError) {
            try checkDPoP(&marked, for: leader)
        } catch {
            outbox.complete(calls(sharing: leader), .failure(error))
            return .settled
        }
        let exchange: TokenExchange
        do throws(AuthenticationError) {
            exchange = try TokenExchange(
                call: leader, record: record, refreshToken: refreshToken, authentication: authentication,
                validatesIDTokens: configuration.validatesIDTokens, clock: configuration.clock)
        } catch {
            for call in calls(sharing: leader) { outbox.complete(call, .failure(call.failure.because(of: error))) }
            return .settled
        }
        (marked.renewalBegan, marked.isRenewalOver) = (now, false)
        queue.withLock { [marked] in $0.ownMark = marked.renewalBegan }
        do {
            guard let written = try storage.replace(stored, with: marked) else { return .settled }
            note(written, as: nil)
            send(Sent(exchange: exchange, marked: written, wasInterrupted: record.renewalBegan != nil, lock: lock))
            return .sent
        } catch {
            // A renewal would spend the refresh token, and its successor could not be stored.
            outbox.complete(calls(sharing: leader), .failure(.storeFailed.because(of: error)))
            return .settled
        }
    }

    private func send(_ sent: Sent) {
        sent.exchange.begin { answer in
            let finish = { @Sendable in self.finish(sent, answer) }
            WorkerThreads.storing.run(finish, orElse: finish)
        }
    }

    private func finish(_ sent: Sent, _ answer: TokenExchange.Answer) {
        let outbox = Outbox()
        switch answer {
        case .record(let record, let outcome): succeed(sent, record, outcome, outbox)
        case .notValidated(let record, let error): refuse(sent, record, error, outbox)
        case .failure(let error): fail(sent, error, outbox)
        }
        if queue.withLock({ $0.unsaved?.lock !== sent.lock }) { sent.lock.release() }
        outbox.deliver()
        if nextCalls() != nil { startWork() }
    }

    private func succeed(
        _ sent: Sent, _ unstamped: GrantRecord, _ outcome: RenewalCall.Outcome, _ outbox: Outbox
    ) {
        var record = unstamped
        record.thumbprint = sent.marked.record.thumbprint
        record.endRenewal()
        queue.withLock { $0.refusal = nil }
        let calls = calls(sharing: sent.exchange.call)
        do {
            switch try settle(sent.marked, with: record) {
            case .stored(let written):
                note(written, as: .renewed, outbox)
                for call in calls { outbox.complete(call, result(for: call, outcome)) }
            case .superseded(let stored):
                // The user signed out or logged in anew: the calls are decided anew, with what is stored now.
                note(stored, as: .changedElsewhere, outbox)
                revoke(record, unlessOf: stored?.record)
            }
        } catch {
            keep(UnsavedRecord(record, replacing: sent.marked, under: sent.lock))
            let failure = CredentialsManagerError.storeFailed.because(of: error, notPersisted: record.credentials)
            outbox.complete(calls, .failure(failure))
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
}
