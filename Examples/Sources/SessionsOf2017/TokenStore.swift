import Auth0
import SecretStorage

/// The tokens of the logged-in user, sealed in this program's state folder.
struct TokenStore: Sendable {
    private let files = FileStore(application: "SessionsOf2017")
    private static let keys = ["access_token", "id_token", "refresh_token"]

    private func name(_ key: String) -> SecretName { SecretName(service: "Auth0", account: key) }

    func string(forKey key: String) throws -> String? { try files.text(named: name(key)) }

    /// Replaces the stored tokens. The refresh token comes first: the others can be renewed with it.
    func store(_ credentials: Credentials) throws {
        if let refreshToken = credentials.refreshToken { try files.setText(refreshToken, named: name("refresh_token")) }
        try files.setText(credentials.idToken, named: name("id_token"))
        try files.setText(credentials.accessToken, named: name("access_token"))
    }

    func clearAll() throws {
        for key in Self.keys { try files.removeSecret(named: name(key)) }
    }
}
