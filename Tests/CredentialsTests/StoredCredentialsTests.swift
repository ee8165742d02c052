import Auth0
import Foundation
import OpenID
import PasskeyAuthenticator
import ProgramRunner
import SecretStorage
import Streams
import Synchronization
import TenantEmulator
import TestEvents
import Testing

/// The calls that need no tenant: storing, reading, removing, the end of a session, the presence of the user.
@Suite struct StoredCredentialsTests {
    @Test func `an empty store has no credentials, in every call`() async throws {
        let login = try await KeptLogin()
        let manager = login.manager()

        for call in [
            { _ = try await manager.credentials() }, { _ = try await manager.renew() },
            { _ = try await manager.apiCredentials(forAudience: "a") }, { _ = try await manager.ssoCredentials() },
        ] as [@Sendable () async throws -> Void] {
            await #expect(throws: CredentialsManagerError.noCredentials) { try await call() }
        }
        #expect(!manager.hasValid() && !manager.canRenew() && !manager.clear() && manager.user == nil)
        #expect(throws: CredentialsManagerError.noCredentials) { try manager.userProfile() }
        try await manager.revoke()
        #expect(login.tokenRequests == 0)
    }

    @Test func `credentials without refresh token are delivered until they expire`() async throws {
        let (login, date) = (try await KeptLogin(), Date())
        let manager = login.manager { $0.clock = TimeSource(date: { date }, uptime: { .zero }) }
        try await manager.save(Credentials(accessToken: "AT", expiresIn: date + 30))

        #expect(try await manager.credentials().accessToken == "AT")
        #expect(manager.hasValid() && manager.hasValid(minTTL: 20) && !manager.hasValid(minTTL: 40))
        await #expect(throws: CredentialsManagerError.noRefreshToken) { try await manager.credentials(minTTL: 40) }
        await #expect(throws: CredentialsManagerError.noRefreshToken) { try await manager.ssoCredentials() }
    }

    @Test(arguments: ["é\u{0}\n", String(repeating: "x", count: 100_000), "💶 scope"])
    func `what is stored is read again, whatever its characters`(text: String) async throws {
        let folder = MemoryStore()
        let client = Auth0.authentication(clientId: "c", domain: "t.example.com")
        let credentials = Credentials(
            accessToken: text, tokenType: text, idToken: text, refreshToken: text, expiresIn: .distantFuture,
            scope: text, recoveryCode: text)
        let manager = CredentialsManager(authentication: client, storeKey: text, store: folder)
        #expect(manager.store(credentials: credentials))
        #expect(manager.store(apiCredentials: APICredentials(from: credentials), forAudience: text, forScope: text))

        let other = CredentialsManager(authentication: client, storeKey: text, store: folder)
        #expect(try await other.credentials() == credentials)
        #expect(try await other.apiCredentials(forAudience: text, scope: text).accessToken == text)
        #expect(other.clear(forAudience: text, scope: text) && !other.clear(forAudience: text, scope: text))
        #expect(try await manager.credentials() == credentials)
    }

    @Test func `a manager with the arguments of 3.x shares its entry with one of 2.x`() async throws {
        let (client, storage) = (Auth0.authentication(clientId: "c", domain: "t.example.com"), OwnStorage())
        let later = CredentialsManager(
            authentication: client, storeKey: "user", dpopThumbprintKey: "thumbprint", sessionExpiryKey: "expiry",
            storage: storage, maxRetries: 1)
        let earlier = CredentialsManager(authentication: client, storeKey: "user", storage: storage)
        let credentials = Credentials(accessToken: "AT", expiresIn: .distantFuture)

        #expect(later.store(credentials: credentials))
        #expect(try await earlier.credentials() == credentials)
        #expect(storage.keys.count == 1 && storage.keys.allSatisfy { $0.hasPrefix("user (client c of ") })
        #expect(earlier.clear() && !later.hasValid())
    }

