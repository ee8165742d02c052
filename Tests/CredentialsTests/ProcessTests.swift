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
