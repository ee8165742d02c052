/// The name of a member, a view of the text that contains it; compared byte by byte after unescaping.
package struct JSONName {
    let offset: Int
    let bytes: UnsafeBufferPointer<UInt8>
    /// The unescaped name; `nil` if the name has no escapes.
    let unescaped: [UInt8]?
    /// A number that is equal for equal names, and rarely equal for other names that a program chose; not a hash.
    let fingerprint: UInt64

    init(offset: Int, bytes: UnsafeBufferPointer<UInt8>, unescaped: [UInt8]?) {
        self.offset = offset
        self.bytes = bytes
        self.unescaped = unescaped
        fingerprint = unescaped.map { $0.withUnsafeBytes(Self.fingerprint) } ?? Self.fingerprint(.init(bytes))
    }

    package var string: String { withBytes { String(decoding: $0, as: UTF8.self) } }

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

    private func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        unescaped.map { $0.withUnsafeBufferPointer(body) } ?? body(bytes)
    }
}

extension JSONName: Hashable {
    package static func == (lhs: Self, rhs: Self) -> Bool {
        guard lhs.fingerprint == rhs.fingerprint else { return false }
        return lhs.withBytes { lhs in rhs.withBytes { areEqual(UnsafeRawBufferPointer(lhs), .init($0)) } }
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(Self.seed)
        withBytes { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }

    /// A random number, so that no sender can choose equal hashes: `SWIFT_DETERMINISTIC_HASHING` disables the hasher's.
    private static let seed = UInt64.random(in: .min ... .max)

    /// Combines the length with the first and the last eight bytes.
    private static func fingerprint(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        guard bytes.count >= 8 else {
            return bytes.reduce(UInt64(bytes.count)) { $0 << 8 | UInt64($1) }
        }
        let first = bytes.loadUnaligned(as: UInt64.self)
        let last = bytes.loadUnaligned(fromByteOffset: bytes.count - 8, as: UInt64.self)
        return first ^ (last << 23 | last >> 41) &+ UInt64(bytes.count)
    }

    /// Compares eight bytes at a time; the last eight may overlap those before.
    private static func areEqual(_ lhs: UnsafeRawBufferPointer, _ rhs: UnsafeRawBufferPointer) -> Bool {
        guard lhs.count == rhs.count else { return false }
        guard lhs.count >= 8 else { return lhs.elementsEqual(rhs) }
        var offset = 0
        while true {
            let word = lhs.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            guard word == rhs.loadUnaligned(fromByteOffset: offset, as: UInt64.self) else { return false }
            guard offset < lhs.count - 8 else { return true }
            offset = min(offset + 8, lhs.count - 8)
        }
    }
}

/// The names in the open objects, innermost last, for the detection of duplicates.
struct MemberNames {
    /// The number of names in one object up to which comparing them all is faster than hashing.
    private static let comparedNames = 32

    private var names: [JSONName] = []

    var count: Int { names.count }

    /// Stores a name. Returns `false` if it is a duplicate among those from `frame` on, the number of names in the
    /// enclosing objects. `hashed` has the names of the same object once they are too many to be compared.
    @inline(__always)
    mutating func insert(_ name: JSONName, from frame: Int, hashed: inout Set<JSONName>) -> Bool {
        if names.capacity == 0 { names.reserveCapacity(24) }
        if names.count - frame < Self.comparedNames {
            for index in frame..<names.count where names[index] == name { return false }
        } else {
            if hashed.isEmpty { hashed = Set(names[frame...]) }
            guard hashed.insert(name).inserted else { return false }
        }
        names.append(name)
        return true
    }

    mutating func removeAll(from frame: Int) { names.removeLast(names.count - frame) }
}
