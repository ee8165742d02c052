import CAuth0Linux
import Glibc

/// A counter of the kernel's that wakes a thread out of `poll`; closed when nobody holds it any more.
package final class Wakeup: Sendable {
    /// Is ready to be read after ``ring()``, for ever.
    package let descriptor: Int32

    /// Makes one; `nil` when the system has none to spare, and `errno` tells why.
    package init?() {
        descriptor = auth0_open_eventfd()
        if descriptor < 0 { return nil }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Wakes the thread, now or when it next looks.
    package func ring() {
        var one: UInt64 = 1
        _ = write(descriptor, &one, MemoryLayout<UInt64>.size)
    }
}
