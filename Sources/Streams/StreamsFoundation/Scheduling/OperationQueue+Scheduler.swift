public import Foundation
public import Streams

extension OperationQueue: Scheduler {
    /// The options for running an action on an operation queue: there are none.
    public struct SchedulerOptions: Sendable {
        /// Creates the options.
        public init() {}
    }

    /// The current moment.
    public var now: SchedulerTimeType { SchedulerTimeType(Date()) }
    /// The smallest tolerance that this scheduler accepts: zero.
    public var minimumTolerance: SchedulerTimeType.Stride { 0 }

    /// Runs `action` as an operation of the queue; see `Scheduler`, whose parameters are the same.
    @preconcurrency
    public func schedule(options: SchedulerOptions?, _ action: @escaping @Sendable () -> Void) { addOperation(action) }

    /// Runs `action` as an operation of the queue at a later moment; see `Scheduler`, whose parameters are the same.
    ///
    /// The tolerance is ignored. The operation is added to the queue immediately and becomes ready at `date`:
    /// `waitUntilAllOperationsAreFinished()` waits for it, and `cancelAllOperations()` cancels it.
    @preconcurrency
    public func schedule(
        after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
        _ action: @escaping @Sendable () -> Void
    ) {
        let due = add(action)
        clock.schedule(after: moment(date), tolerance: 0, options: nil) { due.start() }
    }

    /// Runs `action` as an operation of the queue at a later moment; see `Scheduler`, whose parameters are the same.
    ///
    /// The tolerance is ignored.
    ///
    /// - Returns: A token that removes the operation from the queue when it is cancelled or deallocated.
    public func _scheduleOnce(
        after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
        _ action: @escaping @Sendable () -> Void
    ) -> (any Cancellable)? {
        let due = add(action)
        let timer = clock._scheduleOnce(after: moment(date), tolerance: 0, options: nil) { due.start() }
        return AnyCancellable {
            timer?.cancel()
            due.cancel()
        }
    }

    /// Adds an operation that becomes ready when the returned one has started, or leaves the queue when that is
    /// cancelled.
    private func add(_ action: @escaping @Sendable () -> Void) -> DueOperation {
        let operation = BlockOperation(block: action)
        // In no queue: `action`'s operation waits for this operation to finish, and is ready immediately if it is
        // cancelled.
        let due = DueOperation(releasing: operation)
        operation.addDependency(due)
        addOperation(operation)
        return due
    }

    /// Runs `action` as operations of the queue repeatedly; see `Scheduler`, whose parameters are the same.
    ///
    /// Each operation is added when it is due, because `waitUntilAllOperationsAreFinished()` would otherwise wait until
    /// the repetition is cancelled.
    ///
    /// - Returns: A token that stops the repetition when it is cancelled or deallocated.
    @preconcurrency
    public func schedule(
        after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
        options: SchedulerOptions?, _ action: @escaping @Sendable () -> Void
    ) -> any Cancellable {
        clock.schedule(
            after: moment(date), interval: .seconds(interval.timeInterval),
            tolerance: .seconds(tolerance.timeInterval), options: nil
        ) { self.addOperation(action) }
    }

    /// The scheduler whose timers add operations, or make them ready.
    private var clock: DispatchQueue { .global() }

    /// Returns a moment on ``clock``, now or later.
    private func moment(_ date: SchedulerTimeType) -> DispatchQueue.SchedulerTimeType {
        clock.now.advanced(by: .seconds(max(0, date.date.timeIntervalSinceNow)))
    }
}

/// The date of an operation: the operation is ready as soon as this one has finished.
private final class DueOperation: Operation, @unchecked Sendable {  // never changed; `Operation` is safe for threads
    private weak var operation: Operation?

    init(releasing operation: Operation) { self.operation = operation }

    /// Removes the operation from its queue.
    override func cancel() {
        super.cancel()
        operation?.cancel()
    }
}

extension OperationQueue {
    /// A date, as the moment type of operation queues.
    public struct SchedulerTimeType: Strideable, Hashable, Codable, Sendable {
        /// The date.
        public var date: Date

        /// Creates a moment.
        ///
        /// - Parameter date: The date.
        public init(_ date: Date) { self.date = date }

        /// Returns the time to a moment, negative if it is earlier; see `Strideable`, whose parameters are the same.
        public func distance(to other: Self) -> Stride { Stride(other.date.timeIntervalSince(date)) }
        /// Returns the moment that is a length of time later; see `Strideable`, whose parameters are the same.
        public func advanced(by stride: Stride) -> Self { Self(date.addingTimeInterval(stride.timeInterval)) }

        /// A length of time in seconds.
        public struct Stride: _DateStride {
            /// The length in seconds.
            public var magnitude: TimeInterval

            /// Creates a length of time.
            ///
            /// - Parameter timeInterval: The length in seconds.
            public init(_ timeInterval: TimeInterval) { magnitude = timeInterval }
        }
    }
}
