import Auth0
import Foundation
import OpenID
import SecretStorage
import TenantEmulator
import Testing

/// Credentials that are bound to a key, and clients that have another key, or none.
@Suite struct DPoPStateTests {
    private let keys = MemoryStore()
    private let audience = "https://api.example.com"

    private func client(_ login: KeptLogin, _ dpop: DPoP?) -> any Authentication {
        var client = login.authentication
        client.dpop = dpop
        return client
    }

    private func dpop(_ store: (any SecretStore)? = nil) -> DPoP {
        DPoP(keychainIdentifier: "tests", store: store ?? keys)
    }

    /// A manager with credentials that are bound to the key of `keys`.
    private func bound(_ login: KeptLogin) async throws -> CredentialsManager {
        let client = client(login, dpop())
        let credentials = try await client.login(
            usernameOrEmail: "ann@example.org", password: "Correct-Horse-7",
            realmOrConnection: "Username-Password-Authentication", scope: KeptLogin.scope
        ).start()
        #expect(credentials.tokenType == "DPoP")
        let manager = login.manager(client)
        try await manager.save(credentials)
        return manager
    }

    /// The errors of the three kinds of token requests.
    private func errors(_ manager: CredentialsManager) async -> [CredentialsManagerError?] {
        let calls: [@Sendable () async throws -> Void] = [
            { _ = try await manager.renew() }, { _ = try await manager.apiCredentials(forAudience: audience) },
            { _ = try await manager.ssoCredentials() },
        ]
        var errors: [CredentialsManagerError?] = []
        for call in calls {
            do {
                try await call()
                errors.append(nil)
            } catch { errors.append(error as? CredentialsManagerError) }
        }
        return errors
    }

    @Test func `a client without key is not configured for them`() async throws {
        let login = try await KeptLogin()
        _ = try await bound(login)

        let errors = await errors(login.manager(client(login, nil)))

        #expect(errors == [.dpopNotConfigured, .dpopNotConfigured, .dpopNotConfigured])
        #expect(login.tokenRequests == 0 && login.manager().canRenew())
    }

    @Test func `a key that was removed is missing, and one of another store does not match`() async throws {
        let login = try await KeptLogin()
        let manager = try await bound(login)
        let other = dpop(MemoryStore())
        _ = try other.sender.keys.keyNow("tests", creating: true)

        #expect(
            await errors(login.manager(client(login, other))) == [.dpopKeyMismatch, .dpopKeyMismatch, .dpopKeyMismatch])
        _ = try await manager.renew()
        try dpop().clearKeypair()
        #expect(
            await errors(login.manager(client(login, dpop()))) == [.dpopKeyMissing, .dpopKeyMissing, .dpopKeyMissing])
        #expect(login.manager().canRenew() && login.tokenRequests == 1)
    }

    @Test func `a key that cannot be read is an error of the call`() async throws {
        let login = try await KeptLogin()
        _ = try await bound(login)
        let unreadable = MemoryStore()
        try await unreadable.setSecret(
            SecretBytes([1]), named: SecretName(service: "tests", account: "com.auth0.sdk.dpop.privateKey"))

        let errors = await errors(login.manager(client(login, dpop(unreadable))))

        #expect(errors == [.renewFailed, .apiExchangeFailed, .ssoExchangeFailed])
        #expect(errors.allSatisfy { $0?.cause is DPoPError })
    }
}
