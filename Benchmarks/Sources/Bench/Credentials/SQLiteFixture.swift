import CSQLite
import Foundation
import Harness

/// A table of secrets of many users in SQLite, of 2 KB each: what a program would use in place of a `FileStore`.
///
/// Unlike the files, the secrets are not sealed, and their names are numbers.
final class SQLiteFixture: @unchecked Sendable {  // a benchmark calls it from one task at a time
    private let folder: URL
    private let database: OpaquePointer
    private var secret = [UInt8](repeating: UInt8(ascii: "x"), count: 2_000)

    /// Creates the database.
    ///
    /// - Parameter users: The number of users. 1,000 of them have secrets that are read.
    /// - Throws: `Skipped` without the library of SQLite.
    init(users: Int) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "auth0-bench-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        guard let database = bench_sqlite_open(folder.appending(path: "secrets.db").path) else {
            try? FileManager.default.removeItem(at: folder)
            throw Skipped("SQLite is missing: apt-get install libsqlite3-0")
        }
        self.database = database
        guard bench_sqlite_run(database, "BEGIN") == 1 else { throw Failed("SQLite fails") }
        for number in 0..<users { try write(user: number) }
        guard bench_sqlite_run(database, "COMMIT") == 1 else { throw Failed("SQLite fails") }
    }

    deinit {
        bench_sqlite_close(database)
        try? FileManager.default.removeItem(at: folder)
    }

    /// Reads a number of secrets one after the other, in the order of the files.
    func read(_ count: Int) throws {
        for number in 0..<count {
            let (user, size) = (Int64(number &* 7_919 % 1_000), secret.count)
            guard bench_sqlite_read(database, user, &secret, size) == size else { throw Failed("a secret is missing") }
        }
    }

    /// Writes a number of secrets one after the other, each in a transaction of its own.
    func write(_ count: Int) throws { for number in 0..<count { try write(user: number &* 7_919 % 1_000) } }

    private func write(user: Int) throws {
        guard bench_sqlite_write(database, Int64(user), secret, secret.count) == 1 else {
            throw Failed("SQLite fails")
        }
    }
}
