import LinuxCLibrary
import LinuxSystemCalls

/// The lock of a file, which one program at a time can hold.
///
/// The kernel releases it when the program ends for any reason. The lock is on a separate file, because the locked file
/// is replaced as a whole. The lock file is never removed: that could remove the lock of another program.
final class FileLock: Sendable {
    private let descriptor: Int32
    private let process = ProcessGeneration.current

    /// Takes the lock of the file at a path. If another program has it, waits or throws
    /// ``EmulatorError/Code/stateInUse``.
    init(of path: String, waits: Bool = false) throws(EmulatorError) {
        descriptor = open("\(path).lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw PrivateFile.failure("cannot write", "\(path).lock") }
        while flock(descriptor, waits ? LOCK_EX : LOCK_EX | LOCK_NB) != 0 {
            if errno == EINTR { continue }
            guard errno == EWOULDBLOCK else { throw PrivateFile.failure("cannot lock", "\(path).lock") }
            var buffer = [UInt8](repeating: 0, count: 20)
            let count = max(0, pread(descriptor, &buffer, buffer.count, 0))
            let process = String(decoding: buffer[..<count], as: UTF8.self)
            // `deinit` closes the file here, too.
            throw EmulatorError(
                .stateInUse, "\(path) is in use by process \(process): stop it, or name another file")
        }
        let process = Array(String(getpid()).utf8)
        ftruncate(descriptor, 0)
        _ = pwrite(descriptor, process, process.count, 0)
    }

    deinit {
        // A program that another thread is starting has a copy of the descriptor for a moment, which keeps the lock.
        if process.isCurrent { flock(descriptor, LOCK_UN) }
        close(descriptor)
    }
}
