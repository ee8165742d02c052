/// When a device asks again: the rules alone, without a clock or a thread.
///
/// - SeeAlso: [RFC 8628 §3.5](https://www.rfc-editor.org/rfc/rfc8628#section-3.5)
struct PollSchedule: Sendable {
    /// What to do next.
    enum Step: Sendable, Hashable {
        case wait(Duration)
        case expire
    }

    /// How long a device that gets no answer waits at most, unless the provider asks for more or the interval is longer.
    static let longestBackOff = Duration.seconds(60)

    private var interval: Duration
    private let deadline: Duration
    private var troubles = 0

    /// Begins at a moment of a clock that only goes forward.
    init(interval: Duration, lifetime: Duration, at now: Duration) {
        self.interval = interval
        deadline = now + lifetime
    }

    /// Whether the codes no longer work.
    func isOver(at now: Duration) -> Bool { now >= deadline }

    /// What follows on an answer, or on none.
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
        return isOver(at: now) ? .expire : .wait(min(wait, deadline - now))
    }
}

/// What an answer means for a device that waits for a login.
package enum PollResponse: Sendable, Hashable {
    /// The user has not decided yet.
    case pending
    /// The device asks too often.
    case slowDown
    /// No answer came, or none that says anything: ask again, more slowly.
    case trouble(retryAfter: Duration?)
}
