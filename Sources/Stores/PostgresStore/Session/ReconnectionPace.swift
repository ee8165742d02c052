import LinuxSystemCalls

/// The pauses and time limits of the attempts of a session to connect again.
///
/// Attempts are urgent while locks are lost: other machines consider the holder dead if it is disconnected for seconds.
struct ReconnectionPace {
    private var backOff = BackOff()
    private var limit = Duration.seconds(1)
    private var began: ContinuousClock.Instant?

    /// The longest pause of an urgent attempt in milliseconds.
    private static let longestUrgentPause: Int32 = 100
    /// The lifetime below which a connection counts as ended by a server that ends every connection.
    private static let shortestLife = Duration.seconds(1)

    /// Returns the time limit of the next attempt: an urgent attempt restarts after 1, 2, 4 seconds, because
    /// retransmissions of a lost packet become less frequent.
    mutating func limit(of timeout: Duration, isUrgent: Bool) -> Duration {
        guard isUrgent else { return timeout }
        defer { if limit < timeout { limit = limit * 2 } }
        return min(limit, timeout)
    }

    /// Records that an attempt has succeeded.
    mutating func begin(at instant: ContinuousClock.Instant) {
        began = instant
        limit = .seconds(1)
    }

    /// Returns the pause in milliseconds after the end of a connection or of an attempt; none after a connection that
    /// worked.
    mutating func pause(at instant: ContinuousClock.Instant, isUrgent: Bool) -> Int32 {
        defer { began = nil }
        if let began, began.duration(to: instant) >= Self.shortestLife {
            backOff = BackOff()
            return 0
        }
        return isUrgent ? min(backOff.next(), Self.longestUrgentPause) : backOff.next()
    }
}

/// The pauses between attempts to connect: random, so that a fleet does not retry in step, and growing to 1 s.
struct BackOff {
    private var upperBound = 40

    /// Returns the next pause in milliseconds.
    mutating func next() -> Int32 {
        defer { upperBound = min(upperBound * 2, 1_000) }
        return Int32.random(in: Int32(upperBound / 2)...Int32(upperBound))
    }

    /// Waits for a number of milliseconds or for the event, and returns whether the event did not occur; blocks.
    static func pause(_ milliseconds: Int32, interrupt: Wakeup?) -> Bool {
        Wakeup.firstReadable(of: [interrupt?.descriptor ?? -1], within: milliseconds) == nil
    }
}
