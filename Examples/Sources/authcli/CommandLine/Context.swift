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
    /// The HTTP client, with the certificate authorities and the proxy that the user names in the environment.
    let transport: CurlTransport

    /// Finds the configuration: in the options, otherwise in the SDK's places.
    ///
    /// - Throws: A `ConfigurationError` if there is none; a ``Failure`` if the domain or the client ID is invalid.
    init(_ arguments: Arguments, _ output: UserOutput) throws {
        self.output = output
        var settings = CurlTransport.Configuration()
        settings.certificateAuthorities = .environment
        settings.proxy = .environment
        transport = CurlTransport(configuration: settings)
        configuration = try Auth0Configuration.find(
            clientId: arguments["--client-id"], domain: arguments["--domain"])
        try check(arguments)
    }

    /// Checks the configuration: commands that send no request would not find a mistake in it.
    private func check(_ arguments: Arguments) throws(Failure) {
        let (domain, id) = (configuration.domain, configuration.clientId)
        if authentication.url.isFileURL {
            let setting = Self.setting("--domain", "AUTH0_DOMAIN", "Domain", of: domain, arguments)
            let reason =
                Self.isPrintable(domain)
                ? "is not the domain of a tenant" : "has a character that no domain of a tenant has"
            let advice =
                "give a host name such as tenant.eu.auth0.com, or an https:// URL of one, in its ASCII form (xn--)"
            throw Failure(status: .configuration, message: "\(setting) \(reason): \(advice)")
        }
        guard Self.isPrintable(id) else {
            let setting = Self.setting("--client-id", "AUTH0_CLIENT_ID", "ClientId", of: id, arguments)
            let reason = "has a character that no client ID has, such as a line break"
            let advice = "copy the client ID from the settings of the application"
            throw Failure(status: .configuration, message: "\(setting) \(reason): \(advice)")
        }
    }

    /// Returns the name of the setting that has a value.
    private static func setting(
        _ option: String, _ variable: String, _ entry: String, of value: String, _ arguments: Arguments
    ) -> String {
        guard arguments[option] == nil else { return option }
        return getenv(variable).map { String(cString: $0) } == value ? variable : "\(entry) in Auth0.plist"
    }

    /// Whether a text has only the characters of a client ID (RFC 6749, appendix A.1), with which domains are written.
    private static func isPrintable(_ text: String) -> Bool { text.utf8.allSatisfy { (0x20...0x7E).contains($0) } }

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
