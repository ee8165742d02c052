import OpenSSLCryptography
import Synchronization

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
struct Generations {
    /// The number of the latest write to the folder.
    private(set) var latest: UInt64 = 0
    /// The length of the file up to its last whole entry; `nil` when the file has to be written anew.
    private(set) var end: Int?
    private var ofRecords: [[UInt8]: UInt64] = [:]
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
    private static let changeCount = 41
    private static let codeCount = 16

    /// Creates the numbers of a folder without secrets.
    init() {}

    /// Opens the file of the numbers; `nil` when its table is damaged.
    ///
    /// - Parameters:
    ///   - file: The contents of the file; those of the first version are only a sealed table.
    ///   - master: The first key of the folder.
    init?(_ file: [UInt8], master: SecretBytes) {
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
    static func isOfLaterVersion(_ file: [UInt8]) -> Bool {
        let isLater = file.starts(with: format) && file.count > format.count && file[format.count] > version
        return isLater || SealedRecord.isOfLaterVersion(file)
    }

    private mutating func read(table: [UInt8], _ master: SecretBytes) -> Bool {
        guard let opened = Self.record(master).open(table), opened.name == Self.name,
            opened.secret.count.isMultiple(of: Self.rowCount)
        else { return false }
        latest = opened.generation
        opened.secret.withUnsafeBytes { bytes in
            for start in stride(from: 0, to: bytes.count, by: Self.rowCount) {
                let row = bytes[start..<(start + Self.rowCount)]
                ofRecords[Array(row.prefix(32))] = BigEndian.value(row.dropFirst(32))
            }
        }
        code = Array(table.suffix(Self.codeCount))
        return true
    }

    private mutating func read(entries file: [UInt8], from start: Int, _ master: SecretBytes) {
        end = start
        guard file.count > start, let codes = try? Self.codes(master) else { return }
        var start = start
        while file.count - start >= Self.changeCount + Self.codeCount {
            let entry = Array(file[start...].prefix(Self.changeCount))
            let stored = Array(file[(start + Self.changeCount)...].prefix(Self.codeCount))
            guard let next = try? codes.code(for: code + entry).prefix(Self.codeCount),
                ConstantTime.areEqual(Array(next), stored)
            else { return }
            apply(
                Change(
                    isRemoval: entry[0] == 1, id: Array(entry[1...32]), generation: BigEndian.value(entry.dropFirst(33))
                ))
            code = stored
            entryCount += 1
            start += Self.changeCount + Self.codeCount
            end = start
        }
    }

    private mutating func apply(_ change: Change) {
        latest = max(latest, change.generation)
        ofRecords[change.id] = change.isRemoval ? nil : change.generation
    }

    /// The bytes to append at ``end`` for the changes since the file was read.
    ///
    /// - Parameter master: The first key of the folder.
    /// - Returns: The entries; `nil` when the file has to be written anew, because it is of the first version, or has
    ///   many entries that later ones replace.
    /// - Throws: `CryptographyError`.
    func entries(master: SecretBytes) throws(CryptographyError) -> [UInt8]? {
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
    func sealed(master: SecretBytes) throws(CryptographyError) -> [UInt8]? {
        var rows: [UInt8] = []
        rows.reserveCapacity(ofRecords.count * Self.rowCount)
        for (id, generation) in ofRecords { rows += id + BigEndian.bytes(generation) }
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
    func isCurrent(_ generation: UInt64, of id: [UInt8]) -> Bool {
        if let known = ofRecords[id] { generation >= known } else { generation > latest }
    }

    /// Whether a record has a number here.
    ///
    /// - Parameter id: The record.
    /// - Returns: Whether its latest write came to its end.
    func hasNumber(of id: [UInt8]) -> Bool { ofRecords[id] != nil }

    /// Counts a write.
    ///
    /// - Parameters:
    ///   - generation: The number that the written file has.
    ///   - id: The record.
    mutating func note(_ generation: UInt64, of id: [UInt8]) {
        record(Change(isRemoval: false, id: id, generation: generation))
    }

    /// Counts a removal.
    ///
    /// - Parameters:
    ///   - id: The record.
    ///   - generation: The number of the removed file, 0 when it is unknown.
    mutating func noteRemoval(of id: [UInt8], generation: UInt64) {
        record(Change(isRemoval: true, id: id, generation: max(latest, generation) + 1))
    }

    /// Makes the largest number greater than any that a process may have seen: numbers that were rebuilt do not know those
    /// of removals.
    mutating func leapAhead() { latest += 1 << 32 }

    private mutating func record(_ change: Change) {
        apply(change)
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

extension Generations {
    /// The largest numbers that this process has seen, by the check value of the folder's key.
    private static let seen = Mutex<[[UInt8]: UInt64]>([:])

    /// Returns the largest number that this process has seen in a folder. A caller reads it before the file, because
    /// other threads may see a later file in between.
    ///
    /// - Parameter folder: The check value of the folder's key.
    /// - Returns: The number, 0 for an unknown folder.
    static func latestSeen(in folder: [UInt8]) -> UInt64 { seen.withLock { $0[folder, default: 0] } }

    /// Remembers the number of a folder for the lifetime of this process.
    ///
    /// - Parameters:
    ///   - latest: The number.
    ///   - folder: The check value of the folder's key.
    static func see(_ latest: UInt64, in folder: [UInt8]) {
        seen.withLock { $0[folder] = max($0[folder, default: 0], latest) }
    }
}
