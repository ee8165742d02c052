import ByteEncodings
import Synchronization

/// The HTTP handler of a tenant: records requests in the journal, applies faults, and dispatches to the routes.
final class TenantCore: HTTPHandler {
    let journal = Journal()
    let faults = FaultSwitches()
    let clock = TenantClock()
    let suspensions = SuspendedConnections()
    let notifier = LogoutNotifier()
    /// The token that authorizes requests to the control endpoints.
    let controlToken = Secrets.token(24)
    private let hosts: HostRule
    /// The file that keeps the state; `nil` for none.
    let file: StateFile?
    /// Whether clients connect with TLS, so that no bytes can be written past the server.
    private let hasTLS: Bool
    /// `nil` until the port, and with it the domain, is known.
    private let state = Mutex<TenantState?>(nil)
    /// The states to return to, by name; `nil` for the one of the start.
    private let snapshots = Mutex<[String?: TenantState]>([:])

    /// Creates a handler without a tenant.
    ///
    /// - Parameters:
    ///   - hosts: The host names of the tenant.
    ///   - hasTLS: Whether clients connect with TLS.
    ///   - file: The file that keeps the state; `nil` for none.
    init(hosts: HostRule, hasTLS: Bool, file: StateFile?) {
        (self.hosts, self.hasTLS, self.file) = (hosts, hasTLS, file)
    }

    /// Writes what has changed, and nothing later.
    func closeFile() { file?.close { [weak self] body in self?.withState(body) } }

    /// Has the state file write the changes soon.
    private func noteChange() { file?.change { [weak self] body in self?.withState(body) } }

    /// Sets the state; before that, every route responds with 503.
    ///
    /// - Parameters:
    ///   - tenant: The state.
    ///   - seed: The state of the seed, to which a reset returns.
    func begin(_ tenant: TenantState, seed: TenantState) {
        state.withLock { $0 = tenant }
        snapshots.withLock { $0[nil] = seed }
    }

    /// Makes the faults, the clock and the invitations those that a reset returns to.
    func markStart() {
        faults.markStart()
        clock.markStart()
        let invitations = withState { $0.sessions.invitations } ?? [:]
        snapshots.withLock { $0[nil]?.sessions.invitations = invitations }
    }

    /// Returns to the state of the start, but for the signing keys: programs have the key set in their caches.
    func reset() {
        restore(nil)
        journal.clear()
        faults.reset()
        faults.release()
        clock.reset()
    }

    /// Keeps the state under a name.
    func keepSnapshot(_ name: String) {
        guard let tenant = withState(\.self) else { return }
        snapshots.withLock { $0[name] = tenant }
    }

    /// The names of the states that are kept.
    var snapshotNames: [String] { snapshots.withLock { $0.keys.compactMap(\.self).sorted() } }

    /// Forgets a state that was kept.
    ///
    /// - Returns: Whether there was such a state.
    func removeSnapshot(_ name: String) -> Bool { snapshots.withLock { $0.removeValue(forKey: name) != nil } }

    /// Writes the state file at once.
    ///
    /// - Returns: The reason for which it is not written.
    func saveFile() -> EmulatorError? {
        // Also if nothing has changed, so that a lost file is there again.
        file?.write(isWhole: true) { [weak self] body in self?.withState(body) }
    }

    /// Returns to a state that was kept, but for the signing keys.
    ///
    /// - Returns: Whether there is such a state.
    func restoreSnapshot(_ name: String) -> Bool { restore(name) }

