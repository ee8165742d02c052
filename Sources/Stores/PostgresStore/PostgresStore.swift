import LinuxSystemCalls
import OpenSSLCryptography
public import SecretStorage
import Synchronization

/// A store of secrets in a PostgreSQL database, for the servers of a fleet.
///
/// Secrets are sealed with AES-256-GCM before they leave the process, and rows are named by a keyed hash, so the
/// database and its backups show neither. Changed, exchanged and cut rows are detected; a database administrator can
/// still remove a row or restore an older state of it.
///
/// The first use creates the schema `auth0_streams`, or migrates it. A user without that permission needs `USAGE` on an
/// existing schema, and `SELECT`, `INSERT`, `UPDATE` and `DELETE` on its tables. The locks and announcements need a
/// dedicated session: connect to the server, because a pooler that shares sessions between transactions is an error.
///
/// A call waits for a connection and a response until the time limit, and reconnects after a restart of the server. A
/// store that was never connected waits at most a second for an unreachable server. The call throws
/// ``SecretStorage/SecretStoreError/Code/unavailable`` after that time, and
/// ``SecretStorage/SecretStoreError/Code/failed`` if the server refuses it. If the connection is lost between a write
/// and its response, the write may have happened.
///
/// The functions without `async` block, for at most the time limit. In a forked child, a store of its parent throws
/// ``SecretStorage/SecretStoreError/Code/unavailable``: the child must create a new store.
public final class PostgresStore: SecretStore {
    let pool: ConnectionPool
    let table: SecretTable
    let session: Session
    let changes: OwnChanges
    let timeout: Duration
    /// The connector to the server, for connections that create no table.
    let connector: Connector

    /// Creates a store; it connects at its first use.
    ///
    /// - Parameters:
    ///   - server: The server.
    ///   - keys: The sealing keys.
    ///   - retention: The time after its last write when a secret expires, so that ``removeExpired(limit:)`` removes
    ///   it; `nil`, the default, means never. Choose more than the lifetime of an unused refresh token.
    ///   - maximumConnections: The maximum number of connections for calls, 4 by default; locks and announcements need
    ///     one more.
    ///   - timeout: The time limit of a call, 10 seconds by default.
    ///   - idleLimit: The time after which a connection that no call has used is closed, 60 seconds by default; earlier
    ///     when three quarters of the server's connections are taken. The connection for locks and announcements stays
    ///     open.
    public init(
        server: PostgresServer, keys: SealingKeyRing, retention: Duration? = nil, maximumConnections: Int = 4,
        timeout: Duration = .seconds(10), idleLimit: Duration = .seconds(60)
    ) {
        let table = SecretTable(keys: keys, retention: retention)
        let prepare = { @Sendable (connection: Connection) in
            try connection.makeDurable()
            try table.prepare(connection)
        }
        let connector = Connector(to: server, timeout: timeout)
        (self.table, self.timeout, self.connector) = (table, timeout, connector)
        pool = ConnectionPool(
            maximum: maximumConnections, timeout: timeout, idleLimit: idleLimit, connector: connector, prepare: prepare)
        let observers = ChangeObservers { try? table.knownID(of: $0) }
        session = Session(timeout: timeout, observers: observers, connector: connector, prepare: prepare)
        changes = OwnChanges(table: table, tracker: session.tracker)
    }

    deinit {
        pool.close()
        session.close()
    }

    /// All processes and machines that use the same table.
    public var sharing: SecretSharing { SecretSharing(of: self) }

    /// Returns a secret; blocks. See ``SecretStorage/SecretStore``, whose parameters are the same.
    ///
    /// - Throws: ``SecretStorage/SecretStoreError``, such as ``SecretStorage/SecretStoreError/Code/corrupt`` for a
    ///   damaged row.
    public func secret(named name: SecretName) throws -> SecretBytes? {
        try wrappedSecret(name) { try pool.run(isRepeatable: true) { [table] in try table.read(name, $0)?.secret } }
    }

    /// Stores a secret, and replaces one of the same name, also a damaged one; blocks. See
    /// ``SecretStorage/SecretStore``, whose parameters are the same.
    ///
    /// - Throws: ``SecretStorage/SecretStoreError``; after ``SecretStorage/SecretStoreError/Code/unavailable`` the
    ///   secret may have been stored.
    public func setSecret(_ secret: SecretBytes, named name: SecretName) throws {
        try setWrapped(secret, name) {
            try pool.run(isRepeatable: false) { [changes] in try changes.write(secret, name, $0) }
        }
    }

    /// Returns the secret of a name, and stores one first if there is none; blocks. See
    /// ``SecretStorage/SecretStore``, whose parameters are the same.
    ///
    /// - Throws: ``SecretStorage/SecretStoreError``.
    public func secret(named name: SecretName, orStore secret: SecretBytes) throws -> SecretBytes {
        try pool.run(isRepeatable: true) { [table] in try table.stored(name, or: secret, $0) }
    }

    /// Removes a secret; blocks. See ``SecretStorage/SecretStore``, whose parameters are the same.
    ///
    /// - Throws: ``SecretStorage/SecretStoreError``; after ``SecretStorage/SecretStoreError/Code/unavailable`` the
    ///   secret may have been removed.
    @discardableResult
    public func removeSecret(named name: SecretName) throws -> Bool {
        try removeWrapped(name) { try pool.run(isRepeatable: false) { [changes] in try changes.remove(name, $0) } }
    }

    /// Returns the accounts of a service that have a secret; blocks. See
    /// ``SecretStorage/SecretStore``, whose parameters are the same.
    ///
    /// - Throws: ``SecretStorage/SecretStoreError``.
    /// - Complexity: Reads and opens every row of the table, because names are sealed.
    public func accounts(ofService service: String) throws -> [String] {
        var accounts: [String] = []
        try forEachPage(of: 500, reading: { [table] in try? table.opened($0, $1, nil).name }) {
            accounts += $0.lazy.compactMap(\.self).accounts(of: service)
        }
        return accounts.sortedByBytes
    }

    /// Reads the rows of the table in pages, and calls a closure with the values of each page.
    func forEachPage<Value: Sendable>(
        of limit: Int, reading read: @escaping @Sendable (Rows, Int) -> Value, _ body: ([Value]) throws -> Void
    ) throws {
        var id: [UInt8]? = []
        while let start = id {
            let page = try pool.run(isRepeatable: true) { [table] in
                try table.page(after: start, limit: limit, read, $0)
            }
            try body(page.values)
            id = page.last
        }
    }
}
