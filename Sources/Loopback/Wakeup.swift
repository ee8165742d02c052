import CLinux
import Glibc

/// A counter of the kernel's that wakes a thread out of `poll`; closed when nobody holds it any more.
final class Wakeup: Sendable {
    let descriptor: Int32

    init() throws(LoopbackError) {
        descriptor = auth0_open_eventfd()
        guard descriptor >= 0 else { throw LoopbackError(.outOfResources, String(cString: strerror(errno))) }
    }

    deinit { close(descriptor) }

    /// Wakes the thread, now or when it next looks.
    func ring() {
        var one: UInt64 = 1
        _ = write(descriptor, &one, MemoryLayout<UInt64>.size)
    }
}
