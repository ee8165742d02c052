import ByteEncodings

/// A request to the tenant itself, with its number in the journal and an optional fault.
struct TenantRequest: Sendable {
    private let core: TenantCore
    private let request: HTTPRequest
    private let number: Int
    /// The number of releases of held requests when this request was read.
    private let releases: Int
    /// The fault that was armed for the request.
    let fault: EmulatedTenant.Fault?

    /// Records a request in the journal.
    init(_ request: HTTPRequest, _ core: TenantCore) {
        (self.core, self.request) = (core, request)
        // Read before the journal resumes its waiters: a waiter may release held requests immediately.
        releases = core.suspensions.releases
        number = core.journal.record(request, at: core.clock.now)
        fault = core.faults.take(path: request.path, grant: request.grantType)
    }

    /// The schedule of the response, with the wait of the fault.
    var schedule: ResponseSchedule {
        switch fault?.kind {
        case .hold: return ResponseSchedule(wait: .untilReleased(after: releases)) { answer() }
        case .delay(let duration): return ResponseSchedule(wait: .delay(duration)) { answer() }
        case .raw where core.hasTLS:
            return .response(.text("This fault needs a tenant without TLS.", status: 501))
        case .raw(let bytes): return ResponseSchedule(wait: .sending(bytes)) { answer() }
        case .holdResponse:
            let answer = answer()
            return ResponseSchedule(wait: .untilReleased(after: releases)) { answer }
        default: return ResponseSchedule { answer() }
        }
    }

    /// Answers immediately, without the wait of the fault.
    func answer() -> ResponseSchedule.Answer {
        defer { if request.method != "HEAD" { core.noteChange() } }
        guard var response = response() else { return fault?.resetsConnection == true ? .reset : .close }
        if request.header("origin") != nil {
            response = core.withState { CrossOrigin.shared(response, with: request, $0) } ?? response
        }
        core.journal.record(response, of: number)
        return .response(response)
    }

    /// Creates the response that the fault defines; `nil` if the connection closes without one.
    private func response() -> HTTPResponse? {
        var context = RequestContext(request: request)
        switch fault?.kind {
        case .closeConnection, .resetConnection, .raw: return nil
        case .status(let status, let headers, let body):
            let fields = headers.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
            let response = HTTPResponse(status, headers: fields, body: body)
            guard status == 429, Route.isManagement(request.path) else { return response }
            return response.withRateLimit(nil, remaining: 0, at: core.clock.seconds)
        case .body(let bytes, let type): return HTTPResponse(200, headers: [("Content-Type", type)], body: bytes)
        case .redirect(let target, let status): return HTTPResponse(status, headers: [("Location", target)])
        case .endlessBody:
            return HTTPResponse(200, headers: [("Content-Type", "application/json")], framing: .endless)
        case .tamper(let tampering): context.tampering = tampering
        case .alterParameters(let change): context.parameterChange = change
        case .rotateSigningKey(let keepingOld):
            _ = core.withState { try? $0.keys.rotate(keepingOld: keepingOld) }
        case .loseResponse, .truncateBody, .alter, .keySet, .metadata, .hold, .holdResponse, .delay, nil: break
        }
        var response = core.route(context)
        switch fault?.kind {
        case .loseResponse: return nil
        case .truncateBody(let cut): response.framing = .cut(cut)
        case .alter(let changes): response = response.changed(changes.changed)
        case .keySet(let tampering): response = response.changed { tampering.changed($0.json).dictionary ?? [:] }
        case .metadata(let tampering): response = tampering.changed(response)
        default: break
        }
        return response
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
