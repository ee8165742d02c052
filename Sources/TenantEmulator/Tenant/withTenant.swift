/// Starts a tenant, passes it to a closure, and stops it when the closure returns or throws.
///
/// ```swift
/// try await withTenant { tenant in
///     tenant.faults.set(.status(503), on: "/oauth/token", times: 1)
///     …
/// }
/// ```
///
/// - Parameters:
///   - configuration: The configuration; by default the standard seed on a free port.
///   - body: The closure that uses the running tenant.
/// - Returns: The result of the closure.
/// - Throws: An ``EmulatorError`` as ``EmulatedTenant/start(_:)``, or the error of the closure.
public func withTenant<Result>(
    _ configuration: TenantConfiguration = .init(), _ body: (EmulatedTenant) async throws -> Result
) async throws -> Result {
    let tenant = try EmulatedTenant.start(configuration)
    defer { tenant.stop() }
    return try await body(tenant)
}
