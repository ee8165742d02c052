public import Foundation
public import Streams

extension OperationQueue: Scheduler {
    /// A moment of the calendar.
    public typealias SchedulerTimeType = DateMoment

    /// How an action is to run on a queue: there is nothing to say.
    public struct SchedulerOptions: Sendable {
        /// Makes options.
        public init() {}
    }

    /// This moment.
    public var now: DateMoment { DateMoment(Date()) }
    /// None.
    public var minimumTolerance: DateMoment.Stride { 0 }

    /// Runs `action` on the queue.
    @preconcurrency
    public func schedule(options: SchedulerOptions?, _ action: @escaping @Sendable () -> Void) {
        addOperation(action)
    }

    /// Runs `action` on the queue at a later moment.
    @preconcurrency
    public func schedule(
        after date: DateMoment, tolerance: DateMoment.Stride, options: SchedulerOptions?,
        _ action: @escaping @Sendable () -> Void
    ) {
        let wait = max(0, date.date.timeIntervalSinceNow)
        DispatchQueue.global().asyncAfter(deadline: .now() + wait) { self.addOperation(action) }
    }

    /// Runs `action` on the queue at a later moment, and then again and again until it is cancelled.
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
