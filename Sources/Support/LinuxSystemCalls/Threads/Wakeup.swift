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
        return Self.wait(for: &polled, 1, within: milliseconds)
    }

    /// Blocks until one of several descriptors is readable or closed by its peer, and returns the index of the first
    /// such one; `nil` after the time limit, which is none if it is negative. A negative descriptor is ignored, and a
    /// signal does not end the wait.
    package static func firstReadable(of descriptors: [Int32], within milliseconds: Int32 = -1) -> Int? {
        var polled = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        return wait(for: &polled, polled.count, within: milliseconds) ? polled.firstIndex { $0.revents != 0 } : nil
    }

    private static func wait(
        for polled: UnsafeMutablePointer<pollfd>, _ count: Int, within milliseconds: Int32
    ) -> Bool {
        let end = milliseconds > 0 ? MonotonicClock.now &+ UInt64(milliseconds) &* 1_000_000 : 0
        var left = milliseconds
        while true {
            let result = poll(polled, nfds_t(count), left)
            guard result < 0, errno == EINTR || errno == ENOMEM else { return result > 0 }
            guard left > 0 else { continue }
            let now = MonotonicClock.now
            left = now < end ? Int32(clamping: (end - now) / 1_000_000 + 1) : 0
        }
    }
}
