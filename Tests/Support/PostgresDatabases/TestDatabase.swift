import Foundation
package import PostgresStore
package import SecretStorage

/// A database of one test, also for the processes of exit tests.
package struct TestDatabase: Sendable, Codable {
    package let folder: String
    package let port: UInt16
    package let name: String

    package static let key = SecretBytes([UInt8](repeating: 1, count: 32))
    package static let secondKey = SecretBytes([UInt8](repeating: 2, count: 32))

    /// The description as one word, for the arguments of another program.
    package var text: String {
        get throws { String(decoding: try JSONEncoder().encode(self), as: UTF8.self) }
    }

    /// Reads a description.
    package init(text: String) throws { self = try JSONDecoder().decode(Self.self, from: Data(text.utf8)) }

    package init(folder: String, port: UInt16, name: String) {
        (self.folder, self.port, self.name) = (folder, port, name)
    }

    /// A store with a connection through the socket; its time limit only ends a test that hangs.
    package func store(
        current: String = "a", keys: [String: SecretBytes] = ["a": key], retention: Duration? = nil,
        connections: Int = 4, timeout: Duration = .seconds(120), idleLimit: Duration = .seconds(60)
    ) throws -> PostgresStore {
        PostgresStore(
            server: PostgresServer(host: folder, port: port, database: name, user: "owner"),
            keys: try SealingKeyRing(current: current, keys: keys), retention: retention,
            maximumConnections: connections, timeout: timeout, idleLimit: idleLimit)
    }
}
