import CAuth0Linux
import LinuxCLibrary

/// A kernel event (`eventfd`) that wakes a thread from `poll`; closed when the object is released.
package final class Wakeup: Sendable {
    /// The descriptor; it is readable after ``ring()``, until it is read.
    package let descriptor: Int32

    /// Creates an event; `nil` when the system has no descriptor left, with the reason in `errno`.
    package init?() {
        descriptor = auth0_open_eventfd()
        if descriptor < 0 { return nil }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Wakes the thread that polls the descriptor, now or at its next `poll`.
    package func ring() {
        var one: UInt64 = 1
        _ = write(descriptor, &one, MemoryLayout<UInt64>.size)
    }

    /// Blocks until ``ring()`` is called. Returns whether it was called in time.
    package func isRung(within milliseconds: Int32) -> Bool {
        var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&polled, 1, milliseconds) > 0
    }
}
