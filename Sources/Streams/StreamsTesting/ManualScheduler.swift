public import Streams
import Synchronization

/// A scheduler for tests, with a clock that moves only when a test advances it.
///
/// An action without a date waits for ``run()`` or ``advance(by:)``, too.
public final class ManualScheduler: Scheduler {
    /// The type of the options: there are none.
    public typealias SchedulerOptions = Never

    private struct Job: Sendable {
        let id: Int
        var date: SchedulerTimeType
        let interval: SchedulerTimeType.Stride?
        let action: @Sendable () -> Void
    }

    private struct State: Sendable {
        var now = SchedulerTimeType(nanoseconds: 0)
        var nextID = 0
        var jobs: [Job] = []

        /// Removes the action that is due first, and sets the clock to its date; `nil` if none is due.
        mutating func popDue(by deadline: SchedulerTimeType) -> Job? {
            let due = jobs.indices.filter { jobs[$0].date <= deadline }
            guard let first = due.min(by: { (jobs[$0].date, jobs[$0].id) < (jobs[$1].date, jobs[$1].id) }) else {
                return nil
            }
            let job = jobs[first]
            now = max(now, job.date)
            if let interval = job.interval {
                jobs[first].date = job.date.advanced(by: interval)
            } else {
                jobs.remove(at: first)
            }
            return job
        }
    }

    private let state = Mutex(State())

    /// Creates a scheduler with its clock at zero.
    public init() {}

    /// The current moment.
    public var now: SchedulerTimeType { state.withLock { $0.now } }
    /// The smallest tolerance that this scheduler accepts: zero.
    public var minimumTolerance: SchedulerTimeType.Stride { .zero }
    /// The number of actions that are scheduled and have not run.
    public var pendingCount: Int { state.withLock { $0.jobs.count } }

    /// Runs the actions that are due now, including actions that they schedule for now.
    public func run() { advance(by: .zero) }

    /// Advances the clock, and runs each action at its moment.
    ///
    /// - Precondition: The clock stays below 292 years.
    /// - Parameter duration: The length of time, such as `.seconds(1)`. A fraction of a nanosecond is dropped, and a
    ///   negative length counts as zero.
    public func advance(by duration: Duration) {
        let (seconds, attoseconds) = max(.zero, duration).components
        let deadline = now.advanced(
            by: SchedulerTimeType.Stride.seconds(Int(seconds)) + .nanoseconds(Int(attoseconds / 1_000_000_000)))
        while let job = state.withLock({ $0.popDue(by: deadline) }) { job.action() }
        state.withLock { $0.now = max($0.now, deadline) }
    }

    /// Schedules `action` for the current moment; see `Scheduler`, whose parameters are the same.
    ///
    /// It runs when the clock is advanced or ``run()`` is called.
    public func schedule(options: Never?, _ action: @escaping @Sendable () -> Void) {
        _ = add(date: now, interval: nil, action)
    }

    /// Schedules `action` for a later moment; see `Scheduler`, whose parameters are the same. The tolerance is ignored.
    public func schedule(
        after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: Never?,
        _ action: @escaping @Sendable () -> Void
    ) {
        _ = add(date: date, interval: nil, action)
    }

    /// Schedules `action` repeatedly; see `Scheduler`, whose parameters are the same. The tolerance is ignored.
    ///
    /// - Precondition: `interval` is positive: with any other, ``advance(by:)`` would not return.
    /// - Returns: A token that stops the repetition when it is cancelled or deallocated.
    public func schedule(
        after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
        options: Never?, _ action: @escaping @Sendable () -> Void
    ) -> any Cancellable {
        precondition(interval > .zero, "the interval of a repetition must be positive")
        return token(of: add(date: date, interval: interval, action))
    }

    /// Schedules `action` for a later moment; see `Scheduler`, whose parameters are the same. The tolerance is ignored.
    ///
    /// - Returns: A token that removes the action when it is cancelled or deallocated.
    public func _scheduleOnce(
        after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: Never?,
        _ action: @escaping @Sendable () -> Void
    ) -> (any Cancellable)? {
        token(of: add(date: date, interval: nil, action))
    }

    private func token(of id: Int) -> AnyCancellable {
        AnyCancellable {
            let removed = self.state.withLock { state in
                state.jobs.firstIndex { $0.id == id }.map { state.jobs.remove(at: $0) }
            }
            _ = removed  // released here, outside the lock
        }
    }

    private func add(
        date: SchedulerTimeType, interval: SchedulerTimeType.Stride?, _ action: @escaping @Sendable () -> Void
    ) -> Int {
        state.withLock { state in
            state.nextID += 1
            state.jobs.append(Job(id: state.nextID, date: date, interval: interval, action: action))
            return state.nextID
        }
    }
}
