public import Foundation
public import Streams

extension OperationQueue: Scheduler {
    /// The options for running an action on an operation queue: there are none.
    public struct SchedulerOptions: Sendable {
        /// Creates the options.
        public init() {}
    }

    /// The current moment.
    public var now: SchedulerTimeType { SchedulerTimeType(Date()) }
    /// The smallest tolerance that this scheduler accepts: zero.
    public var minimumTolerance: SchedulerTimeType.Stride { 0 }

    /// Runs `action` as an operation of the queue.
    ///
    /// - Parameters:
    ///   - options: Ignored, as there are none.
    ///   - action: The closure to run.
    @preconcurrency
    public func schedule(options: SchedulerOptions?, _ action: @escaping @Sendable () -> Void) {
        addOperation(action)
    }

    /// Runs `action` as an operation of the queue at a later moment.
    ///
    /// The operation is added to the queue immediately and becomes ready at `date`:
    /// `waitUntilAllOperationsAreFinished()` waits for it, and `cancelAllOperations()` cancels it.
    ///
    /// - Parameters:
    ///   - date: The moment at which the operation becomes ready.
    ///   - tolerance: Ignored.
    ///   - options: Ignored, as there are none.
    ///   - action: The closure to run.
    @preconcurrency
    public func schedule(
        after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
        _ action: @escaping @Sendable () -> Void
    ) {
        let due = add(action)
        let wait = max(0, date.date.timeIntervalSinceNow)
        DispatchQueue.global().asyncAfter(deadline: .now() + wait) { due.start() }
    }

    /// Runs `action` as an operation of the queue at a later moment, unless it is cancelled before.
    ///
    /// - Parameters:
    ///   - date: The moment at which the operation becomes ready.
    ///   - tolerance: Ignored.
    ///   - options: Ignored, as there are none.
    ///   - action: The closure to run.
    /// - Returns: A token that removes the operation from the queue when it is cancelled or deallocated.
    public func _scheduleOnce(
        after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
        _ action: @escaping @Sendable () -> Void
    ) -> (any Cancellable)? {
        let due = add(action)
        let clock = DispatchQueue.global()
        let moment = clock.now.advanced(by: .seconds(max(0, date.date.timeIntervalSinceNow)))
        let timer = clock._scheduleOnce(after: moment, tolerance: 0, options: nil) { due.start() }
        return AnyCancellable {
            timer?.cancel()
            due.cancel()
        }
    }

    /// Adds an operation that becomes ready when the returned one has started, or leaves the queue when that is
    /// cancelled.
    private func add(_ action: @escaping @Sendable () -> Void) -> DueOperation {
        let operation = BlockOperation(block: action)
        // In no queue: `action`'s operation waits for this operation to finish, and is ready immediately if it is
        // cancelled.
        let due = DueOperation(releasing: operation)
        operation.addDependency(due)
        addOperation(operation)
        return due
    }

    /// Runs `action` as an operation of the queue at a later moment, and then repeatedly until it is cancelled.
    ///
    /// Each operation is added when it is due, because `waitUntilAllOperationsAreFinished()` would otherwise wait until
    /// the repetition is cancelled.
    ///
    /// - Parameters:
    ///   - date: The moment to add the first operation at.
    ///   - interval: The time between two operations, in seconds.
    ///   - tolerance: The longest delay that is acceptable, in seconds.
    ///   - options: Ignored, as there are none.
    ///   - action: The closure to run.
    /// - Returns: A token that stops the repetition when it is cancelled or deallocated.
    @preconcurrency
    public func schedule(
        after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
        options: SchedulerOptions?, _ action: @escaping @Sendable () -> Void
    ) -> any Cancellable {
        let clock = DispatchQueue.global()
        let first = clock.now.advanced(by: .seconds(max(0, date.date.timeIntervalSinceNow)))
        return clock.schedule(
            after: first, interval: .seconds(interval.timeInterval), tolerance: .seconds(tolerance.timeInterval),
            options: nil
        ) { self.addOperation(action) }
    }
}

/// The date of an operation: the operation is ready as soon as this one has finished.
private final class DueOperation: Operation, @unchecked Sendable {  // never changed; `Operation` is safe for threads
    private weak var operation: Operation?

    init(releasing operation: Operation) { self.operation = operation }

    /// Removes the operation from its queue.
    override func cancel() {
        super.cancel()
        operation?.cancel()
    }
}
