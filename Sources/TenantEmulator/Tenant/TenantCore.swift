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
    /// `nil` until the port, and with it the domain, is known.
    private let state = Mutex<TenantState?>(nil)

    /// Sets the state; before that, every route responds with 503.
    func begin(_ tenant: TenantState) { state.withLock { $0 = tenant } }

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
        guard !(path + "/").hasPrefix(ControlRoutes.prefix) else {
            let received = ReceivedRequest(number: 0, request: request, fault: nil)
            return ResponseSchedule(received: received, prepared: ControlRoutes.response(to: request, self))
        }
        guard !path.hasPrefix(PageAssets.prefix) else {
            let received = ReceivedRequest(number: 0, request: request, fault: nil)
            return ResponseSchedule(received: received, prepared: PageAssets.response(to: request))
        }
        // Read before the journal resumes its waiters: a waiter may release held requests at once.
        let releases = suspensions.releases
        let number = journal.record(request)
        let fault = faults.take(path: path, grant: request.grantType)
        let received = ReceivedRequest(number: number, request: request, fault: fault)
        switch fault?.kind {
        case .hold: return ResponseSchedule(received: received, wait: .untilReleased(after: releases))
        case .delay(let duration): return ResponseSchedule(received: received, wait: .delay(duration))
        case .raw(let bytes): return ResponseSchedule(received: received, wait: .sending(bytes))
        case .holdResponse:
            return ResponseSchedule(
                received: received, wait: .untilReleased(after: releases), prepared: response(to: received))
        default: return ResponseSchedule(received: received)
        }
    }

    func response(to received: ReceivedRequest) -> HTTPResponse? {
        guard let response = faultyResponse(to: received) else { return nil }
        journal.record(status: response.status, of: received.number)
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
            return HTTPResponse(status, headers: fields, body: body)
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
        withState { Router.tenant.response(to: context, &$0) } ?? .text("Service Unavailable", status: 503)
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
