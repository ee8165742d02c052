extension HostRule {
    /// Refuses a request whose `Host` is not a name of the tenant.
    static func handle(_ request: HTTPRequest, _ core: TenantCore) -> ResponseSchedule? {
        core.hosts.refusal(of: request).map { core.respond(to: request, with: $0) }
    }
}
