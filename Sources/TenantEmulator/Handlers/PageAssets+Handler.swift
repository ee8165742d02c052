extension PageAssets {
    /// Handles the requests for the style sheet and the scripts of the pages, which the journal omits.
    static func handle(_ request: HTTPRequest, _ core: TenantCore) -> ResponseSchedule? {
        request.path.hasPrefix(prefix) ? .response(response(to: request)) : nil
    }
}
