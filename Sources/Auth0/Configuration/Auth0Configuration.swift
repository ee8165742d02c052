import LinuxSystemCalls

/// The client ID and the tenant domain of an application.
public struct Auth0Configuration: Sendable, Hashable {
    /// The client ID of the application; `ClientId` in `Auth0.plist`, `AUTH0_CLIENT_ID` in the environment.
    public let clientId: String
    /// The domain of the tenant, unchanged; `Domain` in `Auth0.plist`, `AUTH0_DOMAIN` in the environment.
    public let domain: String

    /// Creates a configuration.
    ///
    /// - Parameters:
    ///   - clientId: The client ID of the application.
    ///   - domain: The domain of the tenant: a host name or a URL. A client validates it.
    public init(clientId: String, domain: String) {
        self.clientId = clientId
        self.domain = domain
    }

    /// Looks for a configuration.
    ///
    /// `Auth0.plist` beside the executable (entries `ClientId` and `Domain`) takes precedence over the variables
    /// `AUTH0_CLIENT_ID` and `AUTH0_DOMAIN` of the environment. A set-user-ID program ignores the variables, because
    /// its environment belongs to the user who started it.
    ///
    /// - Returns: The first configuration that exists.
    /// - Throws: ``ConfigurationError/Code/missing`` when there is none, ``ConfigurationError/Code/unreadable`` when
    ///   the file contains only one of the entries.
    public static func find() throws -> Auth0Configuration { try find(clientId: nil, domain: nil) }

    /// Looks for the parts of a configuration that a program does not have from elsewhere, such as its options.
    ///
    /// Each value that is not `nil` takes precedence over `Auth0.plist` and the environment, see ``find()``.
    ///
    /// - Parameters:
    ///   - clientId: The client ID of the application; `nil` to look for it.
    ///   - domain: The domain of the tenant; `nil` to look for it.
    /// - Returns: The configuration.
    /// - Throws: ``ConfigurationError/Code/missing`` when a part is found nowhere,
    ///   ``ConfigurationError/Code/unreadable`` when the file has one of the entries, but not the one that is needed.
    public static func find(clientId: String?, domain: String?) throws -> Auth0Configuration {
        if let clientId, let domain { return Auth0Configuration(clientId: clientId, domain: domain) }
        let file = try ProgramSettings.ofProgram()
        if let clientId = clientId ?? file.clientId, let domain = domain ?? file.domain {
            return Auth0Configuration(clientId: clientId, domain: domain)
        }
        // If the file has neither entry, the environment configures the tenant.
        if let path = file.path, file.clientId != nil || file.domain != nil {
            throw ConfigurationError.unreadable(path)
        }
        guard let domain = domain ?? ProcessEnvironment["AUTH0_DOMAIN"],
            let clientId = clientId ?? ProcessEnvironment["AUTH0_CLIENT_ID"]
        else {
            throw ConfigurationError(
                .missing,
                "put Auth0.plist with ClientId and Domain beside the executable, set AUTH0_CLIENT_ID and AUTH0_DOMAIN, "
                    + "or pass clientId and domain")
        }
        return Auth0Configuration(clientId: clientId, domain: domain)
    }

    /// Returns only the domain, for a program that is no application of the tenant.
    static func domainOfProgram() throws(ConfigurationError) -> String {
        let file = try ProgramSettings.ofProgram()
        guard let domain = file.domain ?? ProcessEnvironment["AUTH0_DOMAIN"] else {
            throw ConfigurationError(
                .missing, "put Auth0.plist with Domain beside the executable, set AUTH0_DOMAIN, or pass the domain")
        }
        return domain
    }
}
