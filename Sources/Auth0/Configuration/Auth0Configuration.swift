import FoundationEssentials
import HTTPMessages
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
    /// `Auth0.plist` beside the executable (entries `ClientId` and `Domain`) comes first, then the variables
    /// `AUTH0_CLIENT_ID` and `AUTH0_DOMAIN` of the environment.
    ///
    /// - Returns: The first that is there.
    /// - Throws: ``ConfigurationError/Code/missing`` when there is none, ``ConfigurationError/Code/unreadable`` when the
    ///   file is there and does not hold both entries.
    public static func find() throws -> Auth0Configuration { try ofProgram() }

    /// The first configuration that is there, with a typed error.
    static func ofProgram() throws(ConfigurationError) -> Auth0Configuration {
        if let file = try PropertyList.besideExecutable() { return file }
        let environment = ProcessInfo.processInfo.environment
        guard let domain = environment["AUTH0_DOMAIN"], let clientId = environment["AUTH0_CLIENT_ID"],
            !domain.isEmpty, !clientId.isEmpty
        else {
            throw ConfigurationError(
                .missing,
                "put Auth0.plist with ClientId and Domain beside the executable, set AUTH0_CLIENT_ID and AUTH0_DOMAIN, "
                    + "or pass clientId and domain")
        }
        return Auth0Configuration(clientId: clientId, domain: domain)
    }
}

/// The content of `Auth0.plist`.
private struct PropertyList: Decodable {
    let clientId: String
    let domain: String

    private enum CodingKeys: String, CodingKey {
        case clientId = "ClientId"
        case domain = "Domain"
    }

    static func besideExecutable() throws(ConfigurationError) -> Auth0Configuration? {
        guard let executable = String(validating: RunningProgram.path, as: UTF8.self), !executable.isEmpty else {
            return nil
        }
        let url = URL(filePath: executable).deletingLastPathComponent().appending(path: "Auth0.plist")
        guard FileManager.default.fileExists(atPath: url.path) else { return nil }
        do {
            let list = try PropertyListDecoder().decode(PropertyList.self, from: Data(contentsOf: url))
            return Auth0Configuration(clientId: list.clientId, domain: list.domain)
        } catch {
            throw ConfigurationError(
                .unreadable, "\(url.path) must be a property list with the strings ClientId and Domain", cause: error)
        }
    }
}