    @discardableResult
    private func restore(_ name: String?) -> Bool {
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

    /// Calls `body` with exclusive access to the state, then sends the logout tokens that it created.
    ///
    /// - Returns: The result of `body`; `nil` before ``begin(_:)``.
    func withState<Value: Sendable>(_ body: (inout TenantState) -> Value) -> Value? {
        let (value, notifications) = state.withLock { state -> (Value?, [LogoutNotification]) in
            guard var tenant = state.take() else { return (nil, []) }
            defer { state = tenant }
            let value = body(&tenant)
            defer { tenant.notifications = [] }
            return (value, tenant.notifications)
        }
        for notification in notifications { notifier.send(notification) }
        return value
    }

    func receive(_ request: HTTPRequest) -> ResponseSchedule {
        let path = request.path
        if let refusal = hosts.refusal(of: request) {
            // The journal has it for those who search the reason of a failure.
            let number = journal.record(request, at: clock.now)
            journal.record(refusal, of: number)
            return ResponseSchedule(
                received: ReceivedRequest(number: number, request: request, fault: nil), prepared: refusal)
        }
        guard !path.hasPrefix(ControlRoutes.prefix), path != ControlRoutes.prefix.dropLast() else {
            let received = ReceivedRequest(number: 0, request: request, fault: nil)
            if let wait = ControlRoutes.wait(of: request, self) {
                return ResponseSchedule(received: received, wait: wait)
            }
            let response = ControlRoutes.response(to: request, self)
            noteChange()
            return ResponseSchedule(received: received, prepared: response)
        }
        guard !path.hasPrefix(PageAssets.prefix) else {
            let received = ReceivedRequest(number: 0, request: request, fault: nil)
            return ResponseSchedule(received: received, prepared: PageAssets.response(to: request))
        }
        if request.method == "OPTIONS", let response = withState({ CrossOrigin.preflight(request, $0) }) ?? nil {
            // A preflight uses up no fault, and the journal has it for those who search the reason of a failure.
            let number = journal.record(request, at: clock.now)
            journal.record(response, of: number)
            return ResponseSchedule(
                received: ReceivedRequest(number: number, request: request, fault: nil), prepared: response)
        }
        // Read before the journal resumes its waiters: a waiter may release held requests at once.
        let releases = suspensions.releases
        let number = journal.record(request, at: clock.now)
        let fault = faults.take(path: path, grant: request.grantType)
        let received = ReceivedRequest(number: number, request: request, fault: fault)
        switch fault?.kind {
        case .hold: return ResponseSchedule(received: received, wait: .untilReleased(after: releases))
        case .delay(let duration): return ResponseSchedule(received: received, wait: .delay(duration))
        case .raw where hasTLS:
            let refusal = HTTPResponse.text("This fault needs a tenant without TLS.", status: 501)
            return ResponseSchedule(received: received, prepared: refusal)
        case .raw(let bytes): return ResponseSchedule(received: received, wait: .sending(bytes))
        case .holdResponse:
            return ResponseSchedule(
                received: received, wait: .untilReleased(after: releases), prepared: response(to: received))
        default: return ResponseSchedule(received: received)
        }
    }

    func response(to received: ReceivedRequest) -> HTTPResponse? {
        defer { if received.request.method != "HEAD" { noteChange() } }
        guard received.number > 0 else { return ControlRoutes.response(to: received.request, self) }
        guard var response = faultyResponse(to: received) else { return nil }
        if received.request.header("origin") != nil {
            response = withState { CrossOrigin.shared(response, with: received.request, $0) } ?? response
        }
        journal.record(response, of: received.number)
        return response
    }

    /// Handles a request as its fault demands.
    ///
    /// - Returns: The response; `nil` if the connection closes without one.
    private func faultyResponse(to received: ReceivedRequest) -> HTTPResponse? {
        let request = received.request
        switch received.fault?.kind {
        case .closeConnection, .resetConnection, .raw: return nil
        case .status(let status, let headers, let body):
            let fields = headers.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
            let response = HTTPResponse(status, headers: fields, body: body)
            guard status == 429, Route.isManagement(request.path) else { return response }
            return response.withRateLimit(nil, remaining: 0, at: clock.seconds)
        case .body(let bytes, let type):
            return HTTPResponse(200, headers: [("Content-Type", type)], body: bytes)
        case .redirect(let target, let status): return HTTPResponse(status, headers: [("Location", target)])
        case .loseResponse:
            _ = route(RequestContext(request: request))
            return nil
        case .truncateBody(let cut):
            var response = route(RequestContext(request: request))
            response.framing = .cut(cut)
            return response
        case .endlessBody:
            return HTTPResponse(200, headers: [("Content-Type", "application/json")], framing: .endless)
        case .tamper(let tampering): return route(RequestContext(request: request, tampering: tampering))
        case .alter(let changes): return route(RequestContext(request: request)).changed(changes.changed)
        case .keySet(let tampering):
            return route(RequestContext(request: request)).changed { tampering.changed($0.json).dictionary ?? [:] }
        case .metadata(let tampering): return tampering.changed(route(RequestContext(request: request)))
        case .alterParameters(let change): return route(RequestContext(request: request, parameterChange: change))
        case .rotateSigningKey(let keepingOld):
            _ = withState { try? $0.keys.rotate(keepingOld: keepingOld) }
            return route(RequestContext(request: request))
        case .hold, .holdResponse, .delay, nil: return route(RequestContext(request: request))
        }
    }

    private func route(_ context: RequestContext) -> HTTPResponse {
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

extension HTTPRequest {
    /// The `grant_type` of the body; `nil` if the body has none.
    fileprivate var grantType: String? { (try? Parameters(self))?["grant_type"]?.string }
}

extension HTTPResponse {
    /// Replaces the members of the JSON object in the body; a response without a JSON object stays as it is.
    fileprivate func changed(_ change: ([String: JSONValue]) -> [String: JSONValue]) -> HTTPResponse {
        guard let members = (try? JSONValue(parsing: body))?.dictionary else { return self }
        var copy = self
        copy.body = change(members).json.text
        return copy
    }
}
