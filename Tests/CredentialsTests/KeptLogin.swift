import Auth0
import Foundation
import OpenID
import PostgresDatabases
import ProgramRunner
import SecretStorage
import SecretStoreContract
import Synchronization
import TenantEmulator
import Testing

/// A user of a tenant of its own who has logged in, and the store with the credentials.
struct KeptLogin: Sendable {
    let tenant: EmulatedTenant
    let folder: TemporaryFolder
    let credentials: Credentials

    static let scope = "openid profile email offline_access"

    /// A transport whose requests may be held back, or wait until a busy machine has found the keys of a tenant.
    static let patient = {
        var limits = CurlTransport.Configuration()
        limits.timeout = .seconds(600)
        return CurlTransport(configuration: limits)
    }()

    /// Starts a tenant, and logs a new user in; nothing is stored yet.
    ///
    /// - Parameter configure: Changes the configuration of the tenant.
    /// - Throws: An error of the emulator, or of the login.
    init(_ configure: (inout TenantConfiguration) -> Void = { _ in }) async throws {
        var configuration = TenantConfiguration()
        configure(&configuration)
        tenant = try EmulatedTenant.start(configuration)
        folder = TemporaryFolder()
        credentials = try await Self.login(at: tenant)
        tenant.skipRequests(matching: "/oauth/token")
    }

    private init(_ tenant: EmulatedTenant, _ credentials: Credentials) {
        (self.tenant, self.credentials, folder) = (tenant, credentials, TemporaryFolder())
    }

    /// The same login with an empty folder.
    func withNewFolder() -> KeptLogin { KeptLogin(tenant, credentials) }

    /// Another login of the same user, with an empty folder.
    func withNewLogin() async throws -> KeptLogin {
        let credentials = try await authentication.login(
            usernameOrEmail: "ann@example.org", password: "Correct-Horse-7",
            realmOrConnection: "Username-Password-Authentication", scope: Self.scope
        ).start()
        return KeptLogin(tenant, credentials)
    }

    /// The credentials of a new user.
    static func login(at tenant: EmulatedTenant, email: String = "ann@example.org") async throws -> Credentials {
        let client = Auth0.authentication(clientId: tenant.clientID, domain: tenant.domain, session: patient)
        let connection = "Username-Password-Authentication"
        _ = try await client.signup(email: email, password: "Correct-Horse-7", connection: connection).start()
        return try await client.login(
            usernameOrEmail: email, password: "Correct-Horse-7", realmOrConnection: connection, scope: scope
        ).start()
    }

    var authentication: any Authentication {
        Auth0.authentication(clientId: tenant.clientID, domain: tenant.domain)
    }

    /// The name of the login in its store.
    var name: SecretName { Self.name(of: authentication) }

    /// The name of a client's login in a store.
    static func name(of client: any Authentication) -> SecretName {
        let binding = ClientBinding(issuer: client.url.absoluteString, clientID: client.clientId)
        return SecretName(service: "tests", account: binding.account("credentials"))
    }

    var files: FileStore { FileStore(directory: folder.path + "/secrets") }

    /// A manager of its own, with a store of its own on the same files.
    func manager(
        _ authentication: (any Authentication)? = nil, store: (any SecretStore)? = nil,
        _ configure: (inout CredentialsManager.Configuration) -> Void = { _ in }
    ) -> CredentialsManager {
        var configuration = CredentialsManager.Configuration()
        configure(&configuration)
        return CredentialsManager(
            authentication: authentication ?? self.authentication, store: store ?? files, service: "tests",
            configuration: configuration)
    }

    /// The path of `RenewalProgram`, which is beside the tests.
    static let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        .appending(path: "RenewalProgram").path

    /// Runs a process of `RenewalProgram` on the files of this login, or on a database.
    ///
    /// - Returns: Its exit status; a signal's number plus 128.
    func run(
        _ task: String, _ numbers: Int..., in database: TestDatabase? = nil, environment: [String: String]? = nil,
        expecting status: Int32 = 0
    ) async throws -> Int32 {
        let numbers = (numbers + [0, 0]).prefix(2).map { "\($0)" }
        let place = try database?.text ?? folder.path + "/secrets"
        let arguments = [tenant.domain, tenant.clientID, place, task] + numbers
        let inherited = ["RENEWAL_ARGUMENTS": ([Self.program] + arguments).joined(separator: "\n")]
        let run = try await ProgramRun(
            Self.program, arguments, environment: environment.map { $0.merging(inherited) { $1 } })
        if run.status != status, !run.errors.isEmpty { Issue.record("\(String(decoding: run.errors, as: UTF8.self))") }
        return run.status
    }

    /// The credentials with an access token that has expired, also by a clock that was stopped a while ago.
    var expired: Credentials { credentials.expiring(in: -3_600) }

    /// The token requests with a refresh token, successful or not.
    var tokenRequests: Int {
        tenant.journal.filter { $0.path == "/oauth/token" && $0.text.contains("\"refresh_token\":") }.count
    }
}

extension Credentials {
    /// The credentials with another expiry.
    func expiring(in seconds: TimeInterval) -> Credentials { expiring(at: Date(timeIntervalSinceNow: seconds)) }

    /// The credentials with another expiry.
    func expiring(at date: Date) -> Credentials {
        Credentials(
            accessToken: accessToken, tokenType: tokenType, idToken: idToken, refreshToken: refreshToken,
            expiresIn: date, scope: scope, recoveryCode: recoveryCode)
    }
}

/// A date that a test moves.
final class MovableDate: Sendable {
    private let offset = Mutex(TimeInterval(0))

    func move(by seconds: TimeInterval) { offset.withLock { $0 += seconds } }

    var clock: TimeSource {
        TimeSource(
            date: { Date(timeIntervalSinceNow: self.offset.withLock { $0 }) }, uptime: { TimeSource.system.uptime })
    }
}

/// A store that fails on request.
final class FailingStore: WrappingStore {
    let sharing: SecretSharing
    let base: any SecretStore
    let writesUntilFailure = Mutex<Int?>(nil)
    /// Whether a write that fails has written, as when only the wait for the disk fails.
    let writesBeforeFailure = Mutex(false)
    /// Called once, before a secret is read.
    let beforeRead = Mutex<(@Sendable () -> Void)?>(nil)

    /// Creates a store in memory, which only this process uses.
    init() { (base, sharing) = (MemoryStore(), .withinProcess) }

    /// Creates a store around another one, which other processes use without the failures.
    init(around store: any SecretStore) { (base, sharing) = (store, store.sharing) }

    func secret(named name: SecretName) throws -> SecretBytes? {
        beforeRead.withLock { $0.take() }?()
        return try base.secret(named: name)
    }

    func setSecret(_ secret: SecretBytes, named name: SecretName) throws {
        try writesUntilFailure.withLock { count in
            guard let left = count else { return }
            guard left > 0 else {
                if writesBeforeFailure.withLock({ $0 }) { try base.setSecret(secret, named: name) }
                throw SecretStoreError(.noSpace, name: name)
            }
            count = left - 1
        }
        try base.setSecret(secret, named: name)
    }
}
