extension CrossOrigin {
    /// Answers CORS preflight requests; they do not consume a fault.
    static func handle(_ request: HTTPRequest, _ core: TenantCore) -> ResponseSchedule? {
        guard request.method == "OPTIONS", let response = core.withState({ preflight(request, $0) }) ?? nil else {
            return nil
        }
        return core.respond(to: request, with: response)
    }
}
