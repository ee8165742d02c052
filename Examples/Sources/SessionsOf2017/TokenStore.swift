import Auth0
import SecretStorage

/// The tokens of the logged-in user, sealed in this program's state folder.
struct TokenStore: Sendable {
    private let files = FileStore(application: "SessionsOf2017")
    private static let keys = ["access_token", "id_token", "refresh_token"]

    private func name(_ key: String) -> SecretName { SecretName(service: "Auth0", account: key) }

    func string(forKey key: String) throws -> String? { try files.text(name(key)) }

    /// Replaces the stored tokens. The refresh token comes first: the others can be renewed with it.
    func store(_ credentials: Credentials) throws {
        if let refreshToken = credentials.refreshToken { try files.write(refreshToken, as: name("refresh_token")) }
        try files.write(credentials.idToken, as: name("id_token"))
        try files.write(credentials.accessToken, as: name("access_token"))
    }

    func clearAll() throws {
        for key in Self.keys { try files.remove(name(key)) }
    }
}
