public import Foundation
public import Streams

// The requirements of `Scheduler` for `RunLoop`, which cannot conform, because Foundation forbids it to be `Sendable`.

extension RunLoop {
    /// The current moment.
    public var now: DateMoment { scheduler.now }

    /// The smallest tolerance that a run loop accepts: zero.
    public var minimumTolerance: DateMoment.Stride { scheduler.minimumTolerance }

    /// Runs an action in this run loop as soon as possible.
    ///
    /// - Parameters:
    ///   - options: Ignored, as a run loop has no options.
    ///   - action: The closure to run.
    @preconcurrency
    public func schedule(options: SchedulerOptions? = nil, _ action: @escaping @Sendable () -> Void) {
        scheduler.schedule(options: options, action)
    }

    /// Runs an action in this run loop at a later moment.
    ///
    /// - Parameters:
    ///   - date: The moment to run at.
    ///   - tolerance: The longest delay after `date` that is acceptable, in seconds; zero by default.
    ///   - options: Ignored, as a run loop has no options.
    ///   - action: The closure to run.
    @preconcurrency
    public func schedule(
        after date: DateMoment, tolerance: DateMoment.Stride = 0, options: SchedulerOptions? = nil,
        _ action: @escaping @Sendable () -> Void
    ) {
        scheduler.schedule(after: date, tolerance: tolerance, options: options, action)
    }

    /// Runs an action in this run loop at a later moment, and then repeatedly.
    ///
    /// - Parameters:
    ///   - date: The moment of the first run.
    ///   - interval: The time between two runs, in seconds.
    ///   - tolerance: The longest delay of a run that is acceptable, in seconds; zero by default.
    ///   - options: Ignored, as a run loop has no options.
    ///   - action: The closure to run.
    /// - Returns: A token that stops the repetition when it is cancelled or deallocated.
    @preconcurrency
    public func schedule(
        after date: DateMoment, interval: DateMoment.Stride, tolerance: DateMoment.Stride = 0,
        options: SchedulerOptions? = nil, _ action: @escaping @Sendable () -> Void
    ) -> any Cancellable {
        scheduler.schedule(after: date, interval: interval, tolerance: tolerance, options: options, action)
    }
}

extension Publisher {
    /// Publishes the time between consecutive values, measured by the clock of a run loop.
    ///
    /// - Parameters:
    ///   - scheduler: The run loop that measures the time.
    ///   - options: Ignored, as a run loop has no options.
    /// - Returns: A publisher of lengths of time in seconds; it ends with this publisher's completion.
    public func measureInterval(
        using scheduler: RunLoop, options: RunLoop.SchedulerOptions? = nil
    ) -> Publishers.MeasureInterval<Self, RunLoopScheduler> {
        measureInterval(using: scheduler.scheduler)
    }
}

extension Publishers.TimeGroupingStrategy where Context == RunLoopScheduler {
    /// A strategy that completes an array when an interval is over, measured by a run loop.
    ///
    /// - Parameters:
    ///   - runLoop: The run loop that calls the subscriber.
    ///   - interval: The length of an interval in seconds.
    /// - Returns: The strategy.
    public static func byTime(_ runLoop: RunLoop, _ interval: DateMoment.Stride) -> Self {
        .byTime(runLoop.scheduler, interval)
    }

    /// A strategy that completes an array when an interval is over, measured by a run loop, or when it has a number of
    /// values.
    ///
    /// - Parameters:
    ///   - runLoop: The run loop that calls the subscriber.
    ///   - interval: The length of an interval in seconds.
    ///   - count: The largest number of values in an array.
    /// - Returns: The strategy.
    public static func byTimeOrCount(_ runLoop: RunLoop, _ interval: DateMoment.Stride, _ count: Int) -> Self {
        .byTimeOrCount(runLoop.scheduler, interval, count)
    }
}
