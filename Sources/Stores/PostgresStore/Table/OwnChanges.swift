import SecretStorage

/// Changes of the table by this process, recorded before the server announces them.
struct OwnChanges: Sendable {
    let table: SecretTable
    let tracker: ChangeTracker

    /// Writes a secret and replaces any other secret of the same name.
    func write(_ secret: SecretBytes, _ name: SecretName, _ connection: Connection) throws {
        let id = try table.id(of: name)
        let previous = tracker.announced(id)
        tracker.noteOwn(id, version: try table.write(secret, name, id: id, connection), after: previous)
    }

    /// Writes the new state of a secret if the table still has the old state.
    func replace(
        _ row: SecretTable.Row, by new: (sealed: [UInt8], version: Int64), _ connection: Connection
    ) throws -> Bool {
        let previous = tracker.announced(row.id)
        guard try table.replace(row, by: new, connection) else { return false }
        tracker.noteOwn(row.id, version: new.version, after: previous)
        return true
    }

    /// Removes a secret.
    func remove(_ name: SecretName, _ connection: Connection) throws -> Bool {
        let id = try table.id(of: name)
        let previous = tracker.announced(id)
        let wasThere = try table.remove(id, connection)
        tracker.noteOwn(id, version: 0, after: previous)
        return wasThere
    }

    /// Removes a secret if the table still has the state that was read.
    func remove(_ row: SecretTable.Row, _ connection: Connection) throws -> Bool {
        let previous = tracker.announced(row.id)
        guard try table.remove(row, connection) else { return false }
        tracker.noteOwn(row.id, version: 0, after: previous)
        return true
    }
}
