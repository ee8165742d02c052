public import Foundation
public import Streams

// What a scheduler can do, for a `RunLoop`, which cannot be one: Foundation forbids it to be `Sendable`.

extension RunLoop {
    /// This moment.
    public var now: DateMoment { scheduler.now }

    /// None.
    public var minimumTolerance: DateMoment.Stride { scheduler.minimumTolerance }

    /// Runs an action in this run loop as soon as possible.
    ///
    /// - Parameters:
    ///   - options: How it is to run.
    ///   - action: What is run.
    @preconcurrency
    public func schedule(options: SchedulerOptions? = nil, _ action: @escaping @Sendable () -> Void) {
        scheduler.schedule(options: options, action)
    }

    /// Runs an action in this run loop at a later moment.
    ///
    /// - Parameters:
    ///   - date: When it is to run.
    ///   - tolerance: By how much it may be late.
    ///   - options: How it is to run.
    ///   - action: What is run.
    @preconcurrency
    public func schedule(
        after date: DateMoment, tolerance: DateMoment.Stride = 0, options: SchedulerOptions? = nil,
        _ action: @escaping @Sendable () -> Void
    ) {
        scheduler.schedule(after: date, tolerance: tolerance, options: options, action)
    }

    /// Runs an action in this run loop at a later moment, and then again and again.
    ///
    /// - Parameters:
    ///   - date: When it is to run first.
    ///   - interval: The time from one run to the next.
    ///   - tolerance: By how much it may be late.
    ///   - options: How it is to run.
    ///   - action: What is run.
    /// - Returns: What stops it.
    @preconcurrency
    public func schedule(
        after date: DateMoment, interval: DateMoment.Stride, tolerance: DateMoment.Stride = 0,
        options: SchedulerOptions? = nil, _ action: @escaping @Sendable () -> Void
    ) -> any Cancellable {
        scheduler.schedule(after: date, interval: interval, tolerance: tolerance, options: options, action)
    }
}

extension Publisher {
    /// Tells how much time passes from one value to the next, by the clock of a run loop.
    ///
    /// - Parameters:
    ///   - scheduler: Whose clock.
    ///   - options: Not used.
    /// - Returns: A publisher of lengths of time.
    public func measureInterval(
        using scheduler: RunLoop, options: RunLoop.SchedulerOptions? = nil
    ) -> Publishers.MeasureInterval<Self, RunLoopScheduler> {
        measureInterval(using: scheduler.scheduler)
    }
}

extension Publishers.TimeGroupingStrategy where Context == RunLoopScheduler {
    /// When a stretch of time is over, by a run loop.
    ///
    /// - Parameters:
    ///   - runLoop: Where the calls downstream are to run.
    ///   - interval: The length of a stretch.
    /// - Returns: The strategy.
    public static func byTime(_ runLoop: RunLoop, _ interval: DateMoment.Stride) -> Self {
        .byTime(runLoop.scheduler, interval)
    }

    /// When a stretch of time is over, by a run loop, or when it has so many values.
    ///
    /// - Parameters:
    ///   - runLoop: Where the calls downstream are to run.
    ///   - interval: The length of a stretch.
    ///   - count: How many values.
    /// - Returns: The strategy.
    public static func byTimeOrCount(_ runLoop: RunLoop, _ interval: DateMoment.Stride, _ count: Int) -> Self {
        .byTimeOrCount(runLoop.scheduler, interval, count)
    }
}
