/// Something that runs actions now, later or again and again.
public protocol Scheduler<SchedulerTimeType>: Sendable {
    /// A moment, as this scheduler counts time.
    associatedtype SchedulerTimeType: Strideable & Sendable
    where SchedulerTimeType.Stride: SchedulerTimeIntervalConvertible & Sendable
    /// What can be said about how an action is to run.
    associatedtype SchedulerOptions: Sendable

    /// This moment.
    var now: SchedulerTimeType { get }
    /// The shortest tolerance that makes sense.
    var minimumTolerance: SchedulerTimeType.Stride { get }

    /// Runs an action as soon as possible.
    ///
    /// - Parameters:
    ///   - options: How it is to run.
    ///   - action: What is run.
    @preconcurrency
    func schedule(options: SchedulerOptions?, _ action: @escaping @Sendable () -> Void)

    /// Runs an action at a later moment.
    ///
    /// - Parameters:
    ///   - date: When it is to run.
    ///   - tolerance: By how much it may be late.
    ///   - options: How it is to run.
    ///   - action: What is run.
    @preconcurrency
    func schedule(
        after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
        _ action: @escaping @Sendable () -> Void)

    /// Runs an action at a later moment, and then again and again.
    ///
    /// - Parameters:
    ///   - date: When it is to run first.
    ///   - interval: The time from one run to the next.
    ///   - tolerance: By how much it may be late.
    ///   - options: How it is to run.
    ///   - action: What is run.
    /// - Returns: What stops it.
    @preconcurrency
    func schedule(
        after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
        options: SchedulerOptions?, _ action: @escaping @Sendable () -> Void
    ) -> any Cancellable
}

extension Scheduler {
    /// Runs an action as soon as possible.
    ///
    /// - Parameter action: What is run.
    @preconcurrency @inlinable
    public func schedule(_ action: @escaping @Sendable () -> Void) {
        schedule(options: nil, action)
    }

    /// Runs an action at a later moment.
    ///
    /// - Parameters:
    ///   - date: When it is to run.
    ///   - action: What is run.
    @preconcurrency @inlinable
    public func schedule(after date: SchedulerTimeType, _ action: @escaping @Sendable () -> Void) {
        schedule(after: date, tolerance: minimumTolerance, options: nil, action)
    }

    /// Runs an action at a later moment.
    ///
    /// - Parameters:
    ///   - date: When it is to run.
    ///   - tolerance: By how much it may be late.
    ///   - action: What is run.
    @preconcurrency @inlinable
    public func schedule(
        after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, _ action: @escaping @Sendable () -> Void
    ) {
        schedule(after: date, tolerance: tolerance, options: nil, action)
    }

    /// Runs an action at a later moment, and then again and again.
    ///
    /// - Parameters:
    ///   - date: When it is to run first.
    ///   - interval: The time from one run to the next.
    ///   - action: What is run.
    /// - Returns: What stops it.
    @preconcurrency @inlinable
    public func schedule(
        after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, _ action: @escaping @Sendable () -> Void
    ) -> any Cancellable {
        schedule(after: date, interval: interval, tolerance: minimumTolerance, options: nil, action)
    }

    /// Runs an action at a later moment, and then again and again.
    ///
    /// - Parameters:
    ///   - date: When it is to run first.
    ///   - interval: The time from one run to the next.
    ///   - tolerance: By how much it may be late.
    ///   - action: What is run.
    /// - Returns: What stops it.
    @preconcurrency @inlinable
    public func schedule(
        after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
        _ action: @escaping @Sendable () -> Void
    ) -> any Cancellable {
        schedule(after: date, interval: interval, tolerance: tolerance, options: nil, action)
    }
}

/// A length of time that can be said in seconds and their fractions.
public protocol SchedulerTimeIntervalConvertible {
    /// That many seconds.
    ///
    /// - Parameter value: How many.
    /// - Returns: The length of time.
    static func seconds(_ value: Int) -> Self
    /// That many seconds.
    ///
    /// - Parameter value: How many.
    /// - Returns: The length of time.
    static func seconds(_ value: Double) -> Self
    /// That many milliseconds.
    ///
    /// - Parameter value: How many.
    /// - Returns: The length of time.
    static func milliseconds(_ value: Int) -> Self
    /// That many microseconds.
    ///
    /// - Parameter value: How many.
    /// - Returns: The length of time.
    static func microseconds(_ value: Int) -> Self
    /// That many nanoseconds.
    ///
    /// - Parameter value: How many.
    /// - Returns: The length of time.
    static func nanoseconds(_ value: Int) -> Self
}
