import Foundation
import OpenID
import SecretStorage
import Streams
import Synchronization
import Testing

/// A stored login at an independent provider, which rotates refresh tokens and ends a login whose refresh token is used
/// twice.
@Suite(.enabled(if: DjangoProvider.isExpected), .timeLimit(.minutes(30))) struct DjangoStoredLoginTests {
    private let browser = PlainBrowser()
    private let alice = DjangoProvider.Person()
    private let store = MemoryStore()

    private func loggedIn() async throws -> (OpenIDClient, Credentials) {
        let django = try await DjangoProvider.ofProcess()
        let client = try await django.client()
        let login = client.login().scope("openid email offline_access").window(django.window(of: alice, in: browser))
        return (client, try await login.allowingConcurrentLogins().start())
    }

    /// Objects of their own on the same store, as of several processes.
    private func logins(_ count: Int, _ client: OpenIDClient) -> [StoredLogin] {
        (0..<count).map { _ in StoredLogin(client: client, store: store) }
    }

    @Test func `C1 one request renews for all objects and tasks, and its result is stored`() async throws {
        let (client, credentials) = try await loggedIn()
        let logins = logins(4, client)
        try await logins[0].save(credentials)
        #expect(try await logins[1].credentials() == credentials)

        let renewed = try await withThrowingTaskGroup(of: Credentials.self) { group in
            for login in logins { for _ in 0..<4 { group.addTask { try await login.renew() } } }
            return try await group.reduce(into: Set()) { $0.insert($1.accessToken) }
        }

        // The provider ends the family at the first reuse, so that another renewal shows that there was none.
        #expect(renewed.count == 1)
        let next = try await logins[2].renew()
        #expect(next.refreshToken != credentials.refreshToken && !renewed.contains(next.accessToken))
        #expect(try logins[3].userProfile()?.sub == logins[0].userProfile()?.sub)
    }

    @Test func `C20 another client of the same provider finds nothing, and the login stays`() async throws {
        let (client, credentials) = try await loggedIn()
        let login = StoredLogin(client: client, store: store)
        try await login.save(credentials)
        let other = StoredLogin(
            client: try await DjangoProvider.ofProcess().provider().client(id: DjangoProvider.server.id), store: store)

        let error = await #expect(throws: StoredLoginError.self) { try await other.credentials() }

        #expect(error?.code == .noCredentials && !other.hasValid() && !other.canRenew())
        #expect(try await other.clear() == false)
        #expect(try await login.credentials() == credentials)
    }

    @Test func `revocation ends the login at the provider and here, and its end is published`() async throws {
        let (client, credentials) = try await loggedIn()
        let provider = try await discover(
            try await DjangoProvider.ofProcess().issuer, from: .authorizationServer
        ).start()
        let login = StoredLogin(client: provider.client(id: client.id), store: store)
        let ends = Mutex<[LoginEnd]>([])
        let observation = login.ends.sink { end in ends.withLock { $0.append(end) } }
        try await login.save(credentials)

        try await login.revoke()

        let error = await #expect(throws: StoredLoginError.self) { try await login.credentials() }
        #expect(error?.code == .noCredentials && ends.withLock { $0 } == [.signedOut])
        await #expect(throws: OpenIDError.self) { try await client.renew(credentials).start() }
        observation.cancel()
    }
}
