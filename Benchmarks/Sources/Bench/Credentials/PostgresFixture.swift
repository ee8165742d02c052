import Foundation
import Harness
import LocalServer
import PostgresStore
import SecretStorage

/// A table of grants of 1 KB in a database.
final class PostgresFixture: Sendable {
    /// The number of rows.
    enum Size: String {
        case thousand, million

        /// The secrets that are read; the other rows only fill the table.
        var secrets: Int { self == .thousand ? 1_000 : 10_000 }
    }

    let store: PostgresStore
    private let (folder, size): (String, Size)
    private let names: [SecretName]

    /// Creates the database, unless an earlier process of this run has.
    init(_ size: Size) throws {
        (folder, self.size) = (try Server.postgres(), size)
        let psql = Psql(folder: folder)
        let isNew = psql.succeeds("CREATE DATABASE \(size.rawValue)", in: "postgres")
        store = try Self.store(folder, size)
        names = (0..<size.secrets).map { SecretName(service: "bench", account: "user \($0)") }
        guard isNew else { return }
        let secret = SecretBytes([UInt8](repeating: UInt8(ascii: "x"), count: 900))
        for name in names { try store.setSecret(secret, named: name) }
        if size == .million {
            try psql.run(
                """
                ALTER TABLE auth0_streams.secrets DISABLE TRIGGER ALL;
                INSERT INTO auth0_streams.secrets (id, version, key_id, sealed)
                    SELECT decode(md5(n::text), 'hex'), 1, 'a', decode(repeat(md5(n::text), 60), 'hex')
                    FROM generate_series(1, \(1_000_000 - size.secrets)) n;
                ALTER TABLE auth0_streams.secrets ENABLE TRIGGER ALL
                """, in: size.rawValue)
        }
        try psql.run("VACUUM ANALYZE", in: size.rawValue)
    }

    private static func store(_ folder: String, _ size: Size) throws -> PostgresStore {
        PostgresStore(
            server: PostgresServer(host: folder, database: size.rawValue, user: "owner"),
            keys: try SealingKeyRing(current: "a", keys: ["a": SecretBytes([UInt8](repeating: 1, count: 32))]))
    }

    /// Returns the store of another host, with connections of its own.
    ///
    /// - Throws: The error of the sealing key.
    func newStore() throws -> PostgresStore { try Self.store(folder, size) }

    /// Reads a number of secrets one after the other, in an order that is none of the table.
    func read(_ count: Int) throws {
        for number in 0..<count {
            guard let secret = try store.secret(named: names[number &* 7_919 % names.count]) else {
                throw Failed("a secret is missing")
            }
            blackHole(secret)
        }
    }
}

/// The client program of PostgreSQL.
private struct Psql {
    let folder: String

    func succeeds(_ text: String, in database: String) -> Bool { (try? run(text, in: database)) != nil }

    func run(_ text: String, in database: String) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/psql")
        process.arguments = [
            "-XAtq", "-v", "ON_ERROR_STOP=1", "-h", folder, "-U", "owner", "-d", database, "-c", text,
        ]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Skipped("psql failed") }
    }
}
