import Dispatch

/// Something that is done once, after some time, unless it is cancelled before.
final class Deadline: @unchecked Sendable {  // a handle of Dispatch's, which any thread may use
    private let timer: any DispatchSourceTimer

    /// Sets a timer that does not run yet; at most a day.
    init(after duration: Duration, on queue: DispatchQueue, _ body: @escaping @Sendable () -> Void) {
        timer = DispatchSource.makeTimerSource(queue: queue)
        let (seconds, attoseconds) = duration.components
        let whole = Int(min(max(seconds, 0), 86_400))
        timer.schedule(deadline: .now() + .seconds(whole) + .nanoseconds(Int(max(attoseconds, 0) / 1_000_000_000)))
        timer.setEventHandler(handler: body)
    }

    func activate() { timer.activate() }

    /// Lets it not happen; also of use before it was activated.
    func cancel() { timer.cancel() }

    deinit {
        // Dispatch must not be asked to free a source that was never activated.
        timer.cancel()
        timer.activate()
    }
}
