public import Streams
import Synchronization

/// A scheduler whose time stands still until a test moves it.
///
/// An action without a date waits for ``run()``, or for time to be moved at all.
public final class ManualScheduler: Scheduler {
    /// There is nothing to say about how an action is to run.
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

        /// Takes out the job that is due first, and sets the clock to its date.
        mutating func popDue(by deadline: SchedulerTimeType) -> Job? {
            let due = jobs.indices.filter { jobs[$0].date <= deadline }
            guard let first = due.min(by: { (jobs[$0].date, jobs[$0].id) < (jobs[$1].date, jobs[$1].id) }) else {
                return nil
            }
            var job = jobs.remove(at: first)
            now = max(now, job.date)
            if let interval = job.interval {
                let done = job
                job.date = job.date.advanced(by: interval)
                jobs.append(job)
                return done
            }
            return job
        }
    }

    private let state = Mutex(State())

    /// Makes a scheduler at moment zero.
    public init() {}

    /// This moment.
    public var now: SchedulerTimeType { state.withLock { $0.now } }
    /// None.
    public var minimumTolerance: SchedulerTimeType.Stride { .zero }
    /// How many actions are waiting.
    public var pending: Int { state.withLock { $0.jobs.count } }

    /// Runs what is due now, and what that schedules for now.
    public func run() { advance(by: .zero) }

    /// Moves time on, and runs what becomes due, each at its moment.
    ///
    /// - Parameter stride: By how much.
    public func advance(by stride: SchedulerTimeType.Stride) {
        let deadline = now.advanced(by: stride)
        while let job = state.withLock({ $0.popDue(by: deadline) }) { job.action() }
        state.withLock { $0.now = max($0.now, deadline) }
    }

    /// Lets `action` wait until time is moved or ``run()`` is called.
    public func schedule(options: Never?, _ action: @escaping @Sendable () -> Void) {
        _ = add(date: now, interval: nil, action)
    }

    /// Lets `action` wait for its moment.
    public func schedule(
        after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: Never?,
        _ action: @escaping @Sendable () -> Void
    ) {
        _ = add(date: date, interval: nil, action)
    }

    /// Lets `action` wait for its moments.
    public func schedule(
        after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
        options: Never?, _ action: @escaping @Sendable () -> Void
    ) -> any Cancellable {
        let id = add(date: date, interval: interval, action)
        return AnyCancellable { self.state.withLock { $0.jobs.removeAll { $0.id == id } } }
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
