import LinuxCLibrary

/// The program that this process runs.
package enum RunningProgram {
    /// The octets of the path of the executable; empty when the system does not provide it.
    ///
    /// The kernel appends ` (deleted)` to the path of a file that was removed.
    package static var path: [UInt8] {
        var path = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &path, path.count)
        return path.prefix(max(0, count)).map { UInt8(bitPattern: $0) }
    }
}
