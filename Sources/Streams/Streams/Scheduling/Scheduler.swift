/// A type that runs actions as soon as possible, at a later moment, or repeatedly.
///
/// `DispatchQueue` and `OperationQueue` conform to this protocol after `import StreamsFoundation`. Without that import
/// the compiler reports that `DispatchQueue` does not conform to `Scheduler`. A `RunLoop` cannot conform, as Foundation
/// forbids it to be `Sendable`; with the same import the operators accept a `RunLoop`, and its `scheduler` property is
/// a scheduler.
public protocol Scheduler<SchedulerTimeType>: Sendable {
    /// The type of a moment on the clock of this scheduler.
    associatedtype SchedulerTimeType: Strideable & Sendable
    where SchedulerTimeType.Stride: SchedulerTimeIntervalConvertible & Sendable
    /// The type of the options for running an action.
    associatedtype SchedulerOptions: Sendable

    /// The current moment.
    var now: SchedulerTimeType { get }
    /// The smallest tolerance that this scheduler accepts.
    var minimumTolerance: SchedulerTimeType.Stride { get }

    /// Runs an action as soon as possible.
    ///
    /// - Parameters:
    ///   - options: The options for running the action; `nil` uses the scheduler's defaults.
    ///   - action: The closure to run.
    @preconcurrency
    func schedule(options: SchedulerOptions?, _ action: @escaping @Sendable () -> Void)

    /// Runs an action at a later moment.
    ///
    /// - Parameters:
    ///   - date: The moment to run at.
    ///   - tolerance: The longest delay after `date` that is acceptable.
    ///   - options: The options for running the action; `nil` uses the scheduler's defaults.
    ///   - action: The closure to run.
    @preconcurrency
    func schedule(
        after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
        _ action: @escaping @Sendable () -> Void)

    /// Runs an action at a later moment, and then repeatedly.
    ///
    /// - Parameters:
    ///   - date: The moment of the first run.
    ///   - interval: The time between two runs.
    ///   - tolerance: The longest delay of a run that is acceptable.
    ///   - options: The options for running the action; `nil` uses the scheduler's defaults.
    ///   - action: The closure to run.
    /// - Returns: A token that stops the repetition when it is cancelled.
    @preconcurrency
    func schedule(
        after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
        options: SchedulerOptions?, _ action: @escaping @Sendable () -> Void
    ) -> any Cancellable

    /// Runs an action once at a later moment, unless it is cancelled before.
    ///
    /// The timed operators call it, so that a cancelled subscription leaves no timer behind.
    ///
    /// - Parameters:
    ///   - date: The moment to run at.
    ///   - tolerance: The longest delay after `date` that is acceptable.
    ///   - options: The options for running the action; `nil` uses the scheduler's defaults.
    ///   - action: The closure to run.
    /// - Returns: A token that removes the action when it is cancelled or deallocated; `nil`, as by default, for a
    ///   scheduler that keeps an action until it has run.
    func _scheduleOnce(
        after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
        _ action: @escaping @Sendable () -> Void
    ) -> (any Cancellable)?
}

extension Scheduler {
    /// The default implementation, which schedules the action permanently and returns `nil`.
    public func _scheduleOnce(
        after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
        _ action: @escaping @Sendable () -> Void
    ) -> (any Cancellable)? {
        schedule(after: date, tolerance: tolerance, options: options, action)
        return nil
    }

    /// Runs an action as soon as possible, with the scheduler's default options.
    ///
    /// - Parameter action: The closure to run.
    @preconcurrency @_alwaysEmitIntoClient
    public func schedule(_ action: @escaping @Sendable () -> Void) { schedule(options: nil, action) }

    /// Runs an action at a later moment, with the smallest tolerance and the scheduler's default options; see
    /// ``schedule(after:tolerance:options:_:)``, whose parameters are the same.
    @preconcurrency @_alwaysEmitIntoClient
    public func schedule(after date: SchedulerTimeType, _ action: @escaping @Sendable () -> Void) {
        schedule(after: date, tolerance: minimumTolerance, options: nil, action)
    }

    /// Runs an action at a later moment, with the scheduler's default options; see
    /// ``schedule(after:tolerance:options:_:)``, whose parameters are the same.
    @preconcurrency @_alwaysEmitIntoClient
    public func schedule(
        after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, _ action: @escaping @Sendable () -> Void
    ) {
        schedule(after: date, tolerance: tolerance, options: nil, action)
    }

    /// Runs an action repeatedly, with the smallest tolerance and the scheduler's default options; see
    /// ``schedule(after:interval:tolerance:options:_:)``, whose parameters are the same.
    @preconcurrency @_alwaysEmitIntoClient
    public func schedule(
        after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, _ action: @escaping @Sendable () -> Void
    ) -> any Cancellable {
        schedule(after: date, interval: interval, tolerance: minimumTolerance, options: nil, action)
    }

    /// Runs an action repeatedly, with the scheduler's default options; see
    /// ``schedule(after:interval:tolerance:options:_:)``, whose parameters are the same.
    @preconcurrency @_alwaysEmitIntoClient
    public func schedule(
        after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
        _ action: @escaping @Sendable () -> Void
    ) -> any Cancellable {
        schedule(after: date, interval: interval, tolerance: tolerance, options: nil, action)
    }
}

/// A length of time that can be created from a number of seconds or of fractions of a second.
public protocol SchedulerTimeIntervalConvertible {
    /// Returns a length of time in seconds.
    ///
    /// - Parameter value: The number of seconds.
    /// - Returns: The length of time.
    static func seconds(_ value: Int) -> Self
    /// Returns a length of time in seconds.
    ///
    /// - Parameter value: The number of seconds, fractions included.
    /// - Returns: The length of time.
    static func seconds(_ value: Double) -> Self
    /// Returns a length of time in milliseconds.
    ///
    /// - Parameter value: The number of milliseconds.
    /// - Returns: The length of time.
    static func milliseconds(_ value: Int) -> Self
    /// Returns a length of time in microseconds.
    ///
    /// - Parameter value: The number of microseconds.
    /// - Returns: The length of time.
    static func microseconds(_ value: Int) -> Self
    /// Returns a length of time in nanoseconds.
    ///
    /// - Parameter value: The number of nanoseconds.
    /// - Returns: The length of time.
    static func nanoseconds(_ value: Int) -> Self
}
