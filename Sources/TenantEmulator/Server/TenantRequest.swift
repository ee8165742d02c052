import ByteEncodings

extension TenantCore {
    /// Handles a request that was read completely.
    func receive(_ request: HTTPRequest) -> ResponseSchedule {
        if let refusal = hosts.refusal(of: request) { return respond(to: request, with: refusal) }
        if ControlRoutes.covers(request.path) { return ControlRoutes.schedule(request, self) }
        if request.path.hasPrefix(PageAssets.prefix) {
            return .response(PageAssets.response(to: request))
        }
        // A CORS preflight request consumes no fault.
        if request.method == "OPTIONS",
            let response = withState({ CrossOrigin.preflight(request, $0) }) ?? nil
        {
            return respond(to: request, with: response)
        }
        return TenantRequest(request, self).schedule
    }

    /// Responds immediately to a request that reaches no route, and records it in the journal for diagnosis.
    func respond(to request: HTTPRequest, with response: HTTPResponse) -> ResponseSchedule {
        journal.record(response, of: journal.record(request, at: clock.now))
        return .response(response)
    }
}

/// A request to the tenant itself, with its number in the journal and an optional fault.
struct TenantRequest: Sendable {
    private let core: TenantCore
    private let request: HTTPRequest
    private let number: Int
    /// The number of releases of held requests when this request was read.
    private let releases: Int
    let fault: EmulatedTenant.Fault.Kind?

    init(_ request: HTTPRequest, _ core: TenantCore) {
        (self.core, self.request) = (core, request)
        // Read before the journal resumes its waiters: a waiter may release held requests immediately.
        releases = core.suspensions.releases
        number = core.journal.record(request, at: core.clock.now)
        fault = core.faults.take(path: request.path, grant: request.grantType)?.kind
    }

    var schedule: ResponseSchedule {
        let wait: ResponseSchedule.Wait
        switch fault {
        case .hold, .holdResponse: wait = .untilReleased(after: releases)
        case .delay(let duration): wait = .delay(duration)
        case .raw where core.hasTLS: return refusal("This fault needs a tenant without TLS.", status: 501)
        case .raw(let bytes): wait = .sending(bytes)
        default: return ResponseSchedule { answer() }
        }
        guard !core.suspensions.isFull else {
            return refusal("Too many requests already wait for their response.", status: 503)
        }
        guard case .holdResponse = fault else { return ResponseSchedule(wait: wait) { answer() } }
        let held = answer()
        return ResponseSchedule(wait: wait) { held }
    }

    /// Refuses to apply the fault; the request is not carried out.
    private func refusal(_ text: String, status: Int) -> ResponseSchedule {
        let response = HTTPResponse.text(text, status: status)
        core.journal.record(response, of: number)
        return .response(response)
    }

    /// Answers immediately, without the wait of the fault.
    func answer() -> ResponseSchedule.Answer {
        defer { if request.method != "HEAD" { core.noteChange() } }
        let answer = undecoratedAnswer()
        guard case .response(var response) = answer else { return answer }
        if request.header("origin") != nil {
            response = core.withState { CrossOrigin.shared(response, with: request, $0) } ?? response
        }
        core.journal.record(response, of: number)
        return .response(response)
    }

    /// Creates the answer that the fault defines, without CORS fields.
    private func undecoratedAnswer() -> ResponseSchedule.Answer {
        var context = RequestContext(request: request)
        switch fault {
        case .replace(.response(let response)) where response.status == 429 && Route.isManagement(request.path):
            return .response(response.withRateLimit(nil, remaining: 0, at: core.clock.seconds))
        case .replace(let answer): return answer
        case .raw: return .close
        case .prepare(let change): change(&context)
        case .rotateSigningKey(let keepingOld):
            _ = core.withState { try? $0.keys.rotate(keepingOld: keepingOld) }
        case .hold, .holdResponse, .delay, .alter, .loseResponse, nil: break
        }
        let response = core.route(context)
        switch fault {
        case .loseResponse: return .close
        case .alter(let changed): return .response(changed(response))
        default: return .response(response)
        }
    }
}

extension HTTPRequest {
    /// The `grant_type` of the body; `nil` if the body has none.
    fileprivate var grantType: String? { (try? Parameters(self))?["grant_type"]?.string }
}
