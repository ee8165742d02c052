/// The name of a member, as a view of the text that contains it.
///
/// Names are compared byte by byte after unescaping, never by canonical equivalence.
package struct JSONName {
    /// The offset of the name in the text.
    let offset: Int
    let bytes: UnsafeBufferPointer<UInt8>
    /// The unescaped name; `nil` if the name has no escapes.
    let unescaped: [UInt8]?
    let hash: UInt32

    init(offset: Int, bytes: UnsafeBufferPointer<UInt8>, unescaped: [UInt8]?) {
        self.offset = offset
        self.bytes = bytes
        self.unescaped = unescaped
        hash = unescaped.map { $0.withUnsafeBufferPointer(Self.hash) } ?? Self.hash(bytes)
    }

    /// The name as a string.
    package var string: String {
        unescaped.map { String(decoding: $0, as: UTF8.self) } ?? String(decoding: bytes, as: UTF8.self)
    }

    /// Returns whether the name equals `text`, so that names can be the subject of a `switch`.
    @inline(__always)
    package static func ~= (text: StaticString, name: JSONName) -> Bool {
        if let unescaped = name.unescaped {
            return unescaped.elementsEqual(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
        }
        guard name.bytes.count == text.utf8CodeUnitCount, let start = name.bytes.baseAddress else {
            return name.bytes.isEmpty && text.utf8CodeUnitCount == 0
        }
        for index in 0..<name.bytes.count where start[index] != text.utf8Start[index] { return false }
        return true
    }

    /// Returns the FNV-1a hash, which makes byte comparisons rare; equality is decided by the bytes.
    private static func hash(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt32 {
        var hash: UInt32 = 2_166_136_261
        for byte in bytes { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
        return hash
    }
}

/// The names in the open objects, innermost last, for the detection of duplicates.
struct MemberNames {
    private struct Entry {
        let hash: UInt32
        let bytes: UnsafeBufferPointer<UInt8>
        let unescaped: [UInt8]?
    }

    private var entries: [Entry] = []

    var count: Int { entries.count }

    /// Stores a name.
    ///
    /// - Returns: `false` if the name is a duplicate among the entries from `frame` on.
    mutating func insert(_ name: JSONName, from frame: Int) -> Bool {
        if entries.capacity == 0 { entries.reserveCapacity(24) }
        for index in frame..<entries.count where entries[index].hash == name.hash {
            if Self.same(entries[index], name) { return false }
        }
        entries.append(Entry(hash: name.hash, bytes: name.bytes, unescaped: name.unescaped))
        return true
    }

    mutating func removeAll(from frame: Int) { entries.removeSubrange(frame...) }

    private static func same(_ entry: Entry, _ name: JSONName) -> Bool {
        (entry.unescaped ?? Array(entry.bytes)) == (name.unescaped ?? Array(name.bytes))
    }
}
