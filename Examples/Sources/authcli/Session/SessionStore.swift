import Auth0
import FoundationEssentials
import SecretStorage

/// Where the session is kept: sealed, in a folder that is this user's alone.
struct SessionStore: Sendable {
    private let store = FileStore(application: "authcli")
    private let name: SecretName

    /// One session for each application of each tenant.
    init(_ configuration: Auth0Configuration) {
        name = SecretName(service: "session", account: "\(configuration.clientId) \(configuration.domain)")
    }

    /// Who is logged in.
    ///
    /// - Throws: ``Failure/notLoggedIn`` when nobody is.
    func read() async throws -> Session {
        let text = try await Blocking.run { [store, name] in try store.text(name) }
        guard let text else { throw Failure.notLoggedIn }
        do {
            return try JSONDecoder().decode(Session.self, from: Data(text.utf8))
        } catch {
            throw Failure(status: .store, message: "the session that is kept is not one of authcli: log in again")
        }
    }

    /// Makes sure that a session can be kept, before anybody goes through a login for it.
    ///
    /// - Throws: What is wrong with the store; a damaged session is not, for the next one takes its place.
    func check() async throws {
        do {
            _ = try await Blocking.run { [store, name] in try store.text(name) }
        } catch let error as SecretStoreError where error.code == .corrupt && error.name != nil {}
    }

    /// Keeps a session in place of another.
    func keep(_ session: Session) async throws {
        let text = String(decoding: try JSONEncoder().encode(session), as: UTF8.self)
        try await Blocking.run { [store, name] in try store.write(text, as: name) }
    }

    /// Forgets the session.
    func forget() async throws { _ = try await Blocking.run { [store, name] in try store.remove(name) } }
}
