import Glibc

/// The processor time that code takes on this thread: other tests that run at the same time do not add to it.
package enum ProcessorTime {
    /// Measures a closure.
    ///
    /// - Parameters:
    ///   - runs: How often the closure is called.
    ///   - body: The closure.
    /// - Returns: The shortest time of all calls, in nanoseconds.
    package static func shortest(of runs: Int = 5, _ body: () -> Void) -> UInt64 {
        (0..<runs).map { _ in
            let start = now
            body()
            return now - start
        }.min() ?? 0
    }

    private static var now: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
