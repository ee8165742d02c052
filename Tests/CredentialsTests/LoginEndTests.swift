import Auth0
import Foundation
import JOSE
import OpenID
import SecretStorage
import Streams
import Synchronization
import TenantEmulator
import Testing

/// The ends of a login, renewals for the ID token, and clocks that are wrong.
@Suite(.timeLimit(.minutes(30))) struct LoginEndTests {
    /// The ends that a manager publishes.
    private final class Ends: Sendable {
        private let seen = Mutex<[LoginEnd]>([])
        private let subscription = Mutex<AnyCancellable?>(nil)

        init(_ manager: CredentialsManager) {
            let subscription = manager.ends.sink { end in self.seen.withLock { $0.append(end) } }
            self.subscription.withLock { $0 = subscription }
        }

        var all: [LoginEnd] { seen.withLock { $0 } }

        func stop() { subscription.withLock { $0.take() }?.cancel() }
    }

    @Test func `a sign-out is one end here, and one elsewhere`() async throws {
        let login = try await KeptLogin()
        let (one, other) = (login.manager(), login.manager())
        let (here, elsewhere) = (Ends(one), Ends(other))
        try await one.save(login.credentials)
        _ = try await other.credentials()

        #expect(one.clear() && !one.clear())
        _ = try? await other.credentials()
        _ = try? await other.credentials()

        #expect(here.all == [.signedOut] && elsewhere.all == [.signedOutElsewhere])
        here.stop()
        elsewhere.stop()
    }

    @Test func `a sign-out elsewhere is announced to the subscriber of a manager that was released`() async throws {
        let (login, store) = (try await KeptLogin(), HookedStore(isAnnouncing: true))
        var manager: CredentialsManager? = login.manager(store: store)
        try await manager?.save(login.credentials)
        let (ends, end) = AsyncStream<LoginEnd>.makeStream()
        let subscription = manager?.ends.sink { end.yield($0) }
        manager = nil
        #expect(login.manager(store: store).clear())

        store.announce()

        for await end in ends.prefix(1) { #expect(end == .signedOutElsewhere) }
        subscription?.cancel()
        #expect(!store.announce())
    }

    @Test func `a call that reads during a sign-out causes no second end`() async throws {
        let (login, store) = (try await KeptLogin(), HookedStore())
        let manager = login.manager(store: store)
        let ends = Ends(manager)
        try await manager.save(login.credentials)
        store.hook(.removed) { _ = manager.hasValid() }

        #expect(manager.clear())

        #expect(ends.all == [.signedOut])
        ends.stop()
    }

    @Test func `a call that began to read before a login does not end it`() async throws {
        let (login, store) = (try await KeptLogin(), HookedStore())
        let manager = login.manager(store: store)
        let ends = Ends(manager)
        // The second read of the call looks for a record of version 0.1.0.
        store.hook(.reading) { store.hook(.reading) { _ = manager.store(credentials: login.credentials) } }

        #expect(!manager.hasValid())

        #expect(ends.all.isEmpty && manager.hasValid())
        ends.stop()
    }

    @Test func `a refused refresh token is one end for each manager`() async throws {
        let login = try await KeptLogin()
        let (one, other) = (login.manager(), login.manager())
        try await one.save(login.credentials)
        _ = try await other.credentials()
        let (here, elsewhere) = (Ends(one), Ends(other))
        _ = try await login.authentication.revoke(refreshToken: try #require(login.credentials.refreshToken)).start()

        _ = try? await one.renew()
        _ = try? await one.renew()
        _ = try await other.credentials()

        #expect(here.all == [.refreshTokenRefused] && elsewhere.all == [.refreshTokenRefused])
        // A program that signs out when the login has ended does not hear of a second end.
        #expect(one.clear())
        _ = try? await other.credentials()
        #expect(here.all == [.refreshTokenRefused] && elsewhere.all == [.refreshTokenRefused])
        try await one.save(try await login.withNewLogin().credentials)
        #expect(one.clear() && here.all == [.refreshTokenRefused, .signedOut])
        here.stop()
        elsewhere.stop()
    }

    @Test func `the end of a session and a damaged record are one end each`() async throws {
        let login = try await KeptLogin { $0.sessionLifetime = .seconds(600) }
        let (date, store) = (MovableDate(), MemoryStore())
        let manager = login.manager(store: store) { $0.clock = date.clock }
        let ends = Ends(manager)
        try await manager.save(login.credentials)
        date.move(by: 600)
        _ = try? await manager.credentials()
        _ = try? await manager.credentials()
        #expect(ends.all == [.sessionExpired])

        try await store.setSecret(SecretBytes([1, 2, 3]), named: login.name)
        _ = try? await manager.credentials()
        _ = try? await manager.credentials()

        #expect(ends.all == [.sessionExpired, .damaged])
        ends.stop()
    }

    @Test func `credentials are renewed for the ID token, once, and not where it does not help`() async throws {
        let login = try await KeptLogin { $0.accessTokenLifetime = .seconds(90_000) }
        let date = MovableDate()
        let configure = { @Sendable (configuration: inout CredentialsManager.Configuration) in
            configuration.clock = date.clock
            configuration.validatesIDTokens = false
        }
        let plain = login.manager(nil, store: nil, configure)
        let manager = login.manager {
            configure(&$0)
            $0.minimumIDTokenLifetime = .seconds(60)
        }
        try await plain.save(login.credentials)
        let expiry = try #require(try decode(jwt: login.credentials.idToken).expiresAt)
        date.move(by: expiry.timeIntervalSinceNow - 30)
        #expect(try await plain.credentials() == login.credentials)

        // The new ID token expires at the same time by the tenant's clock, which has not moved.
        let renewed = try await manager.credentials()
        #expect(renewed.idToken != login.credentials.idToken && login.tokenRequests == 1)
        #expect(try await manager.credentials() == renewed && login.tokenRequests == 1)
    }

    @Test func `C33 an ID token expires after its lifetime, also where the clock is behind`() async throws {
        let login = try await KeptLogin { $0.accessTokenLifetime = .seconds(90_000) }
        let date = MovableDate()
        date.move(by: -7_200)
        let manager = login.manager { configuration in
            configuration.clock = date.clock
            (configuration.validatesIDTokens, configuration.minimumIDTokenLifetime) = (false, .seconds(60))
        }
        try await manager.save(login.credentials)
        let token = try decode(jwt: login.credentials.idToken)
        let lifetime = try #require(token.expiresAt).timeIntervalSince(#require(token.issuedAt))
        #expect(try await manager.credentials() == login.credentials)

        date.move(by: lifetime - 30)
        let renewed = try await manager.credentials()

        #expect(renewed.idToken != login.credentials.idToken && login.tokenRequests == 1)
        date.move(by: lifetime - 30)
        #expect(try await manager.credentials().idToken != renewed.idToken && login.tokenRequests == 2)
    }
}
