import Auth0
import Foundation
import OpenID
import SecretStorage
import Streams
import TenantEmulator
import Testing

/// Revocations: what is revoked and removed when something else happens meanwhile, and the three styles.
@Suite(.timeLimit(.minutes(30))) struct RevocationTests {
    @Test func `C8 a login that is stored during a revocation stays`() async throws {
        let login = try await KeptLogin()
        let manager = login.manager()
        try await manager.save(login.credentials)
        login.tenant.faults.set(.holdResponse, on: "/oauth/revoke", times: 1)
        let revocation = Task { try await manager.revoke() }
        _ = try await login.tenant.nextRequest(matching: "/oauth/revoke")

        let other = try await KeptLogin.login(at: login.tenant, email: "bob@example.org")
        try await login.manager().save(other)
        login.tenant.faults.release()
        try await revocation.value

        #expect(try await login.manager().credentials() == other)
        #expect(try await manager.credentials() == other)
        #expect(login.revocations.count == 1)
    }

    @Test func `C8 a renewal that ends during a revocation is revoked, too`() async throws {
        let login = try await KeptLogin()
        let manager = login.manager()
        try await manager.save(login.credentials)
        // The tenant reads the revocation, and carries it out after the renewal.
        login.tenant.faults.set(.hold, on: "/oauth/revoke", times: 1)
        let revocation = Task { try await manager.revoke() }
        _ = try await login.tenant.nextRequest(matching: "/oauth/revoke")

        let renewed = try await login.manager().renew()
        login.tenant.faults.release()
        try await revocation.value

        let old = try #require(login.credentials.refreshToken)
        let new = try #require(renewed.refreshToken)
        #expect(login.revocations.map { $0.contains(old) } == [true, false])
        #expect(login.revocations.map { $0.contains(new) } == [false, true])
        #expect(!manager.hasValid() && !login.manager().canRenew())
    }

    @Test func `C8 a renewal in progress during a revocation is revoked when its answer arrives`() async throws {
        let login = try await KeptLogin()
        let manager = login.manager()
        try await manager.save(login.expired)
        let renewal = try await login.held { try await manager.credentials() }

        try await manager.revoke()
        login.tenant.skipRequests(matching: "/oauth/revoke")
        login.tenant.faults.release()

        await #expect(throws: CredentialsManagerError.noCredentials) { try await renewal.value }
        _ = try await login.tenant.nextRequest(matching: "/oauth/revoke")
        #expect(!login.manager().canRenew())
    }

    @Test func `a callback and a publisher revoke and remove`() async throws {
        let login = try await KeptLogin()
        let manager = login.manager()
        try await manager.save(login.credentials)
        login.tenant.faults.set(.status(500), on: "/oauth/revoke", times: 2)

        let failure = await withCheckedContinuation { continuation in
            manager.revoke { continuation.resume(returning: $0) }
        }
        #expect(throws: CredentialsManagerError.revokeFailed) { try failure.get() }
        await #expect(throws: CredentialsManagerError.revokeFailed) {
            for try await _ in (manager.revoke() as AnyPublisher<Void, CredentialsManagerError>).values {}
        }
        #expect(manager.canRenew())
        let success = await withCheckedContinuation { continuation in
            manager.revoke { continuation.resume(returning: $0) }
        }
        try success.get()
        #expect(!manager.canRenew() && !manager.hasValid())

        try await manager.save(try await KeptLogin.login(at: login.tenant, email: "bob@example.org"))
        for try await _ in (manager.revoke() as AnyPublisher<Void, CredentialsManagerError>).values {}
        #expect(!manager.canRenew() && login.revocations.count == 4)
    }

    @Test func `clearAll removes only the credentials of this user, and the DPoP key`() async throws {
        let login = try await KeptLogin()
        var client = login.authentication
        let dpop = DPoP(keychainIdentifier: "tests", store: MemoryStore())
        client.dpop = dpop
        let manager = login.manager(client)
        let other = CredentialsManager(
            authentication: login.authentication, storeKey: "other", store: login.files, service: "tests")
        try await manager.save(login.credentials)
        try await other.save(login.credentials)
        #expect(try dpop.sender.keys.keyNow("tests", creating: true) != nil)

        try manager.clearAll()

        #expect(!manager.hasValid() && other.hasValid())
        #expect(try dpop.sender.keys.keyNow("tests", creating: false) == nil)
        try manager.clearAll()
    }
}
