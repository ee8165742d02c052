package import OpenSSLCryptography

/// The numbers of the latest writes: the largest one of the folder, and one for each secret that is stored.
///
/// A file that is older than the number of its record was put back, for example from a backup. So was the file of a
/// secret that was removed: it has no number here, and its own is not greater than the largest one. A greater number
/// belongs to a write that did not come to its end, or that ended after these numbers were read.
///
/// The file is `auth0gen`, a version, the length of a sealed table, the table, and one entry for each change since. The
/// entry of a write is appended without a wait for the disk: the secret was written with one, and a lost entry makes its
/// file only newer than its number. The entry of a removal is waited for. Each entry authenticates the one before it and the table, so none can be exchanged. Whatever
/// follows the last whole entry is the rest of an interrupted change and is ignored.
package struct Generations {
    /// The number of the latest write to the folder.
    package private(set) var latest: UInt64 = 0
    /// The length of the file up to its last whole entry; `nil` when the file has to be written anew.
    package private(set) var end: Int?
    private var ofRecords: [RecordKey: UInt64] = [:]
    private var code: [UInt8] = []
    private var entryCount = 0
    private var changes: [Change] = []

    private struct Change {
        let isRemoval: Bool
        let id: [UInt8]
        let generation: UInt64

        var bytes: [UInt8] { [isRemoval ? 1 : 0] + id + BigEndian.bytes(generation) }
    }

    /// The maximum length of the file, in bytes: enough for 400,000 secrets.
    static let mostFileBytes = 33_554_432
    private static let mostTableBytes = 16_777_216
    private static let name = SecretName(service: "generations", account: "")
    private static let format = Array("auth0gen".utf8)
    private static let version: UInt8 = 1
    private static let headerCount = format.count + 9
    private static let rowCount = 40
    private static let idCount = 32
    private static let changeCount = 1 + idCount + 8
    private static let codeCount = 16
    private static let entryBytes = changeCount + codeCount

    /// Creates the numbers of a folder without secrets.
    package init() {}

    /// Opens the file of the numbers; `nil` when its table is damaged.
    ///
    /// - Parameters:
    ///   - file: The contents of the file; those of the first version are only a sealed table.
    ///   - master: The first key of the folder.
    package init?(_ file: [UInt8], master: SecretBytes) {
        guard file.starts(with: Self.format) else {
            guard read(table: file, master) else { return nil }
            return
        }
        let count = Int(clamping: BigEndian.value(file.dropFirst(Self.format.count + 1).prefix(8)))
        guard file.count >= Self.headerCount, file[Self.format.count] == Self.version,
            count <= file.count - Self.headerCount,
            read(table: Array(file[Self.headerCount...].prefix(count)), master)
        else { return nil }
        read(entries: file, from: Self.headerCount + count, master)
    }

    /// Whether a later version of this program wrote a file.
    ///
    /// - Parameter file: The contents of the file.
    /// - Returns: Whether it has this format, or the one of its first version, with a later version.
    package static func isOfLaterVersion(_ file: [UInt8]) -> Bool {
        let isLater = file.starts(with: format) && file.count > format.count && file[format.count] > version
        return isLater || SealedRecord.isOfLaterVersion(file)
    }

    private mutating func read(table: [UInt8], _ master: SecretBytes) -> Bool {
        guard let opened = Self.record(master).open(table), opened.name == Self.name,
            opened.secret.count.isMultiple(of: Self.rowCount)
        else { return false }
        latest = opened.generation
        ofRecords.reserveCapacity(opened.secret.count / Self.rowCount)
        opened.secret.withUnsafeBytes { bytes in
            for start in stride(from: 0, to: bytes.count, by: Self.rowCount) {
                let row = bytes[start..<(start + Self.rowCount)]
                ofRecords[RecordKey(row.prefix(Self.idCount))] = BigEndian.value(row.dropFirst(Self.idCount))
            }
        }
        code = Array(table.suffix(Self.codeCount))
        return true
    }

    /// Reads the entries after those that are read already.
    ///
    /// - Parameters:
    ///   - file: The contents of the file.
    ///   - start: The end of what is read already.
    ///   - master: The first key of the folder.
    mutating func read(entries file: [UInt8], from start: Int, _ master: SecretBytes) {
        end = start
        guard file.count - start >= Self.entryBytes, let codes = try? Self.codes(master) else { return }
        var start = start
        file.withUnsafeBufferPointer { file in
            while file.count - start >= Self.entryBytes {
                let change = file[start..<(start + Self.changeCount)]
                let stored = file[change.endIndex..<(start + Self.entryBytes)]
                // The code before the entry ends where it begins, so that the two are one message.
                let message = file[(start - Self.codeCount)..<change.endIndex]
                guard
                    codes.isValid(
                        truncated: UnsafeBufferPointer(rebasing: stored), for: UnsafeBufferPointer(rebasing: message))
                else { return }
                apply(
                    isRemoval: change[start] == 1, RecordKey(change.dropFirst().prefix(Self.idCount)),
                    BigEndian.value(change.dropFirst(1 + Self.idCount)))
                entryCount += 1
                start += Self.entryBytes
            }
        }
        end = start
        code = Array(file[(start - Self.codeCount)..<start])
    }

    private mutating func apply(isRemoval: Bool, _ id: RecordKey, _ generation: UInt64) {
        latest = max(latest, generation)
        ofRecords[id] = isRemoval ? nil : generation
    }

    /// The bytes to append at ``end`` for the changes since the file was read.
    ///
    /// - Parameter master: The first key of the folder.
    /// - Returns: The entries; `nil` when the file has to be written anew, because it is of the first version, or has
    ///   many entries that later ones replace.
    /// - Throws: `CryptographyError`.
    package func entries(master: SecretBytes) throws(CryptographyError) -> [UInt8]? {
        guard end != nil, entryCount + changes.count <= 128 + ofRecords.count / 4 else { return nil }
        let codes = try Self.codes(master)
        var (entries, code) = ([UInt8](), code)
        for change in changes {
            code = Array(try codes.code(for: code + change.bytes).prefix(Self.codeCount))
            entries += change.bytes + code
        }
        return entries
    }

    /// Returns the whole contents of the file, without entries.
    ///
    /// - Parameter master: The first key of the folder.
    /// - Returns: The header and the sealed table; `nil` for more secrets than the file has room for.
    /// - Throws: `CryptographyError`.
    package func sealed(master: SecretBytes) throws(CryptographyError) -> [UInt8]? {
        var rows: [UInt8] = []
        rows.reserveCapacity(ofRecords.count * Self.rowCount)
        for (id, generation) in ofRecords { rows += id.bytes + BigEndian.bytes(generation) }
        let table = try Self.record(master).seal(SecretBytes(rows), as: Self.name, generation: latest)
        guard table.count <= Self.mostTableBytes else { return nil }
        return Self.format + [Self.version] + BigEndian.bytes(UInt64(table.count)) + table
    }

    /// Whether there is room for the number of one more secret.
    var hasRoom: Bool { (ofRecords.count + 2) * Self.rowCount <= Self.mostTableBytes - 1_024 }

    /// Whether a file is the latest one of its record, or a later one.
    ///
    /// - Parameters:
    ///   - generation: The number of the file.
    ///   - id: The record.
    /// - Returns: `false` for a file that was put back.
    package func isCurrent(_ generation: UInt64, of id: [UInt8]) -> Bool {
        if let known = ofRecords[RecordKey(id)] { generation >= known } else { generation > latest }
    }

    /// Whether a record has a number here.
    ///
    /// - Parameter id: The record.
    /// - Returns: Whether its latest write came to its end.
    package func hasNumber(of id: [UInt8]) -> Bool { ofRecords[RecordKey(id)] != nil }

    /// Counts a write.
    ///
    /// - Parameters:
    ///   - generation: The number that the written file has.
    ///   - id: The record.
    package mutating func note(_ generation: UInt64, of id: [UInt8]) {
        record(Change(isRemoval: false, id: id, generation: generation))
    }

    /// Counts a removal.
    ///
    /// - Parameters:
    ///   - id: The record.
    ///   - generation: The number of the removed file, 0 when it is unknown.
    package mutating func noteRemoval(of id: [UInt8], generation: UInt64) {
        record(Change(isRemoval: true, id: id, generation: max(latest, generation) + 1))
    }

    /// Makes the largest number greater than any that a process may have seen: numbers that were rebuilt do not know those
    /// of removals.
    mutating func leapAhead() { latest += 1 << 32 }

    private mutating func record(_ change: Change) {
        apply(isRemoval: change.isRemoval, RecordKey(change.id), change.generation)
        changes.append(change)
    }

    /// No secret has this ID, which is the result of a hash function for all of them.
    private static func record(_ master: SecretBytes) -> SealedRecord {
        SealedRecord(id: [UInt8](repeating: 0, count: 32), master: master)
    }

    private static func codes(_ master: SecretBytes) throws(CryptographyError) -> MessageAuthenticator {
        let key = try master.derived(32, salt: [], purpose: Array("auth0-streams numbers of writes".utf8))
        return try MessageAuthenticator(key: key, hash: .sha256)
    }
}

/// The ID of a record as the key of a dictionary, which needs no memory of its own.
private struct RecordKey: Hashable {
    private var words = SIMD4<UInt64>()

    /// Creates a key.
    ///
    /// - Parameter id: The ID, of 32 bytes.
    init(_ id: some Collection<UInt8>) {
        withUnsafeMutableBytes(of: &words) { $0.copyBytes(from: id.prefix($0.count)) }
    }

    var bytes: [UInt8] { withUnsafeBytes(of: words) { Array($0) } }
}
