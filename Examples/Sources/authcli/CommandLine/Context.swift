import Auth0
import FoundationEssentials
import Glibc
import LibcurlTransport

/// The environment of a command.
struct Context: Sendable {
    /// The messages to the user.
    let output: UserOutput
    /// The configuration of the tenant and application.
    let configuration: Auth0Configuration
    /// The HTTP client, with the certificate authorities that the user names in the environment.
    let transport: CurlTransport

    /// Finds the configuration: in the options, otherwise in the SDK's places.
    ///
    /// - Throws: A `ConfigurationError` if there is none.
    init(_ arguments: Arguments, _ output: UserOutput) throws {
        self.output = output
        var settings = CurlTransport.Configuration()
        settings.certificateAuthorities = .environment
        transport = CurlTransport(configuration: settings)
        configuration = try Self.configuration(domain: arguments["--domain"], clientId: arguments["--client-id"])
    }

    private static func configuration(domain: String?, clientId: String?) throws -> Auth0Configuration {
        if let domain, let clientId { return Auth0Configuration(clientId: clientId, domain: domain) }
        do {
            let found = try Auth0Configuration.find()
            return Auth0Configuration(clientId: clientId ?? found.clientId, domain: domain ?? found.domain)
        } catch let error as ConfigurationError where error.code == .missing {
            // One option and the variable of the other are enough.
            guard let domain = domain ?? variable("AUTH0_DOMAIN"),
                let clientId = clientId ?? variable("AUTH0_CLIENT_ID")
            else { throw error }
            return Auth0Configuration(clientId: clientId, domain: domain)
        }
    }

    /// Returns the value of a variable; `nil` if it is unset or empty, and in a set-user-ID program.
    private static func variable(_ name: String) -> String? {
        guard getuid() == geteuid(), getgid() == getegid() else { return nil }
        return getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The client for tokens and profiles.
    var authentication: any Authentication {
        Auth0.authentication(clientId: configuration.clientId, domain: configuration.domain, session: transport)
    }

    /// The client for logins and logouts.
    var webAuth: any WebAuth {
        Auth0.webAuth(clientId: configuration.clientId, domain: configuration.domain, session: transport)
    }

    /// The store of the session.
    var sessions: SessionStore { SessionStore(configuration, authentication) }

    /// The audience of the My Account API.
    var myAccountAudience: String { authentication.url.absoluteString + "me/" }
}
