import Auth0
import Dispatch
import Foundation
import HTTPMessages
import Harness
import SecretServiceStore
import SecretStorage
import Synchronization

/// A login in a store, of a tenant that answers from memory.
final class CredentialsFixture: Sendable {
    /// The kind of store.
    enum Kind {
        case files, memory
        /// The keyring of a session of its own.
        case keyring
        /// A database of its own, with a thousand records or with a million.
        case postgres, postgresOfMillion
    }

    let manager: CredentialsManager

    private let client: any Authentication
    private let folder: URL?
    private let store: any SecretStore
    private let secret = SecretBytes(Array(repeating: UInt8(ascii: "x"), count: 2_000))
    private let name = SecretName(service: "bench", account: "secret")

    init(_ kind: Kind) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "auth0-bench-\(UUID().uuidString)")
        self.folder = kind == .memory ? nil : folder
        store = try Self.store(kind, folder.path)
        client = Self.client(lifetime: 86_400)
        manager = CredentialsManager(authentication: client, store: store, configuration: Self.configuration)
        try await manager.save(Self.credentials(expiring: .distantFuture))
        try await store.setSecret(secret, named: name)
    }

    /// A client of a tenant that renews everything, with access tokens of a lifetime in seconds.
    static func client(lifetime: Int) -> any Authentication {
        Auth0.authentication(
            clientId: "client", domain: "tenant.example.com", session: RenewingTransport(lifetime: lifetime))
    }

    static var configuration: CredentialsManager.Configuration {
        var configuration = CredentialsManager.Configuration()
        configuration.validatesIDTokens = false
        return configuration
    }

    static func credentials(expiring date: Date) -> Credentials {
        Credentials(
            accessToken: String(repeating: "a", count: 900), tokenType: "Bearer",
            idToken: String(repeating: "i", count: 900), refreshToken: "RT", expiresIn: date)
    }

    private static func store(_ kind: Kind, _ folder: String) throws -> any SecretStore {
        switch kind {
        case .files: return FileStore(directory: folder)
        case .memory: return MemoryStore()
        case .keyring:
            guard ProcessInfo.processInfo.environment["DBUS_SESSION_BUS_ADDRESS"] != nil else {
                throw Skipped("no session bus: apt-get install dbus gnome-keyring")
            }
            // Changes are seen by the marks of the writers: what is measured is not the reading that comes after 5 s.
            return SecretServiceStore(
                application: "benchmarks", locks: LockFolder(path: folder), rereading: .seconds(3_600))
        case .postgres: return try PostgresFixture(.thousand).store
        case .postgresOfMillion: return try PostgresFixture(.million).store
        }
    }

    deinit { if let folder { try? FileManager.default.removeItem(at: folder) } }

    func readStore() throws -> Int { try store.secret(named: name)?.count ?? 0 }

    func writeStore() throws { try store.setSecret(secret, named: name) }

    /// Creates a manager, as a web server does for each request, and gets the credentials once.
    func firstCredentials() async throws -> Credentials {
        try await CredentialsManager(authentication: client, store: store, configuration: Self.configuration)
            .credentials()
    }

    /// Renews once for a number of callers, and returns when the last of them has its result.
    func renew(for callers: Int) async throws {
        let left = Atomic(callers)
        await withCheckedContinuation { continuation in
            for _ in 0..<callers {
                manager.renew { _ in
                    if left.subtract(1, ordering: .relaxed).newValue == 0 { continuation.resume() }
                }
            }
        }
    }
}

/// A tenant that renews everything.
private struct RenewingTransport: Transport {
    let lifetime: Int

    func send(
        _ request: TransportRequest,
        completion: @escaping @Sendable (Result<TransportResponse, TransportError>) -> Void
    ) -> any TransportExchange {
        let body = Array(
            #"{"access_token":"AT","token_type":"Bearer","refresh_token":"RT","expires_in":\#(lifetime)}"#.utf8)
        DispatchQueue.global().async { completion(.success(TransportResponse(status: 200, fields: [:], body: body))) }
        return Answered()
    }

    private final class Answered: TransportExchange {
        func cancel() {}
    }
}
