public import Foundation
public import Streams

extension RunLoop {
    /// A moment of the calendar.
    public typealias SchedulerTimeType = DateMoment

    /// How an action is to run in a run loop: there is nothing to say.
    public struct SchedulerOptions: Sendable {
        /// Makes options.
        public init() {}
    }

    /// The scheduler that runs actions in this run loop.
    public var scheduler: RunLoopScheduler { RunLoopScheduler(self) }
}

/// Runs actions in a run loop.
///
/// Foundation forbids a `RunLoop` to be `Sendable`, which a scheduler has to be; this one uses only what is safe from any
/// thread: handing over a block. The operators take a `RunLoop` in its place.
public struct RunLoopScheduler: Scheduler, @unchecked Sendable {  // only hands over blocks, which any thread may
    /// A moment of the calendar.
    public typealias SchedulerTimeType = DateMoment
    /// How an action is to run in a run loop: there is nothing to say.
    public typealias SchedulerOptions = RunLoop.SchedulerOptions

    /// Where actions run.
    public let runLoop: RunLoop

    /// Makes the scheduler of a run loop.
    ///
    /// - Parameter runLoop: Where actions run.
    public init(_ runLoop: RunLoop) { self.runLoop = runLoop }

    /// This moment.
    public var now: DateMoment { DateMoment(Date()) }
    /// None.
    public var minimumTolerance: DateMoment.Stride { 0 }

    /// Runs `action` in the run loop.
    @preconcurrency
    public func schedule(options: SchedulerOptions?, _ action: @escaping @Sendable () -> Void) {
        runLoop.perform(action)
    }

    /// Runs `action` in the run loop at a later moment.
    @preconcurrency
    public func schedule(
        after date: DateMoment, tolerance: DateMoment.Stride, options: SchedulerOptions?,
        _ action: @escaping @Sendable () -> Void
    ) {
        runLoop.perform { [self] in
            let timer = Timer(fire: date.date, interval: 0, repeats: false) { _ in action() }
            timer.tolerance = tolerance.timeInterval
            runLoop.add(timer, forMode: .default)
        }
    }

    /// Runs `action` in the run loop at a later moment, and then again and again until it is cancelled.
    @preconcurrency
    public func schedule(
        after date: DateMoment, interval: DateMoment.Stride, tolerance: DateMoment.Stride,
        options: SchedulerOptions?, _ action: @escaping @Sendable () -> Void
    ) -> any Cancellable {
        nonisolated(unsafe) let timer = Timer(fire: date.date, interval: interval.timeInterval, repeats: true) { _ in
            action()
        }
        timer.tolerance = tolerance.timeInterval
        runLoop.perform { [self] in runLoop.add(timer, forMode: .default) }
        return AnyCancellable { timer.invalidate() }
    }
}
