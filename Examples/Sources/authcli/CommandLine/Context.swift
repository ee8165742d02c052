import Auth0
import FoundationEssentials
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
        configuration = try Auth0Configuration.find(
            clientId: arguments["--client-id"], domain: arguments["--domain"])
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
