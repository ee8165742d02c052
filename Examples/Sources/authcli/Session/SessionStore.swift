import Auth0
import FoundationEssentials
import SecretStorage

/// The store of the session: sealed, in a folder that only this user can read.
struct SessionStore: Sendable {
    private let store = FileStore(application: "authcli")
    private let name: SecretName

    /// Creates a store with one session for each application of each tenant.
    init(_ configuration: Auth0Configuration) {
        name = SecretName(service: "session", account: "\(configuration.clientId) \(configuration.domain)")
    }

    /// Returns the stored session.
    ///
    /// - Throws: ``Failure/notLoggedIn`` if there is none.
    func read() async throws -> Session {
        guard let text = try await store.text(named: name) else { throw Failure.notLoggedIn }
        do {
            return try JSONDecoder().decode(Session.self, from: Data(text.utf8))
        } catch {
            throw Failure(status: .store, message: "the session that is kept is not one of authcli: log in again")
        }
    }

    /// Checks that the store works, before the user goes through a login.
    ///
    /// - Throws: The store's error; a damaged session is not an error, since the next one replaces it.
    func check() async throws {
        do {
            _ = try await store.text(named: name)
        } catch let error as SecretStoreError where error.code == .corrupt && error.name != nil {}
    }

    /// Stores a session; it replaces the previous one.
    func keep(_ session: Session) async throws {
        let text = String(decoding: try JSONEncoder().encode(session), as: UTF8.self)
        try await store.setText(text, named: name)
    }

    /// Deletes the session.
    func forget() async throws { try await store.removeSecret(named: name) }
}
