import Auth0
import FoundationEssentials
import SecretStorage

/// The session of the logged-in user: the credentials, which a manager keeps and renews, and how the user logged in.
struct SessionStore: Sendable {
    /// The properties of a login that its tokens do not contain.
    struct Login: Codable, Sendable {
        /// The API that the access token is for; `nil` for the tenant's default.
        var audience: String?
        /// Whether the user logged in on another device, so that no browser here has a session.
        var isFromDevice = false
    }

    /// The seconds for which a command needs the access token.
    private static let minTTL = 30

    /// The manager of the credentials: one set for each application of each tenant.
    let manager: CredentialsManager

    private let store = FileStore(application: "authcli")
    private let name: SecretName

    /// Creates a store with one session for each application of each tenant.
    init(_ configuration: Auth0Configuration, _ authentication: any Authentication) {
        // The URL is the same for each spelling of the domain.
        let account = "\(configuration.clientId) \(authentication.url.absoluteString)"
        name = SecretName(service: "login", account: account)
        manager = CredentialsManager(
            authentication: authentication, storeKey: account, store: store, service: "credentials")
    }

    /// Returns credentials with a valid access token; renews them if necessary.
    func credentials() async throws -> Credentials {
        do {
            return try await manager.credentials(minTTL: Self.minTTL)
        } catch CredentialsManagerError.largeMinTTL {
            // The tenant's tokens are short-lived; these are new.
            return try await manager.credentials()
        }
    }

    /// Returns how the user logged in.
    func login() async throws -> Login {
        guard let text = try await store.text(named: name) else { return Login() }
        return (try? JSONDecoder().decode(Login.self, from: Data(text.utf8))) ?? Login()
    }

    /// Stores how the user logged in.
    func keep(_ login: Login) async throws {
        try await store.setText(String(decoding: try JSONEncoder().encode(login), as: UTF8.self), named: name)
    }

    /// Checks that the store can be read and written, before the user goes through a login.
    ///
    /// - Throws: The store's error; a damaged session is not an error, since the next one replaces it.
    func check() async throws {
        do {
            _ = try await store.text(named: name)
            let probe = SecretName(service: "probe", account: name.account)
            try await store.setText("", named: probe)
            _ = try await store.removeSecret(named: probe)
        } catch let error as SecretStoreError where error.code == .corrupt && error.name != nil {}
    }
}
