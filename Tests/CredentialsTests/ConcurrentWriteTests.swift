import Auth0
import Foundation
import Glibc
import SecretStorage
import TenantEmulator
import TestEvents
import Testing

/// Writes of others between the request of a renewal and its storage: the rotated refresh token is never lost.
@Suite struct ConcurrentWriteTests {
    @Test func `C2 a login that is stored while the first tokens of an API are is kept, with them`() async throws {
        let (login, store) = (try await KeptLogin(), HookedStore())
        let (manager, other) = (login.manager(store: store), login.manager(store: store))
        // The second read looks for a record of version 0.1.0, after nothing was found.
        store.hook(.reading) { [credentials = login.credentials] in
            store.hook(.reading) { #expect(other.store(credentials: credentials)) }
        }

        let tokens = APICredentials(
            accessToken: "API", tokenType: "Bearer", expiresIn: Date(timeIntervalSinceNow: 3_600), scope: "read")
        #expect(manager.store(apiCredentials: tokens, forAudience: "https://api.example.com", forScope: "read"))

        let stored = try await manager.apiCredentials(forAudience: "https://api.example.com", scope: "read")
        #expect(try await manager.credentials() == login.credentials)
        #expect(stored.accessToken == "API" && login.tokenRequests == 0)
    }

    private static let api = APICredentials(
        accessToken: "API", tokenType: "Bearer", expiresIn: .distantFuture, scope: "")

    enum Write: CaseIterable {
        case storesAPI, clearsAPI, rotatesKey, changesMode

        func perform(_ login: KeptLogin) throws {
            let other = login.manager()
            switch self {
            case .storesAPI: #expect(other.store(apiCredentials: api, forAudience: "new"))
            case .clearsAPI: #expect(other.clear(forAudience: "old"))
            case .rotatesKey: #expect(try login.files.rotateKey().sealed == 1)
            case .changesMode: for file in try login.sealedFiles { #expect(chmod(file, 0o600) == 0) }
            }
        }
    }

    @Test(arguments: Write.allCases)
    func `C6 another write during a renewal neither loses the new refresh token nor is lost`(write: Write) async throws
    {
        let login = try await KeptLogin()
        let manager = login.manager()
        try await manager.save(login.expired)
        #expect(manager.store(apiCredentials: Self.api, forAudience: "old"))
        let renewal = try await login.held { try await manager.credentials() }

        try write.perform(login)
        login.tenant.faults.release()

        let renewed = try await renewal.value
        let next = login.manager()
        #expect(try await next.credentials() == renewed)
        #expect((try? await next.apiCredentials(forAudience: "new")) == (write == .storesAPI ? Self.api : nil))
        #expect(next.clear(forAudience: "old") == (write != .clearsAPI))
        _ = try await next.renew()
        #expect(login.tenant.counters.refreshTokenReuses == 0)
        #expect(login.revocations.isEmpty)
    }

    @Test(arguments: Write.allCases)
    func `C6 without ID token the new refresh token is neither lost nor revoked`(write: Write) async throws {
        let login = try await KeptLogin()
        let manager = login.manager()
        try await manager.save(
            Credentials(
                accessToken: "AT", refreshToken: login.credentials.refreshToken,
                expiresIn: Date(timeIntervalSinceNow: -1)))
        #expect(manager.store(apiCredentials: Self.api, forAudience: "old"))
        login.tenant.faults.set(
            .alter(try .init(["id_token": JSONNull()])), on: "/oauth/token", grant: "refresh_token")
        let transport = GatedTransport()
        let gated = login.manager(
            Auth0.authentication(clientId: login.tenant.clientID, domain: login.tenant.domain, session: transport))
        let renewal = Task { try await gated.credentials() }
        try await transport.answers.reaches(1)

        try write.perform(login)
        transport.release()

        let renewed = try await renewal.value
        #expect(try await login.manager().credentials() == renewed)
        _ = try await login.manager().renew()
        #expect(login.tenant.counters.refreshTokenReuses == 0)
        #expect(login.revocations.isEmpty)
    }

    @Test func `C6 credentials of an API that are obtained during another write are stored with the refresh token`()
        async throws
    {
        let login = try await KeptLogin()
        let manager = login.manager()
        try await manager.save(login.credentials)
        let audience = "\(login.tenant.domain)/me/"
        let exchange = try await login.held {
            try await manager.apiCredentials(forAudience: audience, scope: "read:me:factors")
        }

        #expect(login.manager().store(apiCredentials: Self.api, forAudience: "new"))
        login.tenant.faults.release()

        let api = try await exchange.value
        let next = login.manager()
        #expect(try await next.apiCredentials(forAudience: audience, scope: "read:me:factors") == api)
        #expect(try await next.apiCredentials(forAudience: "new") == Self.api)
        _ = try await next.renew()
        #expect(login.tenant.counters.refreshTokenReuses == 0)
    }

    @Test func `C7 a refused token is removed although the record was written meanwhile`() async throws {
        let login = try await KeptLogin()
        let manager = login.manager()
        try await manager.save(login.expired)
        _ = try await login.authentication.revoke(refreshToken: try #require(login.credentials.refreshToken)).start()
        let renewal = try await login.held { try await manager.credentials() }

        #expect(login.manager().store(apiCredentials: Self.api, forAudience: "new"))
        login.tenant.faults.release()

        await #expect(throws: CredentialsManagerError.renewFailed) { try await renewal.value }
        #expect(!manager.canRenew() && login.tokenRequests == 1)
        #expect(try await login.manager().apiCredentials(forAudience: "new") == Self.api)
    }
}
