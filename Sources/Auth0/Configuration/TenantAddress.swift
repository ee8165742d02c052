import FoundationEssentials
import HTTPMessages

/// The base URL of a tenant's APIs, or the error with which every request fails when there is none.
struct TenantAddress: Sendable {
    let clientId: String
    let base: Result<HTTPURL, any Error>

    /// `setting` names the domain in the error of an invalid one.
    private init(_ configuration: Result<Auth0Configuration, any Error>, _ setting: String = "the domain") {
        clientId = (try? configuration.get().clientId) ?? ""
        base = Result { try Self.url(of: configuration.get().domain, setting) }
    }

    /// Returns the address that the caller provides.
    static func known(clientId: String = "", domain: String) -> TenantAddress {
        TenantAddress(.success(Auth0Configuration(clientId: clientId, domain: domain)))
    }

    /// The address in `Auth0.plist` or the environment, as ``Auth0Configuration/find()`` returns it.
    static var found: TenantAddress { TenantAddress(Result { try Auth0Configuration.find() }, foundSetting) }

    /// The address for a program that is no application of the tenant, which needs only the domain.
    static var foundDomain: TenantAddress {
        TenantAddress(
            Result { Auth0Configuration(clientId: "", domain: try Auth0Configuration.domainOfProgram()) }, foundSetting)
    }

    private static let foundSetting = "Domain in Auth0.plist, or AUTH0_DOMAIN without it,"

    /// Returns the address for methods that a test double leaves out: each request fails without being sent.
    static func notImplemented(_ call: String, in double: Any.Type) -> TenantAddress {
        TenantAddress(.failure(ConfigurationError.notImplemented(call, in: double)))
    }

    /// The base as a URL; `file:///` when there is none, and then every request fails.
    var url: URL { (try? base.get()).flatMap { URL(string: $0.string) } ?? URL(filePath: "/") }

    /// Returns the base URL of a domain: adds `https://` to a host name, and a slash to the end. Scheme and host are in
    /// lower case, without a default port, as tenants write their issuer (RFC 3986 §6.2.2.1).
    private static func url(of domain: String, _ setting: String) throws(ConfigurationError) -> HTTPURL {
        let lowercased = domain.prefix(8).lowercased()
        let hasScheme = lowercased == "https://" || lowercased.hasPrefix("http://")
        let text = (hasScheme ? "" : "https://") + domain + (domain.utf8.last == UInt8(ascii: "/") ? "" : "/")
        guard !domain.isEmpty, !domain.utf8.contains(UInt8(ascii: "?")) else { throw invalid(setting) }
        do throws(HTTPURLError) {
            let given = try HTTPURL(checking: text)
            return try HTTPURL(checking: given.origin + given.path)
        } catch {
            throw invalid(setting, error)
        }
    }

    private static func invalid(_ setting: String, _ cause: HTTPURLError? = nil) -> ConfigurationError {
        ConfigurationError(
            .invalidDomain, "\(setting) must be a host name such as tenant.eu.auth0.com, or an https:// URL of one",
            cause: cause)
    }
}
