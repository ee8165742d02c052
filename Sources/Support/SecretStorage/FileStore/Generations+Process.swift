import Glibc
import OpenSSLCryptography
import Synchronization

/// The numbers of its folders that this process has read.
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

    /// The files that were verified, by the check value of the folder's key.
    private static let remembered = Mutex<[[UInt8]: Verified]>([:])
    /// The limits of the memory for them: 2 MiB with the numbers.
    private static let (mostRememberedFolders, mostRememberedBytes) = (16, 65_536)

    /// Opens the file of the numbers; `nil` when its table is damaged.
    ///
    /// The bytes that this process has verified before are compared with those, and only what follows them is verified:
    /// most calls find a file without a change, or with one more entry.
    ///
    /// - Parameters:
    ///   - file: The contents of the file.
    ///   - master: The first key of the folder.
    ///   - folder: The check value of that key.
    /// - Returns: The numbers, the same as ``init(_:master:)`` reads.
    static func verified(_ file: [UInt8], master: SecretBytes, of folder: [UInt8]) -> Generations? {
        let known = remembered.withLock { $0[folder] }
        var numbers: Generations
        if let known, known.isBeginning(of: file) {
            guard file.count > known.end else { return known.numbers }
            numbers = known.numbers
            numbers.read(entries: file, from: known.end, master)
        } else {
            guard let read = Generations(file, master: master) else { return nil }
            numbers = read
        }
        if let end = numbers.end, end <= mostRememberedBytes {
            remembered.withLock { remembered in
                if remembered[folder] == nil, remembered.count >= mostRememberedFolders { remembered = [:] }
                remembered[folder] = Verified(file: file, end: end, numbers: numbers)
            }
        }
        return numbers
    }
}

/// The numbers of a file up to its last whole entry.
private struct Verified {
    let file: [UInt8]
    let end: Int
    let numbers: Generations

    /// Whether a file begins with the verified bytes.
    func isBeginning(of other: [UInt8]) -> Bool { other.count >= end && memcmp(file, other, end) == 0 }
}
