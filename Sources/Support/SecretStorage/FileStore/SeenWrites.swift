import OpenSSLCryptography
import Synchronization

/// The number of a write: a lineage, which begins with a new file, and a count that each replacing write raises.
///
/// Files of 0.1.0 have only a count, and lineage 0.
struct WriteNumber: Equatable {
    /// The random number of a login and of the writes that replaced it.
    let lineage: UInt32
    private let count: UInt32

    /// The binary form.
    var value: UInt64 { UInt64(lineage) << 32 | UInt64(count) }

    /// Reads the binary form.
    init(_ value: UInt64) {
        (lineage, count) = (UInt32(truncatingIfNeeded: value >> 32), UInt32(truncatingIfNeeded: value))
    }

    /// Begins a lineage.
    init() throws(CryptographyError) {
        self.init(BigEndian.value(try SecureRandom.bytes(4)) << 32 | 1)
    }

    /// The number of the write that replaces this one; `nil` at the end of the count.
    var next: WriteNumber? { count == .max ? nil : WriteNumber(value + 1) }

    /// Whether a write is an earlier one of the same lineage.
    func isEarlier(than other: WriteNumber) -> Bool { lineage == other.lineage && count < other.count }
}

/// The writes of one record that this process has seen, by which it detects an older file that was put back.
///
/// A new process has seen none: for it a restored backup is a valid older state.
struct SeenWrites: Equatable {
    private var latest: WriteNumber?
    /// The latest lineages that ended: another one replaced them, or the secret was removed.
    private var ended: [UInt32] = []
    private static let maximumEnded = 4

    /// Whether a file may be the latest one, and was not put back. An unknown lineage is a new login.
    func accepts(_ number: WriteNumber) -> Bool {
        if let latest, number.lineage == latest.lineage { return !number.isEarlier(than: latest) }
        return !ended.contains(number.lineage)
    }

    /// Adds a write that was read or written. If another thread has seen another lineage since the file was opened, the
    /// order of the two is unknown, and nothing is added.
    mutating func add(_ number: WriteNumber, since earlier: SeenWrites) {
        if let latest, latest.lineage == number.lineage {
            if latest.isEarlier(than: number) { self.latest = number }
        } else if self == earlier {
            if let latest { end(latest.lineage) }
            latest = number
        }
    }

    /// Ends the lineage of a removed file, whose number is unknown if it was unreadable.
    mutating func remove(_ number: WriteNumber?) {
        if let lineage = number?.lineage ?? latest?.lineage { end(lineage) }
        if number == nil || latest?.lineage == number?.lineage { latest = nil }
    }

    private mutating func end(_ lineage: UInt32) {
        ended.removeAll { $0 == lineage }
        ended = ended.suffix(Self.maximumEnded - 1) + [lineage]
    }
}

/// The seen writes of this process.
extension SeenWrites {
    /// The first half of a record's ID. The ID depends on the key of the folder, so no other folder has it.
    private struct Key: Hashable {
        private let words: SIMD2<UInt64>

        init(_ id: [UInt8]) {
            words = SIMD2(BigEndian.value(id.prefix(8)), BigEndian.value(id.dropFirst(8).prefix(8)))
        }

        /// The index of the record's table: IDs are evenly distributed.
        var table: Int { Int(words.y % UInt64(SeenWrites.tables.count)) }
    }

    /// The records of one table by their last use: when the recent records are full, they replace the older records.
    private struct Table {
        var recent: [Key: SeenWrites] = [:]
        var older: [Key: SeenWrites] = [:]
    }

    /// The maximum of recent records in one table; about 131,072 in all, since IDs are evenly distributed.
    private static let mostRecent = 2_048
    /// Many tables: threads that use different records rarely wait for the same lock.
    private static let tables = InlineArray<64, Mutex<Table>> { _ in Mutex(Table()) }

    /// Returns the writes of a record that this process has seen.
    ///
    /// Call this before opening the file, because another thread may write in between.
    static func of(_ id: [UInt8]) -> SeenWrites {
        let key = Key(id)
        return tables[key.table].withLock { $0.recent[key] ?? $0.older[key] } ?? SeenWrites()
    }

    /// Changes the writes of a record that this process has seen.
    static func update(_ id: [UInt8], _ body: (inout SeenWrites) -> Void) {
        let key = Key(id)
        tables[key.table].withLock { table in
            var seen = table.recent[key] ?? table.older[key] ?? SeenWrites()
            body(&seen)
            if table.recent.count >= mostRecent { table = Table(recent: [:], older: table.recent) }
            table.recent[key] = seen
        }
    }
}
