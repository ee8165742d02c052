import LibcurlTransport
import Synchronization

/// The HTTP handler of a tenant, with the state that its request handlers share.
final class TenantCore: Sendable {
    let journal = Journal()
    let faults = FaultSwitches()
    let clock = TenantClock()
    let suspensions = SuspendedConnections()
    /// Sends logout tokens to clients until the tenant stops.
    let transport = CurlTransport()
    /// The token that authorizes requests to the control endpoints.
    let controlToken = Secrets.token(24)
    let hosts: HostRule
    /// The file that keeps the state; `nil` for none.
    let file: StateFile?
    /// Whether clients connect with TLS, so that no bytes can be written without the server.
    let hasTLS: Bool
    /// `nil` until the port, and with it the domain, is known.
    private let state = Mutex<TenantState?>(nil)
    /// The snapshots of the state, by name; `nil` is the name of the initial state.
    private let snapshots = Mutex<[String?: TenantState]>([:])

    init(hosts: HostRule, hasTLS: Bool, file: StateFile?) {
        (self.hosts, self.hasTLS, self.file) = (hosts, hasTLS, file)
    }

    /// Ends every wait for a request; later logout tokens are not sent.
    func close() {
        journal.close()
        transport.shutdown()
    }

    /// Writes the changes and closes the file.
    func closeFile() { file?.close { [weak self] body in self?.withState(body) } }

    /// Schedules a write of the changes to the state file.
    func noteChange() { file?.change { [weak self] body in self?.withState(body) } }

    /// Sets the state, and the state of the seed, to which a reset returns; before that, every route responds with 503.
    func begin(_ tenant: TenantState, seed: TenantState) {
        state.withLock { $0 = tenant }
        snapshots.withLock { $0[nil] = seed }
    }

    /// Saves the faults, the clock and the invitations as the reset point.
    func markStart() {
        faults.markStart()
        clock.markStart()
        let invitations = withState { $0.sessions.invitations } ?? [:]
        snapshots.withLock { $0[nil]?.sessions.invitations = invitations }
    }

    /// Resets everything except the signing keys, which clients cache, after the held requests were carried out.
    func reset() {
        faults.reset()
        faults.release()
        restoreSnapshot(nil)
        journal.clear()
        clock.reset()
    }

    func keepSnapshot(_ name: String) {
        guard let tenant = withState(\.self) else { return }
        snapshots.withLock { $0[name] = tenant }
    }

    var snapshotNames: [String] { snapshots.withLock { $0.keys.compactMap(\.self).sorted() } }

    /// Removes a snapshot; returns whether there was one of this name.
    func removeSnapshot(_ name: String) -> Bool { snapshots.withLock { $0.removeValue(forKey: name) != nil } }

    /// Writes the state file immediately, also if nothing has changed, to restore a lost file; returns the reason of a
    /// failure.
    func saveFile() -> EmulatorError? {
        file?.write(isWhole: true) { [weak self] body in self?.withState(body) }
    }

    /// Restores a snapshot, except for the signing keys; returns whether there is one of this name.
    @discardableResult
    func restoreSnapshot(_ name: String?) -> Bool {
        guard let kept = snapshots.withLock({ $0[name] }) else { return false }
        _ = withState { tenant in
            let (keys, refresh) = (tenant.keys, tenant.tokens.refresh)
            tenant = kept
            (tenant.keys, tenant.isReplaced) = (keys, true)
            if name == nil {
                tenant.tokens.refresh = RefreshTokens()
            } else {
                tenant.tokens.refresh.revokeFamilies(of: refresh)
            }
        }
        return true
    }

    /// Calls `body` with exclusive access to the state, then sends the logout tokens that it created; `nil` before
    /// ``begin(_:seed:)``. If `body` throws, its changes up to there are kept.
    func withState<Value: Sendable, Failure: Error>(
        _ body: (inout TenantState) throws(Failure) -> Value
    ) throws(Failure) -> Value? {
        let (value, created) = try state.withLock {
            state throws(Failure) -> (Value?, [LogoutNotification]) in
            guard var tenant = state.take() else { return (nil, []) }
            defer {
                tenant.notifications = []
                state = tenant
            }
            let value = try body(&tenant)
            return (value, tenant.notifications)
        }
        // A failure has no effect.
        for notification in created { _ = transport.send(notification.request) { _ in } }
        return value
    }

    /// Calls ``withState(_:)`` and schedules a write, for a change that no request makes.
    func change<Value: Sendable, Failure: Error>(
        _ body: (inout TenantState) throws(Failure) -> Value
    ) throws(Failure) -> Value? {
        defer { noteChange() }
        return try withState(body)
    }

    /// Calls ``change(_:)``; throws ``EmulatorError/Code/unknown`` for a subject if `body` returns `nil`.
    @discardableResult
    func change<Value: Sendable>(
        of subject: String, _ body: (inout TenantState) -> Value?
    ) throws(EmulatorError) -> Value {
        guard let value = change(body) ?? nil else { throw EmulatorError(.unknown, subject) }
        return value
    }

    /// Dispatches a request to the routes of the tenant's service; responds with 503 before ``begin(_:seed:)``.
    func route(_ context: RequestContext) -> HTTPResponse {
        withState { tenant in
            guard tenant.configuration.service == .auth0 else {
                tenant.answeredRequests += 1
                return Router.reachFive.response(to: context, &tenant).asReachFive(tenant.answeredRequests)
            }
            guard Route.isManagement(context.request.path) else { return Router.tenant.response(to: context, &tenant) }
            return tenant.limited { Router.tenant.response(to: context, &$0) }
        } ?? .text("Service Unavailable", status: 503)
    }
}
