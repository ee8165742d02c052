import Glibc

/// Turns a process of an exit test into a set-user-ID program, as far as the process itself can see.
package enum SetUserID {
    private static let (secure, random) = (UInt(23), UInt(25))

    /// Sets `AT_SECURE` in the auxiliary vector of this process, which the C library reads on each call of `getauxval`.
    ///
    /// - Throws: ``ProgramRun/Failure`` when the vector is not where the kernel puts it.
    package static func pretend() throws {
        let words = MemoryLayout<UInt>.size
        let bytes = try ProgramRun(waitingFor: "/bin/cat", ["/proc/\(getpid())/auxv"]).output
        let entries = bytes.withUnsafeBytes { Array($0.bindMemory(to: UInt.self)) }
        let names = stride(from: 0, to: entries.count - 1, by: 2)
        guard let place = names.first(where: { entries[$0] == random }).map({ entries[$0 + 1] }),
            let index = names.first(where: { entries[$0] == secure })
        else { throw ProgramRun.Failure("no auxiliary vector", ENOTSUP) }
        // The vector is below the random octets on the initial stack.
        var start = place / UInt(words) * UInt(words) - UInt(bytes.count)
        for _ in 0..<65_536 {
            guard let vector = UnsafeMutablePointer<UInt>(bitPattern: start) else { break }
            if UnsafeBufferPointer(start: vector, count: entries.count).elementsEqual(entries) {
                vector[index + 1] = 1
                return
            }
            start -= UInt(words)
        }
        throw ProgramRun.Failure("the auxiliary vector", ENOENT)
    }
}
