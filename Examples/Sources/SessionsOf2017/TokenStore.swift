import Auth0
import SecretStorage

/// The tokens of the person who is logged in, sealed in the state folder of this program.
struct TokenStore: Sendable {
    private let files = FileStore(application: "SessionsOf2017")
    private static let keys = ["access_token", "id_token", "refresh_token"]

    private func name(_ key: String) -> SecretName { SecretName(service: "Auth0", account: key) }

    func string(forKey key: String) throws -> String? { try files.text(name(key)) }

    /// Keeps what came, in place of what was there. The refresh token first: with it the others can be had again.
    func store(_ credentials: Credentials) throws {
        if let refreshToken = credentials.refreshToken { try files.write(refreshToken, as: name("refresh_token")) }
        try files.write(credentials.idToken, as: name("id_token"))
        try files.write(credentials.accessToken, as: name("access_token"))
    }

    func clearAll() throws {
        for key in Self.keys { try files.remove(name(key)) }
    }
}
