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
        /// The keyring of the session: `dbus-run-session -- sh -c 'printf x | gnome-keyring-daemon --unlock; make bench'`.
        case keyring
    }

    let manager: CredentialsManager

    private let folder: URL?
    private let store: any SecretStore
    private let secret = SecretBytes(Array(repeating: UInt8(ascii: "x"), count: 2_000))
    private let name = SecretName(service: "bench", account: "secret")

    init(_ kind: Kind) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "auth0-bench-\(UUID().uuidString)")
        self.folder = kind == .memory ? nil : folder
        store = try Self.store(kind, folder.path)
        var configuration = CredentialsManager.Configuration()
        configuration.validatesIDTokens = false
        manager = CredentialsManager(
            authentication: Auth0.authentication(
                clientId: "client", domain: "tenant.example.com", session: RenewingTransport()),
            store: store, configuration: configuration)
        try await manager.save(
            Credentials(
                accessToken: String(repeating: "a", count: 900), tokenType: "Bearer",
                idToken: String(repeating: "i", count: 900), refreshToken: "RT", expiresIn: .distantFuture))
        try await store.setSecret(secret, named: name)
    }

    private static func store(_ kind: Kind, _ folder: String) throws -> any SecretStore {
        switch kind {
        case .files: return FileStore(directory: folder)
        case .memory: return MemoryStore()
        case .keyring:
            guard ProcessInfo.processInfo.environment["DBUS_SESSION_BUS_ADDRESS"] != nil else {
                throw Skipped("no session bus")
            }
            return SecretServiceStore(application: "benchmarks", locks: LockFolder(path: folder))
        }
    }

    deinit { if let folder { try? FileManager.default.removeItem(at: folder) } }

    func readStore() throws -> Int { try store.secret(named: name)?.count ?? 0 }

    func writeStore() throws { try store.setSecret(secret, named: name) }

    /// Renews once for 1,000 callers, and returns when the last of them has its result.
    func renewForThousand() async throws {
        let left = Atomic(1_000)
        await withCheckedContinuation { continuation in
            for _ in 0..<1_000 {
                manager.renew { _ in
                    if left.subtract(1, ordering: .relaxed).newValue == 0 { continuation.resume() }
                }
            }
        }
    }
}

/// A tenant that renews everything.
private struct RenewingTransport: Transport {
    func send(
        _ request: TransportRequest,
        completion: @escaping @Sendable (Result<TransportResponse, TransportError>) -> Void
    ) -> any TransportExchange {
        let body = Array(
            #"{"access_token":"AT","token_type":"Bearer","refresh_token":"RT","expires_in":86400}"#.utf8)
        DispatchQueue.global().async { completion(.success(TransportResponse(status: 200, fields: [:], body: body))) }
        return Answered()
    }

    private final class Answered: TransportExchange {
        func cancel() {}
    }
}
