import FoundationEssentials
import HTTPMessages

/// Where a tenant's APIs live, or why that is not known: the reason is kept for the first request, which fails with it.
struct TenantAddress: Sendable {
    let clientId: String
    let base: Result<HTTPURL, any Error>

    init(_ configuration: Result<Auth0Configuration, ConfigurationError>) {
        clientId = (try? configuration.get().clientId) ?? ""
        do {
            base = .success(try Self.url(of: try configuration.get().domain))
        } catch {
            base = .failure(error)
        }
    }

    /// The base as a URL; where none is known, `file:///`, and every request fails anyway.
    var url: URL {
        let known = try? base.get()
        return known.flatMap { URL(string: $0.string) } ?? URL(filePath: "/")
    }

    /// `https://` is put before a bare host, and a slash after the path; nothing is repaired.
    private static func url(of domain: String) throws(ConfigurationError) -> HTTPURL {
        let lowercased = domain.prefix(8).lowercased()
        let hasScheme = lowercased == "https://" || lowercased.hasPrefix("http://")
        let text = (hasScheme ? "" : "https://") + domain + (domain.utf8.last == UInt8(ascii: "/") ? "" : "/")
        guard !domain.isEmpty, !domain.utf8.contains(UInt8(ascii: "?")) else { throw invalid(nil) }
        do throws(TransportError) {
            return try HTTPURL(checking: text)
        } catch {
            throw invalid(error)
        }
    }

    private static func invalid(_ cause: TransportError?) -> ConfigurationError {
        ConfigurationError(
            .invalidDomain, "the domain must be a host name such as tenant.eu.auth0.com, or an https:// URL of one",
            cause: cause)
    }
}

extension Result where Success == Auth0Configuration, Failure == ConfigurationError {
    /// What the caller said.
    static func known(clientId: String = "", domain: String) -> Self {
        .success(Auth0Configuration(clientId: clientId, domain: domain))
    }

    /// What the program's surroundings say.
    static var found: Self {
        do throws(ConfigurationError) {
            return .success(try Auth0Configuration.ofProgram())
        } catch {
            return .failure(error)
        }
    }
}
