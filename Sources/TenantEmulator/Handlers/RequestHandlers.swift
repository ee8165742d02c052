/// A function that handles a request, or returns `nil` to pass it to the next handler.
typealias RequestHandler = @Sendable (HTTPRequest, TenantCore) -> ResponseSchedule?

enum RequestHandlers {
    /// The handlers in their order; a request that none of them handles is a ``TenantRequest``.
    static let all: [RequestHandler] = [
        HostRule.handle, ControlRoutes.handle, PageAssets.handle, CrossOrigin.handle,
    ]
}

extension HostRule {
    /// Refuses a request whose `Host` is not a name of the tenant.
    static func handle(_ request: HTTPRequest, _ core: TenantCore) -> ResponseSchedule? {
        core.hosts.refusal(of: request).map { core.respond(to: request, with: $0) }
    }
}

extension ControlRoutes {
    /// Handles the requests to the control endpoints, which the journal omits.
    fileprivate static func handle(_ request: HTTPRequest, _ core: TenantCore) -> ResponseSchedule? {
        guard request.path.hasPrefix(prefix) || request.path == prefix.dropLast() else { return nil }
        return ResponseSchedule(wait: wait(of: request, core) ?? .none) {
            defer { core.noteChange() }
            return .response(response(to: request, core))
        }
    }
}

extension PageAssets {
    /// Handles the requests for the style sheet and the scripts of the pages, which the journal omits.
    fileprivate static func handle(_ request: HTTPRequest, _ core: TenantCore) -> ResponseSchedule? {
        request.path.hasPrefix(prefix) ? .response(response(to: request)) : nil
    }
}

extension CrossOrigin {
    /// Answers CORS preflight requests; they do not consume a fault.
    fileprivate static func handle(_ request: HTTPRequest, _ core: TenantCore) -> ResponseSchedule? {
        guard request.method == "OPTIONS", let response = core.withState({ preflight(request, $0) }) ?? nil else {
            return nil
        }
        return core.respond(to: request, with: response)
    }
}
