/// The times at which a device polls: the decisions, without a clock or a thread (RFC 8628 §3.5).
struct PollSchedule: Sendable {
    /// The next step of a poll.
    enum Step: Sendable, Hashable {
        case wait(Duration)
        case expire
    }

    /// The longest pause after failed requests, unless the server requests more or the interval is longer.
    static let longestBackOff = Duration.seconds(60)

    private var interval: Duration
    private let deadline: Duration
    private var troubles = 0
    /// Whether the last pause ends with the lifetime: no poll follows it, even if the clock stands still.
    private var endsWithLifetime = false

    /// Begins a schedule, at a time of a monotonic clock.
    init(interval: Duration, lifetime: Duration, at now: Duration) {
        self.interval = interval
        deadline = now + lifetime
    }

    /// Whether the codes have expired.
    func isOver(at now: Duration) -> Bool { endsWithLifetime || now >= deadline }

    mutating func next(after response: PollResponse, at now: Duration) -> Step {
        var wait = interval
        switch response {
        case .pending: troubles = 0
        case .slowDown:
            troubles = 0
            interval += .seconds(5)
            wait = interval
        case .trouble(let retryAfter):
            troubles += 1
            let backOff = interval * (1 << min(troubles, 10))
            wait = max(interval, min(backOff, Self.longestBackOff), retryAfter ?? .zero)
        }
        guard !isOver(at: now) else { return .expire }
        endsWithLifetime = wait >= deadline - now
        return .wait(min(wait, deadline - now))
    }
}

/// The meaning of a response for a device that polls.
package enum PollResponse: Sendable, Hashable {
    /// The user has not decided yet.
    case pending
    /// The device polls too often.
    case slowDown
    /// No response, or an unusable one: poll again, more slowly.
    case trouble(retryAfter: Duration?)
}
