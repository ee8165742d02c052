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

    @Test func `C35 a key that cannot be read is an error of reading`() async throws {
        let login = try await KeptLogin()
        _ = try await bound(login)
        let unreadable = MemoryStore()
        try await unreadable.setSecret(
            SecretBytes([1]), named: SecretName(service: "tests", account: "com.auth0.sdk.dpop.privateKey"))

        let errors = await errors(login.manager(client(login, dpop(unreadable))))

        #expect(errors == [.readFailed, .readFailed, .readFailed])
        #expect(errors.allSatisfy { $0?.cause is DPoPError && $0?.message.hasSuffix(": the DPoP key") == true })
    }

    @Test func `C20 a key that another process has replaced is read again by a renewal`() async throws {
        let login = try await KeptLogin()
        let manager = try await bound(login)
        _ = try await manager.renew()
        // Another process: it signs out with its key, and logs in with a new one.
        let other = dpop()
        try other.clearKeypair()
        let credentials = try await client(login, other).login(
            usernameOrEmail: "ann@example.org", password: "Correct-Horse-7",
            realmOrConnection: "Username-Password-Authentication", scope: KeptLogin.scope
        ).start()
        try await login.manager(client(login, other)).save(credentials)

        #expect(try await manager.renew().tokenType == "DPoP")
        #expect(login.tenant.counters.refreshTokenReuses == 0)
    }

    @Test func `C20 a login uses the key that is stored, not one that was removed by another process`() async throws {
        let login = try await KeptLogin()
        let (own, other) = (dpop(), dpop())
        let first = try own.sender.keys.keyNow("tests", creating: true)
        try other.clearKeypair()
        let second = try other.sender.keys.keyNow("tests", creating: true)
        #expect(first?.thumbprint != second?.thumbprint)

        let credentials = try await client(login, own).login(
            usernameOrEmail: "ann@example.org", password: "Correct-Horse-7",
            realmOrConnection: "Username-Password-Authentication", scope: KeptLogin.scope
        ).start()
        try await login.manager(client(login, own)).save(credentials)

        // A process that starts later has only the stored key.
        #expect(try await login.manager(client(login, dpop())).renew().tokenType == "DPoP")
    }
}
