public import Foundation
public import Streams

extension Publisher {
    /// Passes on values and the end in a run loop.
    ///
    /// - Parameters:
    ///   - runLoop: Where the calls downstream are to run.
    ///   - options: How they are to run.
    /// - Returns: A publisher of the same values.
    public func receive(
        on runLoop: RunLoop, options: RunLoop.SchedulerOptions? = nil
    ) -> Publishers.ReceiveOn<Self, RunLoopScheduler> {
        receive(on: runLoop.scheduler, options: options)
    }

    /// Subscribes, requests and cancels in a run loop.
    ///
    /// - Parameters:
    ///   - runLoop: Where the calls upstream are to run.
    ///   - options: How they are to run.
    /// - Returns: A publisher of the same values.
    public func subscribe(
        on runLoop: RunLoop, options: RunLoop.SchedulerOptions? = nil
    ) -> Publishers.SubscribeOn<Self, RunLoopScheduler> {
        subscribe(on: runLoop.scheduler, options: options)
    }

    /// Passes everything on after some time, in a run loop.
    ///
    /// - Parameters:
    ///   - interval: How much later.
    ///   - tolerance: By how much it may be late besides.
    ///   - scheduler: Where the calls downstream are to run.
    ///   - options: How they are to run.
    /// - Returns: A publisher of the same values.
    public func delay(
        for interval: DateMoment.Stride, tolerance: DateMoment.Stride? = nil, scheduler: RunLoop,
        options: RunLoop.SchedulerOptions? = nil
    ) -> Publishers.Delay<Self, RunLoopScheduler> {
        delay(for: interval, tolerance: tolerance, scheduler: scheduler.scheduler, options: options)
    }

    /// Passes a value on, in a run loop, when no other has come for some time.
    ///
    /// - Parameters:
    ///   - dueTime: How long no other may come.
    ///   - scheduler: Where the calls downstream are to run.
    ///   - options: How they are to run.
    /// - Returns: A publisher of the values before each pause.
    public func debounce(
        for dueTime: DateMoment.Stride, scheduler: RunLoop, options: RunLoop.SchedulerOptions? = nil
    ) -> Publishers.Debounce<Self, RunLoopScheduler> {
        debounce(for: dueTime, scheduler: scheduler.scheduler, options: options)
    }

    /// Passes on one value in each stretch of time, in a run loop.
    ///
    /// - Parameters:
    ///   - interval: The length of a stretch.
    ///   - scheduler: Where the calls downstream are to run.
    ///   - latest: Whether the last value of a stretch goes on, or the first.
    /// - Returns: A publisher of fewer values.
    public func throttle(
        for interval: DateMoment.Stride, scheduler: RunLoop, latest: Bool
    ) -> Publishers.Throttle<Self, RunLoopScheduler> {
        throttle(for: interval, scheduler: scheduler.scheduler, latest: latest)
    }

    /// Ends when no value has come for some time, in a run loop.
    ///
    /// - Parameters:
    ///   - interval: How long it may take to the next value.
    ///   - scheduler: Where the calls downstream are to run.
    ///   - options: How they are to run.
    ///   - customError: Makes the failure to end with; without it, it finishes.
    /// - Returns: A publisher of the same values.
    @preconcurrency
    public func timeout(
        _ interval: DateMoment.Stride, scheduler: RunLoop, options: RunLoop.SchedulerOptions? = nil,
        customError: (@Sendable () -> Failure)? = nil
    ) -> Publishers.Timeout<Self, RunLoopScheduler> {
        timeout(interval, scheduler: scheduler.scheduler, options: options, customError: customError)
    }
}
