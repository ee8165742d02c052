import ByteEncodings
import LinuxSystemCalls
import OpenSSLCryptography
import SecretStorage
import Synchronization

/// The table of sealed secrets, over the connections of the callers.
///
/// A row is found by 128 bits of a keyed hash of its name. The random key of the hash is sealed in a table of its own,
/// so that it outlives the sealing keys, and the secrets.
final class SecretTable: Sendable {
    /// An opened row.
    struct Row: Sendable {
        let id: [UInt8]
        let version: Int64
        let keyID: String
        let name: SecretName
        let secret: SecretBytes
        /// The time since the row was written, by the clock of the server; `nil` for a row of a page, and if that clock
        /// was set back since the write.
        var age: Duration?
    }

    private let keys: SealingKeyRing
    private let retention: Duration?
    private let names = Mutex<MessageAuthenticator?>(nil)

    private static let idCount = 16
    private static let idOfNames = [UInt8](repeating: 0, count: idCount)
    private static let nameOfNames = SecretName(service: "auth0-streams name key", account: "")
    /// The ages in microseconds that a server may state: from a minute before the write, because clocks are corrected,
    /// to a hundred years.
    private static let ages: ClosedRange<Int64> = -60_000_000...3_155_760_000_000_000

    /// Creates the table.
    init(keys: SealingKeyRing, retention: Duration?) { (self.keys, self.retention) = (keys, retention) }

    /// Creates or migrates the table, and reads the key of the names, once per process.
    func prepare(_ connection: Connection) throws {
        guard names.withLock({ $0 == nil }) else { return }
        try Migrations.apply(connection)
        let key = try nameKey(connection).secret
        let authenticator = try SecretStoreError.cryptographic(MessageAuthenticator(key: key, hash: .sha256))
        names.withLock { $0 = authenticator }
    }

    /// Returns the row with the key of the names; the first process of a fleet creates it.
    private func nameKey(_ connection: Connection) throws -> Row {
        while true {
            let rows = try connection.execute(.nameKey)
            if rows.count > 0 { return try openedNameKey(rows) }
            guard try !connection.execute(.isKeyLost).isTrue(0, 0) else {
                let advice = "restore the table auth0_streams.name_key, or empty auth0_streams.secrets"
                throw SecretStoreError(.corrupt, detail: "the key of the names is missing: \(advice)")
            }
            let key = try SecretStoreError.cryptographic(SecretBytes(random: 32))
            let version = Self.newVersion()
            let sealed = try seal(key, Self.nameOfNames, id: Self.idOfNames, version)
            try connection.execute(.insertNameKey, .number(version), .text(keys.currentID), .bytes(sealed))
        }
    }

    /// Opens the row with the key of the names. It shows whether the sealing keys are those of the table.
    private func openedNameKey(_ rows: Rows) throws -> Row {
        do {
            let row = try opened(rows, 0, nil)
            if row.name == Self.nameOfNames { return row }
        } catch let error as SecretStoreError where error.code == .corrupt {}
        let keyID = String(decoding: rows.bytes(0, 2), as: UTF8.self).debugDescription
        throw SecretStoreError(
            .wrongKey,
            detail: "the sealing key \(keyID) does not open the key of the names: use the key that sealed the table,"
                + " or restore auth0_streams.name_key if it is damaged")
    }

    /// Returns the hash of a name; `nil` before the first connection.
    func knownID(of name: SecretName) throws -> [UInt8]? {
        guard let names = names.withLock({ $0 }) else { return nil }
        return try SecretStoreError.cryptographic(Array(names.code(for: name.bytes).prefix(Self.idCount)))
    }

    /// Returns the hash of a name, over a connection that was prepared.
    func id(of name: SecretName) throws -> [UInt8] {
        guard let id = try knownID(of: name) else { throw SecretStoreError(.failed, detail: "no connection yet") }
        return id
    }

    func read(_ name: SecretName, _ connection: Connection) throws -> Row? {
        try read(name, id: id(of: name), connection)
    }

    private func read(_ name: SecretName, id: [UInt8], _ connection: Connection) throws -> Row? {
        let rows = try connection.execute(.read, .bytes(id))
        guard rows.count > 0 else { return nil }
        var row = try opened(rows, 0, name)
        let age = min(rows.number(0, 4), Self.ages.upperBound)
        row.age = Self.ages.contains(age) ? .microseconds(max(0, age)) : nil
        guard row.name == name, row.id == id else { throw SecretStoreError(.corrupt, name: name) }
        return row
    }

    /// Writes a secret, replaces any other secret of the same name, and returns its version.
    func write(_ secret: SecretBytes, _ name: SecretName, id: [UInt8], _ connection: Connection) throws -> Int64 {
        let version = Self.newVersion()
        let rows = try connection.execute(
            .write, .bytes(id), .number(version), .text(keys.currentID),
            .bytes(try seal(secret, name, id: id, version)),
            expiry)
        guard rows.changed == 1 else {
            throw SecretStoreError(.unsupportedVersion, name: name, detail: "a later version wrote the secret")
        }
        return version
    }

    /// Reads a secret; if none of its name exists, writes the given one, whose `age` is its time in another store.
    func stored(
        _ name: SecretName, or secret: SecretBytes, age: Duration = .zero, _ connection: Connection
    ) throws -> SecretBytes {
        let id = try id(of: name)
        while true {
            if let row = try read(name, id: id, connection) { return row.secret }
            let version = Self.newVersion()
            let inserted = try connection.execute(
                .insert, .bytes(id), .number(version), .text(keys.currentID),
                .bytes(try seal(secret, name, id: id, version)), expiry,
                .number(Int64(min(age / .microseconds(1), Double(Self.ages.upperBound)))))
            if inserted.changed == 1 { return secret }
        }
    }

