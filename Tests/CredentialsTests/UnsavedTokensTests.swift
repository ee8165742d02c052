import Auth0
import Foundation
import OpenID
import OpenIDDoubles
import SecretStorage
import Synchronization
import TenantEmulator
import Testing

/// Renewed tokens that the store refuses: they are stored as soon as it accepts them, without a further call.
@Suite(.timeLimit(.minutes(30))) struct UnsavedTokensTests {
    private let store = FailingStore()
    private let alarm = ManualAlarm()

    private func manager(_ login: KeptLogin) -> CredentialsManager {
        login.manager(store: store) { $0.alarm = alarm.alarm }
    }

    /// A renewal whose answer the store refuses.
    private func refused(_ login: KeptLogin, _ manager: CredentialsManager) async throws -> Credentials {
        try await manager.save(login.expired)
        store.writesUntilFailure.withLock { $0 = 1 }
        let error = await #expect(throws: CredentialsManagerError.self) { try await manager.credentials() }
        return try #require(error?.notPersisted)
    }

    private func recover() { store.writesUntilFailure.withLock { $0 = nil } }

    @Test func `C5 an idle manager stores them with growing pauses, and other managers continue`() async throws {
        let login = try await KeptLogin()
        let manager = manager(login)
        let kept = try await refused(login, manager)
        let first = try #require(await alarm.nextDelay())
        alarm.advance(by: first)
        let second = try #require(await alarm.nextDelay())
        #expect(second > first)

        recover()
        alarm.advance(by: second)

        let other = login.manager(store: store)
        #expect(try await other.credentials() == kept)
        _ = try await other.renew()
        #expect(login.tenant.counters.refreshTokenReuses == 0)
        withExtendedLifetime(manager) {}
    }

    @Test func `C5 they outlive a manager that is released`() async throws {
        let login = try await KeptLogin()
        var manager: CredentialsManager? = manager(login)
        let kept = try await refused(login, try #require(manager))
        let delay = try #require(await alarm.nextDelay())
        manager = nil

        let early = login.manager(store: store) { $0.lockTimeout = .milliseconds(20) }
        await #expect(throws: CredentialsManagerError.lockTimeout) { try await early.renew() }
        recover()
        alarm.advance(by: delay)

        #expect(try await login.manager(store: store).credentials() == kept)
        #expect(login.tenant.counters.refreshTokenReuses == 0 && login.tokenRequests == 1)
    }

    @Test func `C5 a login or sign-out that the store refuses, too, keeps them`() async throws {
        let login = try await KeptLogin()
        let manager = manager(login)
        let kept = try await refused(login, manager)

        #expect(!manager.store(credentials: login.credentials))
        #expect(try await manager.credentials() == kept)
        recover()

        #expect(try await manager.credentials() == kept)
        _ = try await login.manager(store: store).renew()
        #expect(login.tenant.counters.refreshTokenReuses == 0)
    }

    @Test(arguments: [false, true])
    func `C5 a write that fails after it has written is noticed`(isByCall: Bool) async throws {
        let login = try await KeptLogin()
        let manager = manager(login)
        store.writesBeforeFailure.withLock { $0 = true }
        let kept = try await refused(login, manager)

        if isByCall {
            #expect(try await manager.credentials() == kept)
        } else {
            alarm.advance(by: try #require(await alarm.nextDelay()))
        }

        #expect(try await login.manager(store: store).credentials() == kept)
        recover()
        _ = try await login.manager(store: store).renew()
        #expect(login.tokenRequests == 2 && login.revocations.isEmpty)
        #expect(login.tenant.counters.refreshTokenReuses == 0)
    }

    @Test func `C8 a sign-out by another manager ends them, and they are revoked`() async throws {
        let login = try await KeptLogin()
        let manager = manager(login)
        let kept = try await refused(login, manager)

        #expect(login.manager(store: store).clear())

        #expect(!manager.hasValid() && !manager.canRenew())
        await #expect(throws: CredentialsManagerError.noCredentials) { try await manager.credentials() }
        _ = try await login.tenant.nextRequest(matching: "/oauth/revoke")
        let revoked = try #require(kept.refreshToken)
        #expect(login.revocations.count == 1 && login.revocations[0].contains(revoked))
    }

    @Test(arguments: [false, true])
    func `C5, C8 a sign-out by another process ends them, and they are revoked, not stored`(
        isByCall: Bool
    ) async throws {
        let login = try await KeptLogin()
        let store = FailingStore(around: login.files)
        let manager = login.manager(store: store) { $0.alarm = alarm.alarm }
        try await manager.save(login.expired)
        store.writesUntilFailure.withLock { $0 = 1 }
        let error = await #expect(throws: CredentialsManagerError.self) { try await manager.credentials() }
        let kept = try #require(error?.notPersisted)

        #expect(try await login.run("logout") == 0)
        // There is space: only the sign-out prevents that they are stored.
        store.writesUntilFailure.withLock { $0 = nil }
        if isByCall {
            await #expect(throws: CredentialsManagerError.noCredentials) { try await manager.credentials() }
        } else {
            alarm.advance(by: try #require(await alarm.nextDelay()))
        }

        _ = try await login.tenant.nextRequest(matching: "/oauth/revoke")
        let revoked = try #require(kept.refreshToken)
        #expect(login.revocations.count == 1 && login.revocations[0].contains(revoked))
        #expect(!manager.canRenew() && !login.manager().canRenew() && !login.manager().hasValid())
    }

    @Test func `C8 a sign-out by the same manager revokes them`() async throws {
        let login = try await KeptLogin()
        let manager = manager(login)
        let kept = try await refused(login, manager)

        #expect(manager.clear())

        await #expect(throws: CredentialsManagerError.noCredentials) { try await manager.credentials() }
        _ = try await login.tenant.nextRequest(matching: "/oauth/revoke")
        let revoked = try #require(kept.refreshToken)
        #expect(login.revocations[0].contains(revoked))
    }

    @Test func `C8 a new login of another user ends them`() async throws {
        let login = try await KeptLogin()
        let manager = manager(login)
        _ = try await refused(login, manager)
        recover()
        let other = try await KeptLogin.login(at: login.tenant, email: "bob@example.org")

        try await login.manager(store: store).save(other)

        #expect(try await manager.credentials() == other)
        #expect(try await login.manager(store: store).renew().refreshToken != other.refreshToken)
        _ = try await login.tenant.nextRequest(matching: "/oauth/revoke")
    }

    @Test func `C8 a revocation during a write of the manager keeps a login of another user`() async throws {
        let login = try await KeptLogin()
        let bob = try await KeptLogin.login(at: login.tenant, email: "bob@example.org")
        let (manager, other) = (manager(login), login.manager(store: store))
        _ = try await refused(login, manager)
        recover()
        login.tenant.faults.set(.holdResponse, on: "/oauth/revoke", times: 1)
        let revocation = Task { try await manager.revoke() }
        _ = try await login.tenant.nextRequest(matching: "/oauth/revoke")
        let tokens = APICredentials(accessToken: "API", tokenType: "Bearer", expiresIn: .distantFuture, scope: "")
        let write = { @Sendable in
            #expect(other.store(credentials: bob))
            #expect(manager.store(apiCredentials: tokens, forAudience: "https://api.example.com"))
        }
        store.beforeRead.withLock { $0 = write }

        login.tenant.faults.release()
        try await revocation.value

        #expect(try await other.credentials() == bob)
        #expect(try await manager.credentials() == bob)
    }

    @Test func `C5 a forced renewal while they are not stored sends nothing`() async throws {
        let login = try await KeptLogin()
        let manager = manager(login)
        let kept = try await refused(login, manager)

        await #expect(throws: CredentialsManagerError.storeFailed) { try await manager.renew() }

        #expect(login.tokenRequests == 1)
        recover()
        #expect(try await manager.credentials() == kept)
    }

    @Test func `revocation revokes and removes them`() async throws {
        let login = try await KeptLogin()
        let manager = manager(login)
        let kept = try await refused(login, manager)

        try await manager.revoke()

        #expect(!manager.hasValid() && !login.manager(store: store).canRenew())
        let revoked = try #require(kept.refreshToken)
        #expect(login.revocations.count == 1 && login.revocations[0].contains(revoked))
    }
}
