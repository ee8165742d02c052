import Auth0
import Foundation
import OpenID
import SecretStorage
import Streams
import Synchronization
import TenantEmulator
import Testing

/// The lock of a grant: deliveries come after it, and stores of other programs have locks of their own.
@Suite(.timeLimit(.minutes(30))) struct LockTests {
    @Test func `changes are published and calls completed with no lock held`() async throws {
        let login = try await KeptLogin()
        let manager = login.manager()
        try await manager.save(login.expired)
        let free = Mutex<[Bool]>([])
        let files = login.files
        let isFree = { @Sendable in (try? files.renewalLock(of: login.name, until: .now)) != nil }
        let subscription = manager.changes.sink { change in
            guard change == .renewed else { return }
            let isFree = isFree()
            free.withLock { $0.append(isFree) }
        }

        let called = await withCheckedContinuation { continuation in
            manager.credentials { _ in continuation.resume(returning: isFree()) }
        }

        #expect(called && free.withLock { $0 } == [true])
        subscription.cancel()
    }

    @Test func `stores of two programs in one process do not exclude each other`() async throws {
        let (one, other) = (FailingStore(), FailingStore())
        let login = try await KeptLogin()
        let (first, second) = (
            login.manager(store: one), login.manager(store: other) { $0.lockTimeout = .milliseconds(20) }
        )
        try await first.save(login.expired)
        try await second.save(try await KeptLogin.login(at: login.tenant, email: "bob@example.org").expiring(in: -1))
        let renewal = try await login.held { try await first.credentials() }

        _ = try await second.credentials()

        login.tenant.faults.release()
        _ = try await renewal.value
    }

    @Test func `C9 credentials of an API count as expired when the clock was set back after they were stored`()
        async throws
    {
        let login = try await KeptLogin()
        let date = MovableDate()
        let manager = login.manager {
            $0.clock = date.clock
            $0.validatesIDTokens = false
        }
        try await manager.save(login.credentials)
        let audience = "\(login.tenant.domain)/me/"
        date.move(by: 600)
        _ = try await manager.apiCredentials(forAudience: audience, scope: "read:me:factors")
        date.move(by: -300)

        _ = try await manager.credentials()
        #expect(login.tokenRequests == 1)
        _ = try await manager.apiCredentials(forAudience: audience, scope: "read:me:factors")

        #expect(login.tokenRequests == 2)
    }
}
