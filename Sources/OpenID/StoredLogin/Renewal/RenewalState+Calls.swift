import FoundationEssentials
import HTTPMessages

/// The decisions about calls.
extension RenewalState {
    /// Adds a call. A record that is already being read may be of a time before the call, when another user was logged
    /// in, so the next read decides.
    mutating func called(_ call: RenewalCall) -> [Action] {
        var call = call
        switch phase {
        case .reading, .rereading, .settling: call.isLate = true
        case .idle, .locking, .marking, .sent, .pausing: break
        }
        calls.append(call)
        if case .idle = phase { return begin() }
        return []
    }

    /// Completes the calls that need no token request, and returns the first of the others; `nil` if a further read is
    /// to decide about all of them.
    mutating func settle(with record: LoginRecord?, _ actions: inout [Action], at now: Moment) -> RenewalCall? {
        if let record, record.isSessionOver(at: now.date) {
            if endedLogin != record.login { actions += publication(of: .sessionExpired, of: record.login) }
        } else if let record, record.refreshToken != nil, endedLogin == record.login {
            // The clock was wrong.
            endedLogin = nil
        }
        var left: [RenewalCall] = []
        for var call in calls {
            if !call.isLate, let result = result(for: &call, record, at: now) {
                actions.append(.complete(call.id, result))
            } else {
                left.append(call)
            }
        }
        calls = left
        return left.first { !$0.isLate }
    }

    /// Returns the result of a call; `nil` if it needs a token request.
    private func result(
        for call: inout RenewalCall, _ record: LoginRecord?, at now: Moment
    ) -> Result<RenewalCall.Outcome, StoredLoginError>? {
        guard let record else { return .failure(StoredLoginError(.noCredentials)) }
        guard !record.isSessionOver(at: now.date) else { return .failure(StoredLoginError(.sessionExpired)) }
        let date = date(for: record, at: now)
        if let ready = rules.ready(call.need, record, at: now.date, expiring: date) { return .success(ready) }
        guard let credentials = record.credentials else { return .failure(StoredLoginError(.noCredentials)) }
        if case .renewal = call.need {
            let seen = call.seen ?? record.generation
            call.seen = seen
            // The renewal of another caller has sent neither the parameters nor the header fields of this call.
            let isPlain = call.parameters.isEmpty && call.headers.isEmpty
            guard seen == record.generation || !isPlain else { return .success(.credentials(credentials)) }
        }
        guard record.refreshToken != nil else { return .failure(StoredLoginError(.noRefreshToken)) }
        guard record.isRefused(at: now.date) else { return nil }
        let detail = refusal == nil ? "an answer was refused less than 30 seconds ago" : nil
        return .failure(StoredLoginError(.renewalFailed, because: refusal, detail: detail))
    }

    /// Returns the waiting calls with the same token request, without the late ones: since the latest access to the
    /// store another user may have logged in, so the next read decides about them.
    func sharing(_ leader: RenewalCall) -> [RenewalCall] {
        calls.filter { !$0.isLate && $0.sharesRequest(of: leader) }
    }

    /// Removes waiting calls, and completes them with an error.
    mutating func fail(_ failed: [RenewalCall], _ error: StoredLoginError) -> [Action] {
        remove(failed)
        return failed.map { .complete($0.id, .failure(error)) }
    }

    mutating func remove(_ removed: [RenewalCall]) {
        let ids = Set(removed.map(\.id))
        calls.removeAll { ids.contains($0.id) }
    }

    /// A token request that was sent for a cancelled call is completed and stored nevertheless: its refresh token may
    /// be spent.
    mutating func cancel(_ id: Int) -> [Action] {
        let count = calls.count + delayed.count
        calls.removeAll { $0.id == id }
        delayed.removeAll { $0.id == id }
        guard calls.count + delayed.count < count else { return [] }
        return [.complete(id, .failure(StoredLoginError(.renewalFailed, because: TransportError(.cancelled))))]
    }

    /// Schedules another attempt for the calls that still wait for another process or the store; the pause grows with
    /// the wait. The calls that have waited for the maximum time fail with the error.
    mutating func waitForOthers(_ error: StoredLoginError, at now: Moment) -> [Action] {
        var over: [RenewalCall] = []
        var pause = Duration.zero
        limitWaits(at: now)
        for index in calls.indices {
            if let deadline = calls[index].deadline, now.uptime < deadline {
                pause = max(pause, calls[index].nextPause())
            } else {
                over.append(calls[index])
            }
        }
        let actions = fail(over, error)
        guard !calls.isEmpty else { return actions + begin() }
        phase = .pausing
        return actions + [.wait(pause, then: .waitOver)]
    }

    /// Sets the end of the wait for the lock, for the calls that have none.
    mutating func limitWaits(at now: Moment) {
        for index in calls.indices { calls[index].deadline = calls[index].deadline ?? now.uptime + rules.lockTimeout }
    }

    /// Repeats the request of calls after a pause, up to the configured number of times, or completes them with its
    /// error.
    mutating func retry(_ request: TokenRequest, after failure: TokenFailure) -> [Action] {
        var later: [RenewalCall] = []
        var over: [RenewalCall] = []
        var longest = Duration.zero
        for var call in sharing(request.call) {
            call.attempts += 1
            if failure.isRetryable, let delay = delay(attempt: call.attempts, after: failure) {
                longest = max(longest, delay)
                later.append(call)
            } else {
                over.append(call)
            }
        }
        remove(later)
        delayed += later
        let actions = fail(over, StoredLoginError(.renewalFailed, because: failure.error))
        guard !later.isEmpty else { return actions }
        return actions + [.wait(longest, then: .retryDue(Set(later.map(\.id))))]
    }

    /// The pause before the next attempt; `nil` when there is none.
    private func delay(attempt: Int, after failure: TokenFailure) -> Duration? {
        guard attempt <= rules.maxRetries else { return nil }
        let limit = Rules.longestRetryDelay
        let delay = min(rules.retryDelay * (1 << min(attempt - 1, 16)), limit)
        // The program decides about a longer wait.
        guard let asked = failure.retryAfter else { return delay }
        return asked <= limit ? max(asked, delay) : nil
    }

    mutating func retry(_ ids: Set<Int>) -> [Action] {
        calls += delayed.filter { ids.contains($0.id) }
        delayed.removeAll { ids.contains($0.id) }
        if case .idle = phase { return begin() }
        return []
    }
}
