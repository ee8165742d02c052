import FoundationEssentials
import HTTPMessages

/// The base URL of a tenant's APIs, or the error with which every request fails when there is none.
struct TenantAddress: Sendable {
    let clientId: String
    let base: Result<HTTPURL, any Error>

    private init(_ configuration: Result<Auth0Configuration, any Error>) {
        clientId = (try? configuration.get().clientId) ?? ""
        base = Result { try Self.url(of: configuration.get().domain) }
    }

    /// Returns the address that the caller provides.
    static func known(clientId: String = "", domain: String) -> TenantAddress {
        TenantAddress(.success(Auth0Configuration(clientId: clientId, domain: domain)))
    }

    /// The address in `Auth0.plist` or the environment, as ``Auth0Configuration/find()`` returns it.
    static var found: TenantAddress { TenantAddress(Result { try Auth0Configuration.find() }) }

    /// Returns the address for methods that a test double leaves out: each request fails without being sent.
    static func notImplemented(_ call: String, in double: Any.Type) -> TenantAddress {
        TenantAddress(.failure(ConfigurationError.notImplemented(call, in: double)))
    }

    /// The base as a URL; `file:///` when there is none, and then every request fails.
    var url: URL { (try? base.get()).flatMap { URL(string: $0.string) } ?? URL(filePath: "/") }

    /// Returns the base URL of a domain: adds `https://` to a host name, and a slash to the end. Scheme and host are in
    /// lower case, without a default port, as tenants write their issuer (RFC 3986 §6.2.2.1).
    private static func url(of domain: String) throws(ConfigurationError) -> HTTPURL {
        let lowercased = domain.prefix(8).lowercased()
        let hasScheme = lowercased == "https://" || lowercased.hasPrefix("http://")
        let text = (hasScheme ? "" : "https://") + domain + (domain.utf8.last == UInt8(ascii: "/") ? "" : "/")
        guard !domain.isEmpty, !domain.utf8.contains(UInt8(ascii: "?")) else { throw invalid(nil) }
        do throws(HTTPURLError) {
            let given = try HTTPURL(checking: text)
            return try HTTPURL(checking: given.origin + given.path)
        } catch {
            throw invalid(error)
        }
    }

    private static func invalid(_ cause: HTTPURLError?) -> ConfigurationError {
        ConfigurationError(
            .invalidDomain, "the domain must be a host name such as tenant.eu.auth0.com, or an https:// URL of one",
            cause: cause)
    }
}
