import Auth0
import Foundation
import OpenID
import PostgresDatabases
import SecretStorage
import SecretStoreContract
import Streams
import Synchronization
import TenantEmulator
import TestEvents
import Testing

/// Stores of a program around one of this SDK, such as for metrics.
@Suite(.timeLimit(.minutes(30))) struct WrappedStoreTests {
    /// A store that counts, and changes names and contents on their way.
    private final class MeteredStore: WrappingStore {
        let base: any SecretStore
        private let counted = Mutex(0)

        init(_ base: any SecretStore) { self.base = base }

        var calls: Int { counted.withLock { $0 } }

        private func inner(_ name: SecretName) -> SecretName {
            counted.withLock { $0 += 1 }
            return SecretName(service: "metered", account: name.account)
        }

        private func turned(_ secret: SecretBytes) -> SecretBytes {
            secret.withUnsafeBytes { bytes in SecretBytes(bytes.map { $0 ^ 0x55 }) }
        }

        func secret(named name: SecretName) throws -> SecretBytes? {
            try base.secret(named: inner(name)).map(turned)
        }

        func setSecret(_ secret: SecretBytes, named name: SecretName) throws {
            try base.setSecret(turned(secret), named: inner(name))
        }

        func secret(named name: SecretName, orStore secret: SecretBytes) throws -> SecretBytes {
            turned(try base.secret(named: inner(name), orStore: turned(secret)))
        }

        func removeSecret(named name: SecretName) throws -> Bool { try base.removeSecret(named: inner(name)) }

        func accounts(ofService service: String) throws -> [String] { try base.accounts(ofService: "metered") }
    }

    @Test func `C23 stores around the same files exclude each other, and secrets pass through them`() async throws {
        let login = try await KeptLogin()
        let stores = (0..<3).map { _ in MeteredStore(login.files) }
        let managers = stores.map { login.manager(store: $0) }
        try await managers[0].save(login.expired)
        let renewal = try await login.held { try await managers[0].credentials() }

        let others = managers[1...].map { manager in Task { try await manager.credentials() } }
        let early = login.manager(store: MeteredStore(login.files)) { $0.lockTimeout = .milliseconds(20) }
        await #expect(throws: CredentialsManagerError.lockTimeout) { try await early.credentials() }
        login.tenant.faults.release()

        let renewed = try await renewal.value
        for other in others { #expect(try await other.value == renewed) }
        #expect(login.tokenRequests == 1 && stores.allSatisfy { $0.calls > 0 })
        #expect(try await login.files.accounts(ofService: "metered").count == 1)
    }

    @Test func `C23, C8 a sign-out through one store is not undone by a renewal through another`() async throws {
        let login = try await KeptLogin()
        let manager = login.manager(store: MeteredStore(login.files))
        try await manager.save(login.expired)
        let renewal = try await login.held { try await manager.credentials() }

        #expect(login.manager(store: MeteredStore(login.files)).clear())
        login.tenant.faults.release()

        await #expect(throws: CredentialsManagerError.noCredentials) { try await renewal.value }
        #expect(!login.manager(store: MeteredStore(login.files)).canRenew())
    }

    /// A store that keeps the number of its calls in the wrapped store, under a name of its own.
    private struct CountingStore: WrappingStore {
        let base: any SecretStore
        static let own = SecretName(service: "calls", account: "all")

        private func count() throws {
            let calls = try base.secret(named: Self.own)?.withUnsafeBytes { $0.first } ?? 0
            try base.setSecret(SecretBytes([calls &+ 1]), named: Self.own)
        }

        func secret(named name: SecretName) throws -> SecretBytes? {
            try count()
            defer { _ = try? base.secret(named: Self.own) }
            return try base.secret(named: name)
        }
        func setSecret(_ secret: SecretBytes, named name: SecretName) throws {
            try count()
            try base.setSecret(secret, named: name)
            try count()
        }
        func secret(named name: SecretName, orStore secret: SecretBytes) throws -> SecretBytes {
            try count()
            return try base.secret(named: name, orStore: secret)
        }
        func removeSecret(named name: SecretName) throws -> Bool {
            try count()
            return try base.removeSecret(named: name)
        }
    }

    @Test func `C23 a wrapping store may keep secrets of its own in the wrapped store`() async throws {
        let login = try await KeptLogin()
        let manager = login.manager(store: CountingStore(base: login.files))
        try await manager.save(login.expired)
        let renewal = try await login.held { try await manager.credentials() }

        #expect(login.manager(store: CountingStore(base: login.files)).clear())
        login.tenant.faults.release()
        await #expect(throws: CredentialsManagerError.noCredentials) { try await renewal.value }

        try await manager.save(try await login.withNewLogin().expired)
        _ = try await manager.credentials()
        try await manager.revoke()
        #expect(!manager.canRenew())
        #expect(try await login.files.secret(named: CountingStore.own) != nil)
    }

    @Test(arguments: [false, true])
    func `C23 a store around a database publishes changes by others as the database does`(
        changesNames: Bool
    ) async throws {
        let login = try await KeptLogin()
        let database = try await PostgresProgram.shared.value.database()
        let managers = try (0..<2).map { _ in
            let base = try database.store()
            return login.manager(store: changesNames ? MeteredStore(base) : CountingStore(base: base))
        }
        try await managers[0].save(login.credentials)
        let changes = EventCounter()
        let subscription = managers[0].changes.sink { _ in changes.add() }

        #expect(managers[1].clear())
        try await changes.reaches(1)

        #expect(!managers[0].canRenew())
        subscription.cancel()
    }

    /// A store that stores again what it has read.
    private struct RestlessStore: WrappingStore {
        let base: any SecretStore

        func secret(named name: SecretName) throws -> SecretBytes? {
            guard let secret = try base.secret(named: name) else { return nil }
            try base.setSecret(secret.withUnsafeBytes { SecretBytes($0) }, named: name)
            return secret
        }
    }

    @Test func `C23 a store whose comparison never succeeds is an error, and nothing is sent`() async throws {
        let login = try await KeptLogin()
        let manager = login.manager(store: RestlessStore(base: MemoryStore()))
        try await manager.save(login.expired)

        let error = await #expect(throws: CredentialsManagerError.self) { try await manager.credentials() }

        #expect(error == .storeFailed && "\(String(describing: error))".contains("100 times in a row"))
        #expect(login.tokenRequests == 0)
    }

    @Test func `C23 a revocation and the tokens of an API end, too, if no comparison succeeds`() async throws {
        let login = try await KeptLogin()
        let manager = login.manager(store: RestlessStore(base: MemoryStore()))
        try await manager.save(login.credentials)

        let error = await #expect(throws: CredentialsManagerError.self) { try await manager.revoke() }

        try #require(error == .clearFailed && "\(String(describing: error))".contains("100 times in a row"))
        let tokens = APICredentials(accessToken: "API", tokenType: "Bearer", expiresIn: .distantFuture, scope: "")
        #expect(!manager.store(apiCredentials: tokens, forAudience: "https://api.example.com"))
        #expect(manager.canRenew())
    }

    /// A store that calls the wrapped one on another thread.
    private struct ThreadedStore: WrappingStore {
        let base: any SecretStore

        private func elsewhere<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) throws -> Value {
            let result = Mutex<Result<Value, any Error>?>(nil)
            let isDone = DispatchSemaphore(value: 0)
            Thread {
                result.withLock { $0 = Result { try work() } }
                isDone.signal()
            }
            .start()
            isDone.wait()
            return try result.withLock { $0 }?.get() ?? work()
        }

        func secret(named name: SecretName) throws -> SecretBytes? {
            try elsewhere { [base] in try base.secret(named: name) }
        }
        func setSecret(_ secret: SecretBytes, named name: SecretName) throws {
            try elsewhere { [base] in try base.setSecret(secret, named: name) }
        }
        func secret(named name: SecretName, orStore secret: SecretBytes) throws -> SecretBytes {
            try elsewhere { [base] in try base.secret(named: name, orStore: secret) }
        }
        func removeSecret(named name: SecretName) throws -> Bool {
            try elsewhere { [base] in try base.removeSecret(named: name) }
        }
    }

    @Test func `C23 a store that cannot keep the comparison of the wrapped one is an error that says why`() async throws
    {
        let login = try await KeptLogin()
        let manager = login.manager(store: ThreadedStore(base: MemoryStore()))
        try await manager.save(login.expired)

        let error = await #expect(throws: CredentialsManagerError.self) { try await manager.credentials() }

        #expect(error == .readFailed && "\(String(describing: error))".contains("SecretSharing"))
        #expect(login.tokenRequests == 0)
    }
}
