import Foundation
import HTTPMessages
import OpenID

/// Token requests, and the rules that hold for them.
extension Simulation {
    /// Sends a token request; its refresh token is not one that an answer may still arrive for.
    func send(_ request: TokenRequest, _ process: SimulatedProcess) {
        let token = request.refreshToken
        if TokenOwner(token).tenant != process.tenant {
            violate("process \(process.id) sends a token of tenant \(TokenOwner(token).tenant) to another one")
        }
        for earlier in requests where earlier.refreshToken == token && !earlier.hasFailed {
            // The documented window: a holder without its lock is waited for.
            let window =
                store.kind == .database ? rules.interruptionWait : RenewalState.Rules.longestRequest
            guard earlier.lockLostAt.map({ uptime - $0 >= window }) != true else { continue }
            violate("process \(process.id) sends \(token) again, and process \(earlier.process) may get an answer")
        }
        add(request, process)
    }

    func complete(
        _ process: SimulatedProcess, _ id: Int, _ result: Result<RenewalCall.Outcome, StoredLoginError>
    ) {
        guard let call = process.calls.removeValue(forKey: id) else { return }
        let history = store.history[process.name] ?? []
        let seen = Set(history[max(0, call.begin - 1)...])
        switch result {
        case .success(.credentials(let credentials)):
            let owner = TokenOwner(credentials.accessToken)
            if owner.tenant != process.tenant { violate("process \(process.id) gets tokens of another tenant") }
            // Tokens that the store has refused are kept, and a process that cannot read does not see a sign-out.
            if process.kept == credentials.accessToken || process.notPersisted.contains(credentials.accessToken) {
                return
            }
            if !seen.contains(owner.user) {
                violate("process \(process.id) gets tokens of a user who was not logged in")
            }
            if store.everStored[process.name]?.contains(credentials.accessToken) != true {
                violate("process \(process.id) gets tokens that were never stored")
            }
        case .success: violate("an outcome of another call")
        case .failure(let error): check(error, process, call, seen)
        }
    }

    private func check(
        _ error: StoredLoginError, _ process: SimulatedProcess, _ call: SimulatedProcess.Call, _ seen: Set<Int?>
    ) {
        switch error.code {
        case .noCredentials where !seen.contains(nil) && !seen.isEmpty:
            violate("process \(process.id) finds no credentials, and there were some all the time")
        case .renewalInterrupted where hasOnlyKills && settings.overlap >= 10:
            // A call that waits at the time of the kill, or soon after, renews within the tenant's overlap.
            let sent = requests.filter { processes[$0.process].isDead }.map(\.sentAt).max() ?? .zero
            guard call.since - sent <= .seconds(settings.overlap - 6) else { return }
            violate("process \(process.id) lost a login to a kill, and the tenant's overlap is \(settings.overlap) s")
        case .storeFailed:
            guard let tokens = error.notPersisted else { return }
            process.notPersisted.insert(tokens.accessToken)
            if process.state.unsavedRecord == nil { violate("refused tokens are not kept") }
        default: break
        }
    }

    // MARK: The end

    /// Ends all faults, runs everything to its end, and checks the final rules.
    func settle() {
        for process in processes where process.isStopped && !process.isDead { take(.resume(process.id)) }
        for id in store.disconnected.sorted() { take(.connect(id)) }
        for name in store.damaged.sorted() { take(.setAside(name)) }
        if store.isKeyringLocked { take(.unlockKeyring) }
        if store.isFull { take(.free) }
        var steps = 0
        // Each process may look for the end of another one's renewal four times a second, in five steps.
        while violations.isEmpty, let step = progress.first, steps < 1_000 * processes.count {
            take(step)
            steps += 1
        }
        checkEnd()
    }

    /// Whether nothing more happens without a call or a fault.
    var hasEnded: Bool { progress.isEmpty && ends.isEmpty }

    /// Checks the rules for the time after everything has ended.
    func checkEnd() {
        for process in processes where !process.isDead {
            if !process.calls.isEmpty { violate("\(process.calls.count) calls of process \(process.id) do not end") }
            if process.state.unsavedRecord != nil { violate("process \(process.id) has tokens that are not stored") }
        }
        if store.heldLocks > 0 { violate("\(store.heldLocks) locks are not released") }
    }
}
