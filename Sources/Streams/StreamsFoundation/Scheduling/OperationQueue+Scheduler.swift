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
    /// The operation is in the queue at once and becomes ready at `date`: `waitUntilAllOperationsAreFinished()` waits
    /// for it, and `cancelAllOperations()` cancels it.
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
        let wait = max(0, date.date.timeIntervalSinceNow)
        // In no queue: the operation waits for this one to finish, and is ready at once when it is cancelled.
        let due = BlockOperation()
        let operation = BlockOperation(block: action)
        operation.addDependency(due)
        addOperation(operation)
        DispatchQueue.global().asyncAfter(deadline: .now() + wait) { due.start() }
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
