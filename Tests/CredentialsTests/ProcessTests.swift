import Auth0
import Foundation
import Glibc
import ProgramRunner
import SecretStorage
import Synchronization
import TenantEmulator
import TestEvents
import Testing

/// Several processes with one store of files.
@Suite struct ProcessTests {
    @Test func `C1 processes and their tasks that need a renewal at once share one request`() async throws {
        let login = try await KeptLogin()
        try await login.manager().save(login.expired)

        let statuses = try await withThrowingTaskGroup(of: Int32.self) { group in
            for _ in 0..<4 { group.addTask { try await login.run("together", 8, 1) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }

        #expect(statuses == [0, 0, 0, 0])
        #expect(login.tenant.counters.renewals == 1)
        #expect(login.tenant.counters.refreshTokenReuses == 0)
    }

    @Test func `C3, C6 after a kill during a renewal the next process goes on within the overlap`() async throws {
        let login = try await KeptLogin { $0.refreshTokenOverlap = .seconds(30) }
        try await login.manager().save(login.expired)
        #expect(try await login.run("killed-by-answer") == 128 + SIGKILL)
        #expect(login.tenant.counters.renewals == 1)

        #expect(try await login.manager().credentials().accessToken != login.credentials.accessToken)
        #expect(login.tenant.counters.refreshTokenReuses == 0)
    }

    @Test func `C3, C6 after a kill during a renewal without overlap the error says what happened`() async throws {
        let login = try await KeptLogin()
        try await login.manager().save(login.expired)
        #expect(try await login.run("killed-by-answer") == 128 + SIGKILL)
        let manager = login.manager()

        await #expect(throws: CredentialsManagerError.renewalInterrupted) { try await manager.credentials() }
        await #expect(throws: CredentialsManagerError.noRefreshToken) { try await manager.credentials() }
        #expect(manager.user != nil)
    }

    @Test func `C3 a stopped holder of the lock ends a wait with lockTimeout, and nothing is lost`() async throws {
        let login = try await KeptLogin()
        let manager = login.manager { $0.lockTimeout = .milliseconds(20) }
        try await manager.save(login.expired)
        var lock: (any RenewalLock)? = try login.files.renewalLock(of: login.name, until: .now)

        let error = await #expect(throws: CredentialsManagerError.self) { try await manager.credentials() }

        #expect(error == .lockTimeout && error?.isRetryable == true)
        #expect(manager.canRenew() && lock != nil)
        lock = nil
        #expect(try await manager.credentials().accessToken != login.credentials.accessToken)
    }

    /// A clock that is wrong for one process, by libfaketime; the tenant's is right.
    @Test(
        .disabled(if: Sanitizer.isActive, "the allocator of a sanitizer reads the clock, and libfaketime allocates"),
        arguments: ["+2d", "-2d", "+10y", "+20y", "+90y"])
    func `C9 a process whose clock is wrong loses no login`(offset: String) async throws {
        let login = try await KeptLogin()
        let manager = login.manager()
        try await manager.save(login.credentials)
        try #require(FileManager.default.fileExists(atPath: FakeTime.library))

        let status = try await login.run("together", 8, environment: FakeTime.environment(offset))

        // By that clock the new ID token is not valid; the time of the server is in its response.
        #expect(status == 0)
        #expect(login.tenant.counters.renewals == 1)
        #expect(try await manager.renew().accessToken != login.credentials.accessToken)
        #expect(login.tenant.counters.refreshTokenReuses == 0)
    }

    @Test func `a login that the store refuses is in the error, and not in its description`() async throws {
        let login = try await KeptLogin()
        let store = FailingStore()
        store.writesUntilFailure.withLock { $0 = 0 }
        let manager = login.manager(store: store)

        let error = await #expect(throws: CredentialsManagerError.self) { try await manager.save(login.credentials) }

        #expect(error?.notPersisted == login.credentials)
        #expect(!"\(String(describing: error))".contains(login.credentials.accessToken))
    }
}
