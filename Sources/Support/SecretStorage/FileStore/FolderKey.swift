package import OpenSSLCryptography

/// The keys of a folder: a key that names its files, and numbered keys that seal its secrets.
///
/// The first key, number 0, also names the files. It remains after a rotation, which replaces only the sealing keys;
/// otherwise two processes would lock different bytes of the lock file for one secret.
package struct FolderKey {
    /// The first key.
    package let master: SecretBytes
    /// A hash of the first key, which identifies the folder and detects damage.
    let check: [UInt8]
    /// The number of the key that seals new secrets.
    package let current: UInt32
    /// The sealing keys by their numbers.
    package let keys: [UInt32: SecretBytes]

    package static let format = Array("auth0key".utf8)
    static let keyCount = 32
    private static let plainVersion: UInt8 = 1
    /// The version of a file with several keys, or with keys that are sealed themselves.
    package static let envelopeVersion: UInt8 = 2
    private static let headerCount = format.count + 1
    private static let entryCount = 4 + keyCount
    private static let maximumKeys = 64
    /// The maximum length of a file, also of a later version, in bytes.
    static let maximumFileBytes = 4_096

    /// Creates keys; only the first key by default.
    init(
        master: SecretBytes, current: UInt32 = 0, keys: [UInt32: SecretBytes]? = nil
    ) throws(CryptographyError) {
        self.master = master
        self.check = try Self.check(of: master)
        self.current = current
        self.keys = keys ?? [0: master]
    }

    /// Creates a copy whose keys have separate memory pages, which core dumps exclude.
    init(withOwnPages other: FolderKey) {
        let master = SecretBytes(withOwnPages: other.master)
        (self.master, check, current) = (master, other.check, other.current)
        keys = other.keys.mapValues { $0 === other.master ? master : SecretBytes(withOwnPages: $0) }
    }

    /// Returns 32 bytes that identify a key, and do not reveal it.
    static func check(of key: SecretBytes) throws(CryptographyError) -> [UInt8] {
        let check = try key.derived(32, salt: [], purpose: Array("auth0-streams key check".utf8))
        return check.withUnsafeBytes { Array($0) }
    }

    /// Returns these keys and a new one, which seals from now on; fails after 63 rotations of which none removed the
    /// earlier keys.
    func addingKey() throws(CryptographyError) -> FolderKey {
        let number = max(current, keys.keys.max() ?? 0) &+ 1
        guard number > 0, keys.count < Self.maximumKeys else { throw CryptographyError(.parameterRefused) }
        var keys = keys
        keys[number] = try SecretBytes(random: Self.keyCount)
        return try FolderKey(master: master, current: number, keys: keys)
    }

    /// Returns these keys without those that no longer seal a secret.
    func keepingCurrent() throws(CryptographyError) -> FolderKey {
        try FolderKey(master: master, current: current, keys: keys.filter { $0.key == current })
    }

    /// The contents of a key file of version 1: the format, the first key and its hash, to be wiped; `nil` when there
    /// are other keys.
    package var plainFile: [UInt8]? {
        guard current == 0, keys.count == 1 else { return nil }
        // Reserved at once: a growing array would leave copies of the key behind.
        var file: [UInt8] = []
        file.reserveCapacity(Self.headerCount + Self.keyCount + check.count)
        file += Self.format + [Self.plainVersion]
        master.withUnsafeBytes { file.append(contentsOf: $0) }
        file += check
        return file
    }

    /// Parses a key file of version 1; `nil` when it is damaged or of a later version.
    package init?(_ file: [UInt8]) {
        guard file.starts(with: Self.format + [Self.plainVersion]), file.count >= Self.headerCount + Self.keyCount,
            let key = try? FolderKey(master: SecretBytes(file[Self.headerCount...].prefix(Self.keyCount))),
            file[(Self.headerCount + Self.keyCount)...].elementsEqual(key.check)
        else { return nil }
        self = key
    }

    /// The binary form of the keys: the first key, the number of the current one, and each number with its key.
    package var bytes: SecretBytes {
        SecretBytes(count: Self.keyCount + 4 + keys.count * Self.entryCount) { output in
            var offset = 0
            func append(_ bytes: some Collection<UInt8>) {
                UnsafeMutableRawBufferPointer(rebasing: output[offset...]).copyBytes(from: bytes)
                offset += bytes.count
            }
            master.withUnsafeBytes { append($0) }
            append(Self.bytes(current))
            for (number, key) in keys {
                append(Self.bytes(number))
                key.withUnsafeBytes { append($0) }
            }
        }
    }

    /// Parses ``bytes``; `nil` when they are damaged.
    package init?(bytes: UnsafeRawBufferPointer) {
        let rest = bytes.dropFirst(Self.keyCount + 4)
        guard !rest.isEmpty, rest.count.isMultiple(of: Self.entryCount) else { return nil }
        var keys: [UInt32: SecretBytes] = [:]
        for start in stride(from: rest.startIndex, to: rest.endIndex, by: Self.entryCount) {
            let entry = rest[start..<(start + Self.entryCount)]
            keys[UInt32(truncatingIfNeeded: BigEndian.value(entry.prefix(4)))] = SecretBytes(entry.dropFirst(4))
        }
        let current = UInt32(truncatingIfNeeded: BigEndian.value(bytes.dropFirst(Self.keyCount).prefix(4)))
        let master = SecretBytes(bytes.prefix(Self.keyCount))
        guard keys[current] != nil, let key = try? FolderKey(master: master, current: current, keys: keys) else {
            return nil
        }
        self = key
    }

    private static func bytes(_ number: UInt32) -> [UInt8] { BigEndian.bytes(UInt64(number)).suffix(4) }

    /// Whether a file has this format with a later version.
    package static func isOfLaterVersion(_ file: [UInt8]) -> Bool {
        file.starts(with: format) && file.count > format.count && file[format.count] > envelopeVersion
    }
}
