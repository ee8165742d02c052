public import Foundation
public import Streams

extension OperationQueue: Scheduler {
    /// The type of a moment: a date.
    public typealias SchedulerTimeType = DateMoment

    /// The options for running an action on an operation queue: there are none.
    public struct SchedulerOptions: Sendable {
        /// Creates the options.
        public init() {}
    }

    /// The current moment.
    public var now: DateMoment { DateMoment(Date()) }
    /// The smallest tolerance that this scheduler accepts: zero.
    public var minimumTolerance: DateMoment.Stride { 0 }

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
    /// - Parameters:
    ///   - date: The moment to add the operation at.
    ///   - tolerance: Ignored.
    ///   - options: Ignored, as there are none.
    ///   - action: The closure to run.
    @preconcurrency
    public func schedule(
        after date: DateMoment, tolerance: DateMoment.Stride, options: SchedulerOptions?,
        _ action: @escaping @Sendable () -> Void
    ) {
        let wait = max(0, date.date.timeIntervalSinceNow)
        DispatchQueue.global().asyncAfter(deadline: .now() + wait) { self.addOperation(action) }
    }

    /// Runs `action` as an operation of the queue at a later moment, and then repeatedly until it is cancelled.
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
        after date: DateMoment, interval: DateMoment.Stride, tolerance: DateMoment.Stride,
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
