extension ControlRoutes {
    /// Handles the requests to the control endpoints, which the journal omits.
    static func handle(_ request: HTTPRequest, _ core: TenantCore) -> ResponseSchedule? {
        guard request.path.hasPrefix(prefix) || request.path == prefix.dropLast() else { return nil }
        return ResponseSchedule(wait: wait(of: request, core) ?? .none) {
            defer { core.noteChange() }
            return .response(response(to: request, core))
        }
    }
}