    @Test func `an unreadable record is an error that keeps it, and a new login replaces it`() async throws {
        let store = MemoryStore()
        let client = Auth0.authentication(clientId: "c", domain: "t.example.com")
        let name = KeptLogin.name(of: client)
        try await store.setSecret(SecretBytes(Array("garbage".utf8)), named: name)
        let manager = CredentialsManager(authentication: client, store: store, service: "tests")

        let error = await #expect(throws: CredentialsManagerError.self) { try await manager.credentials() }

        #expect(error == .readFailed && error?.cause as? SecretStoreError == SecretStoreError(.corrupt))
        #expect(try await store.secret(named: name)?.count == 7)
        #expect(manager.store(credentials: Credentials(accessToken: "AT", expiresIn: .distantFuture)))
        #expect(manager.hasValid())
    }

    @Test func `a new login of another user drops the API credentials of the one before`() async throws {
        let login = try await KeptLogin()
        let manager = login.manager()
        try await manager.save(login.credentials)
        let api = APICredentials(accessToken: "API", tokenType: "Bearer", expiresIn: .distantFuture, scope: "")
        #expect(manager.store(apiCredentials: api, forAudience: "a"))
        try await manager.save(login.credentials)
        #expect(try await manager.apiCredentials(forAudience: "a") == api)

        try await manager.save(try await KeptLogin.login(at: login.tenant, email: "eve@example.org"))

        let error = await #expect(throws: CredentialsManagerError.self) {
            try await manager.apiCredentials(forAudience: "a")
        }
        #expect(error == .apiExchangeFailed)
    }

    @Test func `C33 the end of a session by the clock of the machine removes nothing, and a new login begins another`()
        async throws
    {
        let login = try await KeptLogin { $0.sessionLifetime = .seconds(600) }
        let date = MovableDate()
        let manager = login.manager { $0.clock = date.clock }
        let other = CredentialsManager(
            authentication: login.authentication, storeKey: "other", store: login.files, service: "tests")
        try await manager.save(login.credentials)
        try await other.save(Credentials(accessToken: "AT", expiresIn: .distantFuture))
        _ = try await manager.credentials()

        date.move(by: 571)

        await #expect(throws: CredentialsManagerError.sessionExpired) { try await manager.credentials() }
        await #expect(throws: CredentialsManagerError.sessionExpired) { try await manager.renew() }
        #expect(!manager.hasValid() && !manager.canRenew() && other.hasValid())
        #expect(login.tokenRequests == 0)
        date.move(by: -571)
        #expect(try await manager.credentials() == login.credentials)
        try await manager.save(try await KeptLogin.login(at: login.tenant, email: "eve@example.org"))
        _ = try await manager.credentials()
    }

    @Test func `revocation removes the credentials, and keeps them when the tenant is out of reach`() async throws {
        let login = try await KeptLogin()
        let manager = login.manager()
        try await manager.save(login.credentials)
        login.tenant.faults.set(.status(500), on: "/oauth/revoke", times: 1)

        await #expect(throws: CredentialsManagerError.revokeFailed) { try await manager.revoke() }
        #expect(manager.canRenew())
        try await manager.revoke()

        #expect(!manager.canRenew() && !manager.hasValid())
        await #expect(throws: AuthenticationError.self) {
            try await login.authentication.renew(withRefreshToken: login.credentials.refreshToken).start()
        }
    }

    @Test func `changes are published, those of others with the next call`() async throws {
        let login = try await KeptLogin()
        let (one, other) = (login.manager(), login.manager())
        let seen = Mutex<[CredentialsManager.Change]>([])
        let subscription = one.changes.sink { change in seen.withLock { $0.append(change) } }

        try await one.save(login.expired)
        _ = try await one.credentials()
        _ = try await other.renew()
        _ = try await one.credentials()
        try await one.remove()

        #expect(seen.withLock { $0 } == [.stored, .renewed, .changedElsewhere, .cleared])
        subscription.cancel()
    }

    @Test func `L1, S9 no token is readable in a file, a description or a mirror`() async throws {
        let login = try await KeptLogin()
        let manager = login.manager()
        try await manager.save(login.expired)
        let renewed = try await manager.credentials()
        let api = try await manager.apiCredentials(forAudience: "\(login.tenant.domain)/me/", scope: "read:me:factors")
        let secrets =
            [login.credentials, renewed].flatMap { [$0.accessToken, $0.idToken, $0.refreshToken ?? ""] }
            + [api.accessToken]

        var texts = ["\(manager)", "\(api)", String(reflecting: api)]
        dump(manager, to: &texts[0])
        dump(api, to: &texts[1])
        let folder = URL(filePath: login.folder.path)
        let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
        var count = 0
        while let file = files.nextObject() as? URL {
            guard let bytes = try? Data(contentsOf: file) else { continue }
            texts.append(String(decoding: bytes, as: UTF8.self))
            count += 1
        }

        #expect(count > 2)
        for secret in secrets { #expect(!texts.contains { $0.contains(secret.prefix(20)) }) }
    }

    @Test func `row 25, 26 the presence of the user is checked before credentials are delivered`() async throws {
        let login = try await KeptLogin()
        let check = AnsweringPresence()
        let manager = login.manager { $0.presenceCheck = check }
        try await manager.save(login.credentials)
        manager.enableBiometrics(withTitle: "Unlock")
        _ = try await manager.credentials()
        _ = try await manager.credentials()
        #expect(check.titles == ["Unlock", "Unlock"])

        manager.enableBiometrics(
            withTitle: "Again", evaluationPolicy: .deviceOwnerAuthentication, policy: .session(timeoutInSeconds: 60))
        _ = try await manager.credentials()
        _ = try await manager.credentials()
        #expect(check.titles.count == 3 && manager.isBiometricSessionValid())
        manager.clearBiometricSession()
        check.outcome.withLock { $0 = .success(.present) }
        await #expect(throws: CredentialsManagerError.biometricsFailed) { try await manager.credentials() }
        #expect(manager.hasValid())
    }

    @Test func `without a check, enabled biometrics deliver nothing and say what is missing`() async throws {
        let login = try await KeptLogin()
        let manager = login.manager()
        try await manager.save(login.credentials)
        manager.enableBiometrics(withTitle: "Unlock")

        let error = await #expect(throws: CredentialsManagerError.self) { try await manager.credentials() }

        #expect(error == .biometricsFailed && "\(String(describing: error))".contains("presenceCheck"))
    }

    @Test func `C11 a confirmation that was asked for before a new check does not count after it`() async throws {
        let login = try await KeptLogin()
        let (first, second) = (WaitingPresence(), AnsweringPresence())
        second.outcome.withLock { $0 = .success(.present) }
        let manager = login.manager { $0.presenceCheck = first }
        try await manager.save(login.credentials)
        manager.enableBiometrics(withTitle: "Unlock", policy: .session(timeoutInSeconds: 3_600))
        let call = Task { try await manager.credentials() }
        try await first.asked.reaches(1)

        manager.presenceCheck = second
        first.answer()
        _ = try? await call.value

        await #expect(throws: CredentialsManagerError.biometricsFailed) { try await manager.credentials() }
        #expect(second.titles.count == 1)
    }

    @Test func `C11 a cancelled call ends at once, also while a check does not, and begins nothing later`() async throws
    {
        let login = try await KeptLogin()
        let check = WaitingPresence()
        let manager = login.manager { $0.presenceCheck = check }
        try await manager.save(login.expired)
        manager.enableBiometrics(withTitle: "Unlock", policy: .always)
        let call = Task { try await manager.credentials() }
        try await check.asked.reaches(1)

        call.cancel()

        await #expect(throws: CredentialsManagerError.biometricsFailed) { try await call.value }
        check.answer()
        #expect(login.tokenRequests == 0)
    }
}

/// A check that answers when the test wants it, whether its task is cancelled or not.
private final class WaitingPresence: PresenceCheck {
    let asked = EventCounter()
    private let waiting = Mutex<CheckedContinuation<Presence, Never>?>(nil)

    func confirm(_ request: PresenceRequest) async throws -> Presence {
        await withCheckedContinuation { continuation in
            waiting.withLock { $0 = continuation }
            asked.add()
        }
    }

    func answer() { waiting.withLock { $0.take() }?.resume(returning: .verified) }
}

/// A storage of a program's own.
private final class OwnStorage: CredentialsStorage {
    private let entries = Mutex<[String: Data]>([:])

    var keys: Set<String> { entries.withLock { Set($0.keys) } }

    func getEntry(forKey key: String) -> Data? { entries.withLock { $0[key] } }

    func setEntry(_ data: Data, forKey key: String) -> Bool {
        entries.withLock { $0[key] = data }
        return true
    }

    func deleteEntry(forKey key: String) -> Bool { entries.withLock { $0.removeValue(forKey: key) != nil } }
}