    /// Seals a new state of a secret for ``replace(_:by:_:)``, which may run more than once.
    func replacement(of row: Row, by secret: SecretBytes) throws -> (sealed: [UInt8], version: Int64) {
        let version = Self.newVersion()
        return (try seal(secret, row.name, id: row.id, version), version)
    }

    /// Writes the new state of a secret if the table still has the old state.
    func replace(
        _ row: Row, by new: (sealed: [UInt8], version: Int64), _ connection: Connection
    ) throws -> Bool {
        try connection.execute(
            .replace, .bytes(row.id), .number(new.version), .text(keys.currentID), .bytes(new.sealed), expiry,
            .number(row.version)
        ).changed == 1
    }

    /// Removes a secret.
    func remove(_ id: [UInt8], _ connection: Connection) throws -> Bool {
        try connection.execute(.remove, .bytes(id)).changed == 1
    }

    /// Removes a secret if the table still has the state that was read.
    func remove(_ row: Row, _ connection: Connection) throws -> Bool {
        try connection.execute(.removeVersion, .bytes(row.id), .number(row.version)).changed == 1
    }

    /// Removes expired rows.
    func removeExpired(_ limit: Int, _ connection: Connection) throws -> Int {
        try connection.execute(.removeExpired, .number(Int64(limit))).changed
    }

    /// Reads the rows after an ID with a closure, and returns the ID for the next page, `nil` at the end.
    func page<Value>(
        after id: [UInt8], limit: Int, _ read: (Rows, Int) -> Value, _ connection: Connection
    ) throws -> (values: [Value], last: [UInt8]?) {
        let rows = try connection.execute(.page, .bytes(id), .number(Int64(limit)))
        return ((0..<rows.count).map { read(rows, $0) }, rows.count > 0 ? rows.bytes(rows.count - 1, 0) : nil)
    }

    /// Seals a row with the current key unless it is sealed with it; the version stays, because the secret is the same.
    func reseal(_ row: Row, _ connection: Connection) throws -> Bool {
        guard row.keyID != keys.currentID else { return false }
        let sealed = try seal(row.secret, row.name, id: row.id, row.version)
        return try connection.execute(
            .reseal, .bytes(row.id), .number(row.version), .text(keys.currentID), .bytes(sealed)
        ).changed == 1
    }

    /// Seals the key of the names with the current key unless it is sealed with it.
    func resealNameKey(_ connection: Connection) throws -> Bool {
        let row = try nameKey(connection)
        guard row.keyID != keys.currentID else { return false }
        let sealed = try seal(row.secret, row.name, id: row.id, row.version)
        return try connection.execute(
            .resealNameKey, .number(row.version), .text(keys.currentID), .bytes(sealed)
        ).changed == 1
    }

    private var expiry: Value {
        retention.map { .number(Int64($0.wholeNanoseconds / 1_000)) } ?? .null
    }

    /// Returns a random version, so that a secret that was removed and stored again has another version.
    private static func newVersion() -> Int64 { Int64.random(in: 1...Int64.max) }

    private func seal(_ secret: SecretBytes, _ name: SecretName, id: [UInt8], _ version: Int64) throws -> [UInt8] {
        try SealedRecord.checkSize(secret, name)
        let record = SealedRecord(id: id, master: keys.current)
        return try SecretStoreError.cryptographic(
            record.seal(secret, as: name, generation: UInt64(bitPattern: version)))
    }

    /// Opens a row; the name is for errors.
    func opened(_ rows: Rows, _ row: Int, _ name: SecretName?) throws -> Row {
        let (id, version, sealed) = (rows.bytes(row, 0), rows.number(row, 1), rows.bytes(row, 3))
        let keyID = String(decoding: rows.bytes(row, 2), as: UTF8.self)
        guard !SealedRecord.isOfLaterVersion(sealed) else {
            throw SecretStoreError(.unsupportedVersion, name: name, detail: "a later version wrote the secret")
        }
        guard let key = keys.keys[keyID] else {
            throw SecretStoreError(.failed, name: name, detail: "the ring has no key \(keyID.debugDescription)")
        }
        guard let opened = SealedRecord(id: id, master: key).open(sealed),
            opened.generation == UInt64(bitPattern: version)
        else { throw SecretStoreError(.corrupt, name: name) }
        return Row(id: id, version: version, keyID: keyID, name: opened.name, secret: opened.secret)
    }

    /// Inspects a row of a page.
    func inspect(_ rows: Rows, _ row: Int) -> InspectedSecret {
        var (name, state) = (SecretName?.none, InspectedSecret.State.intact)
        do {
            name = try opened(rows, row, nil).name
            if rows.isTrue(row, 5) { state = .expired }
        } catch let error as SecretStoreError where error.code == .unsupportedVersion {
            state = .laterVersion
        } catch let error as SecretStoreError where error.code == .failed {
            state = .keyMissing
        } catch { state = .damaged }
        return InspectedSecret(
            place: Hex.encode(rows.bytes(row, 0)), name: name, size: rows.bytes(row, 3).count,
            modified: Int(clamping: rows.number(row, 4)), state: state)
    }
}
