public import Foundation
public import Streams

extension Publisher {
    /// Publishes values and the completion in a run loop; see `receive(on:options:)`, whose parameters are the same.
    public func receive(
        on runLoop: RunLoop, options: RunLoop.SchedulerOptions? = nil
    ) -> Publishers.ReceiveOn<Self, RunLoopScheduler> {
        receive(on: runLoop.scheduler, options: options)
    }

    /// Subscribes, requests and cancels in a run loop; see `subscribe(on:options:)`, whose parameters are the same.
    public func subscribe(
        on runLoop: RunLoop, options: RunLoop.SchedulerOptions? = nil
    ) -> Publishers.SubscribeOn<Self, RunLoopScheduler> {
        subscribe(on: runLoop.scheduler, options: options)
    }

    /// Publishes values and the completion after a delay, in a run loop; see
    /// `delay(for:tolerance:scheduler:options:)`, whose parameters are the same.
    public func delay(
        for interval: DateMoment.Stride, tolerance: DateMoment.Stride? = nil, scheduler: RunLoop,
        options: RunLoop.SchedulerOptions? = nil
    ) -> Publishers.Delay<Self, RunLoopScheduler> {
        delay(for: interval, tolerance: tolerance, scheduler: scheduler.scheduler, options: options)
    }

    /// Publishes a value after a period without another value, in a run loop; see
    /// `debounce(for:scheduler:options:)`, whose parameters are the same.
    public func debounce(
        for dueTime: DateMoment.Stride, scheduler: RunLoop, options: RunLoop.SchedulerOptions? = nil
    ) -> Publishers.Debounce<Self, RunLoopScheduler> {
        debounce(for: dueTime, scheduler: scheduler.scheduler, options: options)
    }

    /// Publishes at most one value per interval, in a run loop; see `throttle(for:scheduler:latest:)`,
    /// whose parameters are the same.
    public func throttle(
        for interval: DateMoment.Stride, scheduler: RunLoop, latest: Bool
    ) -> Publishers.Throttle<Self, RunLoopScheduler> {
        throttle(for: interval, scheduler: scheduler.scheduler, latest: latest)
    }

    /// Ends the stream if no value is published within an interval, in a run loop; see
    /// `timeout(_:scheduler:options:customError:)`, whose parameters are the same.
    @preconcurrency
    public func timeout(
        _ interval: DateMoment.Stride, scheduler: RunLoop, options: RunLoop.SchedulerOptions? = nil,
        customError: (@Sendable () -> Failure)? = nil
    ) -> Publishers.Timeout<Self, RunLoopScheduler> {
        timeout(interval, scheduler: scheduler.scheduler, options: options, customError: customError)
    }

    /// Publishes the time between consecutive values by the clock of a run loop; see `measureInterval(using:options:)`,
    /// whose parameters are the same.
    public func measureInterval(
        using scheduler: RunLoop, options: RunLoop.SchedulerOptions? = nil
    ) -> Publishers.MeasureInterval<Self, RunLoopScheduler> {
        measureInterval(using: scheduler.scheduler)
    }
}

extension Publishers.TimeGroupingStrategy where Context == RunLoopScheduler {
    /// The strategy `byTime(_:_:)` with a run loop, whose parameters are the same as those of the case.
    public static func byTime(_ runLoop: RunLoop, _ interval: DateMoment.Stride) -> Self {
        .byTime(runLoop.scheduler, interval)
    }

    /// The strategy `byTimeOrCount(_:_:_:)` with a run loop, whose parameters are the same as those of the case.
    public static func byTimeOrCount(_ runLoop: RunLoop, _ interval: DateMoment.Stride, _ count: Int) -> Self {
        .byTimeOrCount(runLoop.scheduler, interval, count)
    }
}
