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

    // The requirements of `Scheduler`; `RunLoop` cannot conform, because Foundation forbids it to be `Sendable`.

    /// The current moment.
    public var now: DateMoment { scheduler.now }

    /// The smallest tolerance that a run loop accepts: zero.
    public var minimumTolerance: DateMoment.Stride { scheduler.minimumTolerance }

    /// Runs an action in this run loop as soon as possible; see `Scheduler`, whose parameters are the same.
    @preconcurrency
    public func schedule(options: SchedulerOptions? = nil, _ action: @escaping @Sendable () -> Void) {
        scheduler.schedule(options: options, action)
    }

    /// Runs an action in this run loop at a later moment; see `Scheduler`, whose parameters are the same.
    ///
    /// The tolerance is zero by default.
    @preconcurrency
    public func schedule(
        after date: DateMoment, tolerance: DateMoment.Stride = 0, options: SchedulerOptions? = nil,
        _ action: @escaping @Sendable () -> Void
    ) {
        scheduler.schedule(after: date, tolerance: tolerance, options: options, action)
    }

    /// Runs an action in this run loop repeatedly; see `Scheduler`, whose parameters are the same.
    ///
    /// The tolerance is zero by default.
    ///
    /// - Returns: A token that stops the repetition when it is cancelled or deallocated.
    @preconcurrency
    public func schedule(
        after date: DateMoment, interval: DateMoment.Stride, tolerance: DateMoment.Stride = 0,
        options: SchedulerOptions? = nil, _ action: @escaping @Sendable () -> Void
    ) -> any Cancellable {
        scheduler.schedule(after: date, interval: interval, tolerance: tolerance, options: options, action)
    }
}

/// A scheduler that runs actions in a run loop.
///
/// Foundation forbids a `RunLoop` to be `Sendable`, which a scheduler has to be. This type uses only thread-safe
/// methods: it adds actions and timers. The operators accept a `RunLoop` in its place.
public struct RunLoopScheduler: Scheduler, @unchecked Sendable {  // adds actions and timers, which any thread may
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

    /// Runs `action` in the run loop; see `Scheduler`, whose parameters are the same.
    @preconcurrency
    public func schedule(options: SchedulerOptions?, _ action: @escaping @Sendable () -> Void) {
        runLoop.perform(action)
        // A new action does not wake a sleeping loop; a timer does.
        add(Timer(fire: .distantPast, interval: 0, repeats: false) { _ in })
    }

    /// Runs `action` in the run loop's default mode at a later moment; see `Scheduler`, whose parameters are the same.
    @preconcurrency
    public func schedule(
        after date: DateMoment, tolerance: DateMoment.Stride, options: SchedulerOptions?,
        _ action: @escaping @Sendable () -> Void
    ) {
        add(timer(date, tolerance, action))
    }

    /// Runs `action` in the run loop's default mode at a later moment; see `Scheduler`, whose parameters are the same.
    ///
    /// - Returns: A token that removes the action when it is cancelled or deallocated.
    public func _scheduleOnce(
        after date: DateMoment, tolerance: DateMoment.Stride, options: SchedulerOptions?,
        _ action: @escaping @Sendable () -> Void
    ) -> (any Cancellable)? {
        nonisolated(unsafe) let timer = timer(date, tolerance, action)
        add(timer)
        return AnyCancellable { timer.invalidate() }
    }

    /// Runs `action` in the run loop's default mode repeatedly; see `Scheduler`, whose parameters are the same.
    ///
    /// - Returns: A token that stops the repetition when it is cancelled or deallocated.
    @preconcurrency
    public func schedule(
        after date: DateMoment, interval: DateMoment.Stride, tolerance: DateMoment.Stride,
        options: SchedulerOptions?, _ action: @escaping @Sendable () -> Void
    ) -> any Cancellable {
        nonisolated(unsafe) let timer = timer(date, tolerance, every: interval.timeInterval, action)
        add(timer)
        return AnyCancellable { timer.invalidate() }
    }

    private func timer(
        _ date: DateMoment, _ tolerance: DateMoment.Stride, every interval: TimeInterval? = nil,
        _ action: @escaping @Sendable () -> Void
    ) -> Timer {
        let timer = Timer(fire: date.date, interval: interval ?? 0, repeats: interval != nil) { _ in action() }
        timer.tolerance = tolerance.timeInterval
        return timer
    }

    /// Adds a timer, which wakes the loop; any thread may call this.
    private func add(_ timer: Timer) { runLoop.add(timer, forMode: .default) }
}
