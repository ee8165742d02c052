import CAuth0Linux
import LinuxCLibrary

/// The device and the inode of a file, which no other file has while it exists.
struct FileIdentity: Hashable {
    let inode: ino_t
    private let device: dev_t

    init(_ status: stat) { (inode, device) = (status.st_ino, status.st_dev) }

    /// A number of the file, of 63 bits.
    var number: UInt64 { (UInt64(inode) ^ UInt64(device) << 40) & UInt64(Int64.max) }
}

/// The state of a file; it differs for another file, and after a change of contents, mode or names.
struct FileState: Equatable {
    private let file: FileIdentity
    private let size: off_t
    private let changed: timespec

    init(_ status: stat) { (file, size, changed) = (FileIdentity(status), status.st_size, status.st_ctim) }

    static func == (one: Self, other: Self) -> Bool {
        one.file == other.file && one.size == other.size && one.changed.tv_sec == other.changed.tv_sec
            && one.changed.tv_nsec == other.changed.tv_nsec
    }

    /// Whether a later change may lead to the same state: file systems count time in ticks of up to 10 ms.
    var isRecent: Bool {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        let age = (now.tv_sec - changed.tv_sec) * 1_000_000_000 + now.tv_nsec - changed.tv_nsec
        return age < 20_000_000
    }
}
