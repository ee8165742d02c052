import CAuth0Linux
import LinuxCLibrary

/// A clock in nanoseconds that never goes back and is independent of the time of day.
package enum MonotonicClock {
    /// The nanoseconds since an arbitrary moment, without the time that the machine was suspended.
    package static var now: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(max(0, time.tv_sec)) &* 1_000_000_000 &+ UInt64(max(0, time.tv_nsec))
    }
}

extension Duration {
    /// The duration in whole nanoseconds; zero for a negative duration, a century at most.
    package var wholeNanoseconds: UInt64 {
        let (seconds, attoseconds) = components
        guard seconds >= 0, attoseconds >= 0 else { return 0 }
        return UInt64(min(seconds, 3_155_760_000)) &* 1_000_000_000 &+ UInt64(attoseconds / 1_000_000_000)
    }
}
