import ByteEncodings
import Synchronization

/// What answers the server: journal, faults and routes around the tenant's state.
final class TenantCore: HTTPHandler {
    let journal = Journal()
    let faults = FaultSwitches()
    let clock = TenantClock()
    let suspensions = Suspensions()
    /// Who may use the control endpoints.
    let controlToken = Secrets.token(24)
    /// `nil` until the port is known, and with it the domain.
    private let state = Mutex<TenantState?>(nil)

    /// Opens for business.
    func begin(_ tenant: TenantState) { state.withLock { $0 = tenant } }

    /// Lends the state; `nil` before the start.
    func withState<Value: Sendable>(_ body: (inout TenantState) -> Value) -> Value? {
        state.withLock { state in
            guard var tenant = state.take() else { return nil }
            defer { state = tenant }
            return body(&tenant)
        }
    }

    func receive(_ request: HTTPRequest) -> Plan {
        let path = request.path
        guard !(path + "/").hasPrefix(ControlRoutes.prefix) else {
            let ticket = Ticket(number: 0, request: request, fault: nil)
            return Plan(ticket: ticket, prepared: ControlRoutes.answer(request, self))
        }
        guard !path.hasPrefix(PageAssets.prefix) else {
            let ticket = Ticket(number: 0, request: request, fault: nil)
            return Plan(ticket: ticket, prepared: PageAssets.answer(request))
        }
        // Read before the journal wakes anybody, who may release at once.
        let releases = suspensions.releases
        let number = journal.record(request)
        let fault = faults.take(path: path, grant: request.grantType)
        let ticket = Ticket(number: number, request: request, fault: fault)
        switch fault {
        case .hold: return Plan(ticket: ticket, wait: .untilReleased(after: releases))
        case .delay(let duration): return Plan(ticket: ticket, wait: .delay(duration))
        case .raw(let answer): return Plan(ticket: ticket, wait: .sending(answer))
        case .holdAnswer: return Plan(ticket: ticket, wait: .untilReleased(after: releases), prepared: answer(ticket))
        default: return Plan(ticket: ticket)
        }
    }

    func answer(_ ticket: Ticket) -> HTTPResponse? {
        guard let response = response(ticket) else { return nil }
        journal.answered(ticket.number, response.status)
        return response
    }

    private func response(_ ticket: Ticket) -> HTTPResponse? {
        switch ticket.fault {
        case .closeConnection, .resetConnection, .raw: return nil
        case .status(let status, let headers, let body):
            let fields = headers.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
            return HTTPResponse(status, headers: fields, body: body)
        case .body(let bytes, let type):
            return HTTPResponse(200, headers: [("Content-Type", type)], body: bytes)
        case .redirect(let target, let status): return HTTPResponse(status, headers: [("Location", target)])
        case .loseAnswer:
            _ = routed(ticket.request)
            return nil
        case .truncateBody(let cut):
            var response = routed(ticket.request)
            response.framing = .cut(cut)
            return response
        case .endlessBody:
            return HTTPResponse(200, headers: [("Content-Type", "application/json")], framing: .endless)
        case .tamper(let tampering): return routed(ticket.request, tampering)
        case .alter(let changes): return routed(ticket.request).changed(changes.changed)
        case .keySet(let tampering):
            return routed(ticket.request).changed { tampering.changed($0.json).dictionary ?? [:] }
        case .metadata(let tampering): return tampering.changed(routed(ticket.request))
        case .alterParameters(let change): return routed(ticket.request, parameters: change)
        case .rotateSigningKey(let keepingOld):
            _ = withState { try? $0.keys.rotate(keepingOld: keepingOld) }
            return routed(ticket.request)
        case .hold, .holdAnswer, .delay, nil: return routed(ticket.request)
        }
    }

    private func routed(
        _ request: HTTPRequest, _ tampering: TokenTampering? = nil, parameters: ParameterChange? = nil
    ) -> HTTPResponse {
        withState { tenant in
            (tenant.tampering, tenant.parameterChange) = (tampering, parameters)
            defer { (tenant.tampering, tenant.parameterChange) = (nil, nil) }
            return Router.tenant.answer(request, &tenant)
        } ?? .text("Service Unavailable", status: 503)
    }
}

extension HTTPRequest {
    /// The `grant_type` of the body, if it has one.
    fileprivate var grantType: String? { (try? Parameters(self))?["grant_type"]?.string }
}

extension HTTPResponse {
    /// The same answer with other members in its JSON; an answer without stays as it is.
    fileprivate func changed(_ change: ([String: JSONValue]) -> [String: JSONValue]) -> HTTPResponse {
        guard let members = (try? JSONValue(parsing: body))?.dictionary else { return self }
        var copy = self
        copy.body = change(members).json.text
        return copy
    }
}
