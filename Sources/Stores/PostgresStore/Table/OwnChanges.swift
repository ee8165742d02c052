import SecretStorage

/// Changes of the table by this process, recorded before the server announces them.
struct OwnChanges: Sendable {
    let table: SecretTable
    let tracker: ChangeTracker

    /// Writes a secret and replaces any other secret of the same name.
    func write(_ secret: SecretBytes, _ name: SecretName, _ connection: Connection) throws {
        let id = try table.id(of: name)
        try record(id) { ((), try table.write(secret, name, id: id, connection)) }
    }

    /// Writes the new state of a secret if the table still has the old state.
    func replace(
        _ row: SecretTable.Row, by new: (sealed: [UInt8], version: Int64), _ connection: Connection
    ) throws -> Bool {
        try record(row.id) { try table.replace(row, by: new, connection) ? (true, new.version) : (false, nil) }
    }

    /// Removes a secret.
    func remove(_ name: SecretName, _ connection: Connection) throws -> Bool {
        let id = try table.id(of: name)
        return try record(id) { (try table.remove(id, connection), 0) }
    }

    /// Removes a secret if the table still has the state that was read.
    func remove(_ row: SecretTable.Row, _ connection: Connection) throws -> Bool {
        try record(row.id) { try table.remove(row, connection) ? (true, 0) : (false, nil) }
    }

    /// Makes a change, and records the version to which it led, if it had an effect; 0 is the version of a removal.
    private func record<Result>(_ id: [UInt8], _ change: () throws -> (Result, version: Int64?)) rethrows -> Result {
        let previous = tracker.announced(id)
        let (result, version) = try change()
        if let version { tracker.noteOwn(id, version: version, after: previous) }
        return result
    }
}
