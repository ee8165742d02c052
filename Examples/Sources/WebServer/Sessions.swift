import Auth0
import Foundation
import OpenID
import PostgresStore
import SecretStorage

/// The logins and credentials of the server's users, in a database that all its processes share.
struct Sessions: Sendable {
    private static let service = "todos"

    /// The credentials of the users who are logged in.
    private let credentials: PostgresStore
    /// The logins and logouts that have begun, for ten minutes.
    private let pending: PostgresStore
    private let authentication: any Authentication

    init(server: PostgresServer, keys: SealingKeyRing, authentication: any Authentication) {
        credentials = PostgresStore(server: server, keys: keys, retention: .seconds(30 * 86_400))
        pending = PostgresStore(server: server, keys: keys, retention: .seconds(600))
        self.authentication = authentication
    }

    /// The manager of a session's credentials. It is made for each request: a manager is small.
    func manager(_ session: String) -> CredentialsManager {
        CredentialsManager(
            authentication: authentication, storeKey: session, store: credentials, service: Self.service)
    }

    /// Keeps a login or a logout that has begun.
    func keep(_ step: some Encodable, as id: String) async throws {
        try await pending.setSecret(SecretBytes(try JSONEncoder().encode(step)), named: name(id))
    }

    /// Returns a login or a logout that has begun, once.
    func take<Step: Decodable>(_ type: Step.Type, _ id: String) async throws -> Step? {
        guard let text = try await pending.secret(named: name(id)), try await pending.removeSecret(named: name(id))
        else { return nil }
        return try text.withUnsafeBytes { try JSONDecoder().decode(type, from: Data($0)) }
    }

    private func name(_ id: String) -> SecretName { SecretName(service: Self.service + ".pending", account: id) }

    /// An identifier of 256 bits that cannot be guessed: the generator is the kernel's.
    static func identifier() -> String {
        (0..<4).map { _ in
            let digits = String(UInt64.random(in: 0 ... .max), radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }
}
