import TenantEmulator

extension EmulatedTenant {
    /// Starts a tenant with changes of the default configuration.
    static func start(_ change: (inout TenantConfiguration) throws -> Void) throws -> EmulatedTenant {
        var configuration = TenantConfiguration()
        try change(&configuration)
        return try start(configuration)
    }

    /// Starts a tenant whose clock stands still; by default with the default configuration.
    static func withStoppedClock(
        _ change: (inout TenantConfiguration) throws -> Void = { _ in }
    ) throws -> EmulatedTenant {
        let tenant = try start(change)
        tenant.clock.stop()
        return tenant
    }
}
