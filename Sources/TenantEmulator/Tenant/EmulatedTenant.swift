/// A whole tenant on loopback: strict, stateful, observable, and out to break its clients when told to.
///
/// It lives until ``stop()`` or until nobody holds it any more. It binds 127.0.0.1 only, since its keys and passwords
/// are known to everybody.
public final class EmulatedTenant: Sendable {
    let core: TenantCore
    let server: HTTPServer
    /// Where the tenant answers: `http://127.0.0.1:PORT`.
    public let domain: String
    /// The first client of the seed, which has no secret.
    public let clientID: String

    private init(core: TenantCore, server: HTTPServer, clientID: String) {
        (self.core, self.server, self.clientID) = (core, server, clientID)
        domain = "http://127.0.0.1:\(server.port)"
    }

    /// Starts a tenant.
    ///
    /// - Throws: ``EmulatorError/Code/portUnavailable`` when the port is taken and nothing else was allowed,
    ///   ``EmulatorError/Code/notLoopback`` for another address than `127.0.0.1`.
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

    /// The port it listens on.
    public var port: UInt16 { server.port }
    /// The issuer of its tokens: the domain with a slash at the end.
    public var issuer: String { domain + "/" }
    /// What the header `X-Emulator-Token` must say to steer it over HTTP.
    public var controlToken: String { core.controlToken }
    /// What goes wrong on purpose.
    public var faults: FaultSwitches { core.faults }
    /// The tenant's time.
    public var clock: TenantClock { core.clock }

    /// Closes every connection, ends every wait and joins its thread; calling it again does nothing.
    public func stop() {
        core.journal.close()
        server.stop()
    }

    deinit { stop() }
}
