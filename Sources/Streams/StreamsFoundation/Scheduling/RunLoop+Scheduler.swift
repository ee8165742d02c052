public import Foundation
public import Streams

extension RunLoop {
    /// The type of a moment: a date.
    public typealias SchedulerTimeType = DateMoment

    /// The options for running an action in a run loop: there are none.
    public struct SchedulerOptions: Sendable {
        /// Creates the options.
        public init() {}
    }

    /// A scheduler that runs actions in this run loop.
    public var scheduler: RunLoopScheduler { RunLoopScheduler(self) }
}

/// A scheduler that runs actions in a run loop.
///
/// Foundation forbids a `RunLoop` to be `Sendable`, which a scheduler has to be. This type uses only what is safe from
/// any thread: it hands over blocks. The operators accept a `RunLoop` in its place.
public struct RunLoopScheduler: Scheduler, @unchecked Sendable {  // only hands over blocks, safe on any thread
    /// The type of a moment: a date.
    public typealias SchedulerTimeType = DateMoment
    /// The options for running an action in a run loop: there are none.
    public typealias SchedulerOptions = RunLoop.SchedulerOptions

    /// The run loop that runs the actions.
    public let runLoop: RunLoop

    /// Creates the scheduler of a run loop.
    ///
    /// - Parameter runLoop: The run loop that runs the actions.
    public init(_ runLoop: RunLoop) { self.runLoop = runLoop }

    /// The current moment.
    public var now: DateMoment { DateMoment(Date()) }
    /// The smallest tolerance that this scheduler accepts: zero.
    public var minimumTolerance: DateMoment.Stride { 0 }

    /// Runs `action` in the run loop.
    ///
    /// - Parameters:
    ///   - options: Ignored, as there are none.
    ///   - action: The closure to run.
    @preconcurrency
    public func schedule(options: SchedulerOptions?, _ action: @escaping @Sendable () -> Void) {
        runLoop.perform(action)
    }

    /// Runs `action` in the run loop's default mode at a later moment.
    ///
    /// - Parameters:
    ///   - date: The moment to run at.
    ///   - tolerance: The longest delay after `date` that is acceptable, in seconds.
    ///   - options: Ignored, as there are none.
    ///   - action: The closure to run.
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

    /// Runs `action` in the run loop's default mode at a later moment, and then repeatedly until it is cancelled.
    ///
    /// - Parameters:
    ///   - date: The moment of the first run.
    ///   - interval: The time between two runs, in seconds.
    ///   - tolerance: The longest delay of a run that is acceptable, in seconds.
    ///   - options: Ignored, as there are none.
    ///   - action: The closure to run.
    /// - Returns: A token that stops the repetition when it is cancelled or deallocated.
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
