public import Foundation
public import Streams

extension Publisher {
    /// Publishes values and the completion in a run loop.
    ///
    /// - Parameters:
    ///   - runLoop: The run loop that calls the subscriber.
    ///   - options: Ignored, as a run loop has no options.
    /// - Returns: A publisher of the same values; it ends with this publisher's completion.
    /// - Complexity: O(*n*) memory in the number of values that wait for the run loop.
    public func receive(
        on runLoop: RunLoop, options: RunLoop.SchedulerOptions? = nil
    ) -> Publishers.ReceiveOn<Self, RunLoopScheduler> {
        receive(on: runLoop.scheduler, options: options)
    }

    /// Subscribes to this publisher, requests values and cancels in a run loop.
    ///
    /// - Parameters:
    ///   - runLoop: The run loop that subscribes, requests and cancels.
    ///   - options: Ignored, as a run loop has no options.
    /// - Returns: A publisher of the same values; it ends with this publisher's completion.
    public func subscribe(
        on runLoop: RunLoop, options: RunLoop.SchedulerOptions? = nil
    ) -> Publishers.SubscribeOn<Self, RunLoopScheduler> {
        subscribe(on: runLoop.scheduler, options: options)
    }

    /// Publishes values and the completion after a delay, in a run loop.
    ///
    /// - Parameters:
    ///   - interval: The delay in seconds.
    ///   - tolerance: The additional delay in seconds that is acceptable; `nil` uses the smallest tolerance, zero.
    ///   - scheduler: The run loop that calls the subscriber.
    ///   - options: Ignored, as a run loop has no options.
    /// - Returns: A publisher of the same values; it ends with this publisher's completion.
    /// - Complexity: O(*n*) memory in the number of values that are being delayed.
    public func delay(
        for interval: DateMoment.Stride, tolerance: DateMoment.Stride? = nil, scheduler: RunLoop,
        options: RunLoop.SchedulerOptions? = nil
    ) -> Publishers.Delay<Self, RunLoopScheduler> {
        delay(for: interval, tolerance: tolerance, scheduler: scheduler.scheduler, options: options)
    }

    /// Publishes a value only after a period in which this publisher published no other value, in a run loop.
    ///
    /// A value that is still pending when this publisher finishes or fails is dropped, as in Combine.
    ///
    /// - Parameters:
    ///   - dueTime: The period without another value that must pass, in seconds.
    ///   - scheduler: The run loop that calls the subscriber.
    ///   - options: Ignored, as a run loop has no options.
    /// - Returns: A publisher of the last value before each pause; it ends with this publisher's completion.
    /// - Complexity: O(1) memory: one value is kept.
    public func debounce(
        for dueTime: DateMoment.Stride, scheduler: RunLoop, options: RunLoop.SchedulerOptions? = nil
    ) -> Publishers.Debounce<Self, RunLoopScheduler> {
        debounce(for: dueTime, scheduler: scheduler.scheduler, options: options)
    }

    /// Publishes at most one value per interval, in a run loop.
    ///
    /// - Parameters:
    ///   - interval: The length of an interval in seconds.
    ///   - scheduler: The run loop that calls the subscriber.
    ///   - latest: Whether the last value of an interval is published, or the first.
    /// - Returns: A publisher of fewer values; a value that still waits is published before this publisher's
    ///   completion.
    /// - Complexity: O(1) memory: one value is kept.
    public func throttle(
        for interval: DateMoment.Stride, scheduler: RunLoop, latest: Bool
    ) -> Publishers.Throttle<Self, RunLoopScheduler> {
        throttle(for: interval, scheduler: scheduler.scheduler, latest: latest)
    }

    /// Ends the stream if no value is published within an interval after the subscription or the previous value, in a
    /// run loop.
    ///
    /// - Parameters:
    ///   - interval: The longest time between two values, in seconds.
    ///   - scheduler: The run loop that calls the subscriber.
    ///   - options: Ignored, as a run loop has no options.
    ///   - customError: The closure that returns the failure of a timeout; `nil` finishes the stream instead.
    /// - Returns: A publisher of the same values; it ends with this publisher's completion, or cancels it and ends at a
    ///   timeout.
    /// - Complexity: O(1) per value.
    @preconcurrency
    public func timeout(
        _ interval: DateMoment.Stride, scheduler: RunLoop, options: RunLoop.SchedulerOptions? = nil,
        customError: (@Sendable () -> Failure)? = nil
    ) -> Publishers.Timeout<Self, RunLoopScheduler> {
        timeout(interval, scheduler: scheduler.scheduler, options: options, customError: customError)
    }
}
