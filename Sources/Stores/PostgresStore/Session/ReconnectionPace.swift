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
