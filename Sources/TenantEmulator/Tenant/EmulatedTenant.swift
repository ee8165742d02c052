/// A complete Auth0 tenant on loopback: strict, stateful, observable, and able to fail on demand.
///
/// It runs until ``stop()`` or until the last reference is released. It listens on 127.0.0.1 unless the configuration
/// names another address, because its keys and passwords are public.
public final class EmulatedTenant: Sendable {
    let core: TenantCore
    let server: HTTPServer
    /// The origin of the tenant: `http://127.0.0.1:PORT` by default.
    public let domain: String
    /// The ID of the first public client in the seed.
    public let clientID: String

    private init(_ core: TenantCore, _ server: HTTPServer, at origin: Origin, _ configuration: TenantConfiguration) {
        (self.core, self.server, domain) = (core, server, origin.text)
        issuer = configuration.service.issuer(of: origin.text)
        clientID = configuration.seed.clients.first(where: \.isPublic)?.id ?? ""
    }

    /// Starts a tenant.
    ///
    /// - Parameter configuration: The configuration; by default the standard seed on a free port.
    /// - Returns: The running tenant.
    /// - Throws: ``EmulatorError/Code/portUnavailable`` if the port is in use and the configuration does not allow
    ///   another one, ``EmulatorError/Code/notLoopback`` for an address that other hosts can reach unless the
    ///   configuration allows it, ``EmulatorError/Code/malformedOrigin`` for an invalid origin or allowed host,
    ///   ``EmulatorError/Code/malformedSeed`` for a seed without clients, a client without the secret or keys that it
    ///   needs, or a user of an unknown connection, ``EmulatorError/Code/system`` for any other failure.
    public static func start(_ configuration: TenantConfiguration = .init()) throws -> EmulatedTenant {
        let address = configuration.address
        let isAllowed = configuration.allowsOtherHosts && Address.bytes(address) != nil
        guard isAllowed || Address.isLoopback(address) else {
            let kind = configuration.allowsOtherHosts ? "IPv4 or IPv6 address" : "loopback address"
            throw EmulatorError(.notLoopback, "\(address) is no literal \(kind) to listen on")
        }
        let origin = try configuration.origin.map(Origin.init)
        let file = try configuration.stateFile.map(StateFile.init)
        let core = TenantCore(
            hosts: HostRule(
                origin: origin, allowed: try allowedHosts(configuration),
                allowsOtherHosts: configuration.allowsOtherHosts),
            hasTLS: configuration.certificateAuthority != nil, file: file)
        // The names under which clients may reach the tenant.
        let hosts = configuration.certifiedHosts + ["127.0.0.1", "::1", "localhost"]
        let server = try serve(core, configuration, try configuration.certificateAuthority?.issue(for: hosts))
        let scheme = configuration.certificateAuthority == nil ? "http" : "https"
        // Clients cannot connect to a wildcard address.
        let isLocalhost = configuration.isCalledLocalhost || ["0.0.0.0", "::"].contains(address)
        let host = isLocalhost ? "localhost" : address
        let reached = origin ?? Origin(scheme: scheme, host: host, port: server.port)
        let tenant = EmulatedTenant(core, server, at: reached, configuration)
        let seed = try TenantState(origin: reached, configuration: configuration, clock: core.clock)
        var state = seed
        try file?.restore(&state)
        core.begin(state, seed: seed)
        core.faults.whenReleased { [suspensions = core.suspensions] in suspensions.release() }
        return tenant
    }

    /// The further host names, in lower case.
    private static func allowedHosts(_ configuration: TenantConfiguration) throws(EmulatorError) -> Set<String> {
        for name in configuration.allowedHosts where Origin.authority(name).map({ $0.port == nil }) != true {
            throw EmulatorError(.malformedOrigin, "\(name): an allowed host is a name without scheme and port")
        }
        return Set(configuration.allowedHosts.map { $0.lowercased() })
    }

    /// The number of ports to try: a port that is free on the first address may be in use on the second address.
    private static let maximumAttempts = 10

    private static func serve(
        _ core: TenantCore, _ configuration: TenantConfiguration, _ certificate: HTTPServer.Certificate?
    ) throws(EmulatorError) -> HTTPServer {
        var attempts = configuration.port == 0 || configuration.portFallback ? maximumAttempts : 1
        var port = configuration.port
        while true {
            do throws(EmulatorError) {
                return try HTTPServer(
                    address: configuration.address, companion: configuration.isCalledLocalhost ? "::1" : nil,
                    port: port, certificate: certificate, readLimit: configuration.requestReadLimit,
                    handler: core.receive, suspensions: core.suspensions)
            } catch {
                attempts -= 1
                guard error.code == .portUnavailable, attempts > 0 else { throw error }
                port = 0
            }
        }
    }

    /// The port that the tenant listens on.
    public var port: UInt16 { server.port }
    /// The issuer of the tenant's tokens: the domain, with a slash at the end for Auth0.
    public let issuer: String
    /// The value of the `X-Emulator-Token` header that authorizes requests to the control endpoints.
    package var controlToken: String { core.controlToken }
    /// The tenant's faults.
    public var faults: FaultSwitches { core.faults }
    /// The tenant's clock.
    public var clock: TenantClock { core.clock }

    /// Saves the armed faults, the clock and the invitations as the reset point.
    package func markStart() { core.markStart() }

    /// Sets the action after each failure to write the state file.
    package func whenStateIsNotKept(_ action: @escaping @Sendable (EmulatorError) -> Void) {
        core.file?.whenWritingFails(action)
    }

    /// The reason for which the last change is not in the state file; `nil` if it is, or there is no file.
    package var stateFailure: EmulatorError? { core.file?.failure }

    /// Closes every connection, ends every wait and joins the server's thread; further calls have no effect.
    public func stop() {
        core.close()
        server.stop()
        core.closeFile()
    }

    deinit { stop() }
}
