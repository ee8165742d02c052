import Foundation
import OpenID
import SecretStorage
import TenantEmulator
import Testing

/// The times for which a program needs a stored access token.
@Suite(.timeLimit(.minutes(30))) struct StoredLifetimeTests {
    @Test func `a part of a second counts as a whole one`() async throws {
        let login = try await KeptLogin()
        let provider = try await OpenID.discover(login.tenant.domain + "/").start()
        let now = Date(timeIntervalSinceReferenceDate: 800_000_000)
        var configuration = StoredLogin.Configuration()
        configuration.clock = TimeSource(date: { now }, uptime: { .zero })
        let stored = StoredLogin(
            client: provider.client(id: login.tenant.clientID), store: MemoryStore(), configuration: configuration)

        try await stored.save(login.credentials.replacing { $0.expiresIn = now + 60 })

        #expect(stored.hasValid(lasting: .seconds(60)))
        #expect(!stored.hasValid(lasting: .milliseconds(60_001)))
        #expect(!stored.hasValid(lasting: .seconds(Int64.max) + .milliseconds(1)))
    }
}
