/// A complete Auth0 tenant on loopback: strict, stateful, observable, and able to fail on demand.
///
/// It runs until ``stop()`` or until the last reference is released. It binds 127.0.0.1 only, because its keys and
/// passwords are public.
public final class EmulatedTenant: Sendable {
    let core: TenantCore
    let server: HTTPServer
    /// The origin of the tenant: `http://127.0.0.1:PORT`.
    public let domain: String
    /// The ID of the first public client in the seed.
    public let clientID: String

    private init(core: TenantCore, server: HTTPServer, clientID: String) {
        (self.core, self.server, self.clientID) = (core, server, clientID)
        domain = "http://127.0.0.1:\(server.port)"
    }

    /// Starts a tenant.
    ///
    /// - Parameter configuration: The configuration; by default the standard seed on a free port.
    /// - Returns: The running tenant.
    /// - Throws: ``EmulatorError/Code/portUnavailable`` if the port is in use and the configuration does not allow
    ///   another one, ``EmulatorError/Code/notLoopback`` for an address other than `127.0.0.1`,
    ///   ``EmulatorError/Code/malformedSeed`` for a seed without clients, a client without the secret or keys that it
    ///   needs, or a user of an unknown connection, ``EmulatorError/Code/system`` for any other failure.
    public static func start(_ configuration: TenantConfiguration = .init()) throws -> EmulatedTenant {
        guard configuration.address == "127.0.0.1" else {
            throw EmulatorError(.notLoopback, configuration.address)
        }
        let core = TenantCore()
        let server = try serve(core, configuration)
        let clientID = configuration.seed.clients.first(where: \.isPublic)?.id ?? ""
        let tenant = EmulatedTenant(core: core, server: server, clientID: clientID)
        core.begin(try TenantState(domain: tenant.domain, configuration: configuration, clock: core.clock))
        core.faults.whenReleased { [suspensions = core.suspensions] in suspensions.release() }
        return tenant
    }

    private static func serve(
        _ core: TenantCore, _ configuration: TenantConfiguration
    ) throws(EmulatorError) -> HTTPServer {
        do {
            return try HTTPServer(port: configuration.port, handler: core, suspensions: core.suspensions)
        } catch  where error.code == .portUnavailable && configuration.portFallback {
            return try HTTPServer(port: 0, handler: core, suspensions: core.suspensions)
        }
    }

    /// The port that the tenant listens on.
    public var port: UInt16 { server.port }
    /// The issuer of the tenant's tokens: the domain with a slash at the end.
    public var issuer: String { domain + "/" }
    /// The value of the `X-Emulator-Token` header that authorizes requests to the control endpoints.
    package var controlToken: String { core.controlToken }
    /// The tenant's faults.
    public var faults: FaultSwitches { core.faults }
    /// The tenant's clock.
    public var clock: TenantClock { core.clock }

    /// Closes every connection, ends every wait and joins the server's thread; further calls have no effect.
    public func stop() {
        core.journal.close()
        core.notifier.close()
        server.stop()
    }

    deinit { stop() }
}
