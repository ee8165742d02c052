import Auth0
import Foundation
import OpenID
import ProgramRunner
import SecretStorage
import TenantEmulator
import Testing

/// A stored login belongs to one application of one tenant: programs whose tenant changes, and programs of one name.
@Suite(.timeLimit(.minutes(30))) struct TenantBindingTests {
    @Test func `C20 two applications of one tenant in programs of one name have a login each`() async throws {
        let login = try await KeptLogin()
        let store = MemoryStore()
        let other = login.manager(
            Auth0.authentication(clientId: "another", domain: login.tenant.domain), store: store)
        let manager = login.manager(store: store)
        try await manager.save(login.expired)

        await #expect(throws: CredentialsManagerError.noCredentials) { try await other.credentials() }
        #expect(other.store(credentials: Credentials(accessToken: "B", expiresIn: .distantFuture)))

        #expect(try await other.credentials().accessToken == "B")
        #expect(try await manager.credentials().accessToken != "B")
    }

    @Test func `noCredentials names the service and the kind of store, and neither a user nor a path`() async throws {
        let login = try await KeptLogin()
        let stores: [(store: any SecretStore, kind: String)] = [
            (login.files, "FileStore"), (MemoryStore(), "MemoryStore"), (FailingStore(), "FailingStore"),
            (FailingStore(around: login.files), "FailingStore around FileStore"),
        ]
        for (store, kind) in stores {
            let manager = CredentialsManager(
                authentication: login.authentication, storeKey: "user-canary", store: store,
                service: "com.example.notes")
            let errors = [
                await #expect(throws: CredentialsManagerError.self) { try await manager.credentials() },
                await #expect(throws: CredentialsManagerError.self) { try await manager.renew() },
                #expect(throws: CredentialsManagerError.self) { try manager.userProfile() },
            ]
            for error in errors.compactMap(\.self) {
                let text = "\(error)"
                #expect(error == .noCredentials && error.cause == nil)
                #expect(text.contains("log in: \(kind) has none for the service \"com.example.notes\""))
                #expect(!text.contains("user-canary") && !text.contains(login.folder.path))
            }
        }
    }

    // MARK: Records of 0.1.0

    private let name = SecretName(service: "tests", account: "credentials")

    /// Stores a record as version 0.1.0 did: under the name that all tenants shared.
    private func store(_ credentials: Credentials, in store: any SharedSecretStore) throws {
        let expiry = credentials.expiresIn.timeIntervalSinceReferenceDate
        let record = """
            {"v":1,"generation":18446744073709551615,"login":17,"storedAt":\(expiry - 3_600),"apiCredentials":{},\
            "credentials":{"access":"\(credentials.accessToken)","type":"Bearer","id":"\(credentials.idToken)",\
            "refresh":"\(credentials.refreshToken ?? "")","expiry":\(expiry),"scope":"\(credentials.scope ?? "")"}}
            """
        try store.setSecret(SecretBytes(record.utf8), named: name)
    }

    @Test func `C20 a record of 0.1.0 is bound to its tenant when it is read, and renewed`() async throws {
        let (login, store) = (try await KeptLogin(), MemoryStore())
        try self.store(login.expired, in: store)
        let stranger = try await KeptLogin().manager(store: store)

        await #expect(throws: CredentialsManagerError.noCredentials) { try await stranger.credentials() }
        let renewed = try await login.manager(store: store).credentials()

        #expect(renewed.accessToken != login.credentials.accessToken && login.tokenRequests == 1)
        #expect(try await store.secret(named: name) == nil)
        #expect(try await login.manager(store: store).credentials() == renewed)
    }

    @Test func `C20 a record of 0.1.0 that names no tenant is refused with the reason, and sent nowhere`() async throws
    {
        let (login, store) = (try await KeptLogin(), MemoryStore())
        try self.store(login.expired.replacing { $0.idToken = "" }, in: store)
        let manager = login.manager(store: store)

        let error = await #expect(throws: CredentialsManagerError.self) { try await manager.credentials() }

        #expect(error == .readFailed && "\(String(describing: error))".contains("log in again"))
        #expect(login.tokenRequests == 0)
        try await manager.save(login.credentials)
        #expect(try await manager.credentials() == login.credentials)
    }

    @Test func `C8 a sign-out while a record of 0.1.0 is bound is final, and a login of another user stays`()
        async throws
    {
        let login = try await KeptLogin()
        let bob = try await KeptLogin.login(at: login.tenant, email: "bob@example.org")
        for isSignOut in [true, false] {
            let store = HookedStore()
            try self.store(login.credentials, in: store)
            let other = login.manager(store: store)
            store.hook(.creating) { #expect(isSignOut ? other.clear() : other.store(credentials: bob)) }

            let manager = login.manager(store: store)
            if isSignOut {
                await #expect(throws: CredentialsManagerError.noCredentials) { try await manager.credentials() }
                #expect(!login.manager(store: store).hasValid())
            } else {
                #expect(try await manager.credentials() == bob)
                #expect(try await login.manager(store: store).credentials() == bob)
            }
        }
    }

    @Test func `C20 two processes that bind a record of 0.1.0 at the same time keep the login`() async throws {
        let (login, store) = (try await KeptLogin(), HookedStore())
        try self.store(login.credentials, in: store)
        // Both have the same time, to the last bit.
        let now = Date()
        let clock = TimeSource(date: { now }, uptime: { TimeSource.system.uptime })
        let other = login.manager(store: store) { $0.clock = clock }
        store.hook(.creating) { #expect(other.canRenew()) }

        let manager = login.manager(store: store) { $0.clock = clock }

        #expect(try await manager.credentials().refreshToken != nil)
        #expect(other.canRenew() && login.manager(store: store).canRenew())
    }

    @Test func `C20, C27 a damaged record of 0.1.0 stops no sign-out`() async throws {
        let login = try await KeptLogin()
        try self.store(login.credentials, in: login.files)
        let old = try #require(try login.sealedFiles.first)
        try Data([1]).write(to: URL(filePath: old))
        let manager = login.manager()
        try await manager.save(login.credentials)

        #expect(manager.clear())

        #expect(!manager.hasValid() && !login.manager().canRenew())
    }

    @Test func `C20 a sign-out also removes the record of 0.1.0 of this tenant`() async throws {
        let (login, store) = (try await KeptLogin(), MemoryStore())
        try self.store(login.credentials, in: store)
        let manager = login.manager(store: store)

        #expect(manager.clear())

        #expect(try await store.secret(named: name) == nil && !manager.hasValid())
    }
}
