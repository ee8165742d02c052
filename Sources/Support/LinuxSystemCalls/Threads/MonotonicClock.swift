import Glibc

/// Nanoseconds that never go back and are not the time of day.
package enum MonotonicClock {
    /// The time since some moment of the machine's past; it stands still while the machine sleeps.
    package static var now: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(max(0, time.tv_sec)) &* 1_000_000_000 &+ UInt64(max(0, time.tv_nsec))
    }
}

extension Duration {
    /// Whole nanoseconds, none for a negative duration and at most a century.
    package var wholeNanoseconds: UInt64 {
        let (seconds, attoseconds) = components
        guard seconds >= 0, attoseconds >= 0 else { return 0 }
        return UInt64(min(seconds, 3_155_760_000)) &* 1_000_000_000 &+ UInt64(attoseconds / 1_000_000_000)
    }
}
