import LinuxSystemCalls
package import OpenSSLCryptography
package import SecretStorage

extension PostgresStore: ExaminedStore {
    /// Lists the rows of the table; blocks, and creates no table.
    package func inspect() throws -> [InspectedSecret]? {
        guard try exists() else { return nil }
        var found: [InspectedSecret] = []
        try forEachPage(of: 100, reading: { [table] in table.inspect($0, $1) }) { found += $0 }
        return found
    }

    /// Whether another store has the same table; blocks, and creates no table.
    package func isSame(as other: any ExaminedStore) throws -> Bool {
        guard let other = other as? PostgresStore, try exists(), try other.exists() else { return false }
        // The lock of a name that no secret has: another database has a separate lock.
        let name = SecretName(service: "auth0-streams same table", account: "\(UInt64.random(in: 0 ... .max))")
        let lock = try renewalLock(of: name, until: .now + .seconds(10))
        defer { withExtendedLifetime(lock) {} }
        do {
            _ = try other.renewalLock(of: name, until: .now)
            return false
        } catch let error as SecretStoreError where error.code == .lockTimeout { return true }
    }

    package func insert(_ secret: SecretBytes, named name: SecretName, age: Duration) throws {
        _ = try pool.run(isRepeatable: true) { [table] in try table.stored(name, or: secret, age: age, $0) }
    }

    /// Whether the database has the table; blocks, and neither creates nor migrates it.
    ///
    /// For a table of an earlier version the error is ``SecretStorage/SecretStoreError/Code/failed``.
    package func exists() throws -> Bool {
        let connection = try connector.connect(for: .calls, until: .now + timeout, interrupt: nil)
        return try Migrations.areApplied(connection)
    }

    /// Reseals with the current key all secrets that are sealed with another key; blocks. Returns their number, with
    /// the key of the names, and the number of rows that the keys of the ring do not open.
    package func resealAll(batchSize: Int) throws -> (sealed: Int, unreadable: Int) {
        var sealed = try pool.run(isRepeatable: true) { [table] in try table.resealNameKey($0) ? 1 : 0 }
        var unreadable = 0
        try forEachPage(of: max(1, batchSize), reading: { [table] in try? table.opened($0, $1, nil) }) { rows in
            unreadable += rows.count { $0 == nil }
            sealed += try pool.run(isRepeatable: true) { [table] connection in
                try rows.reduce(0) { count, row in
                    if let row, try table.reseal(row, connection) { count + 1 } else { count }
                }
            }
        }
        return (sealed, unreadable)
    }
}
