public import Streams
import Synchronization

extension Publishers {
    /// A publisher of the values that a closure sends, for instance from the callbacks of another library.
    ///
    /// Values wait until they are requested; the closure runs once for each subscriber.
    ///
    /// ```swift
    /// let ticks = Publishers.Create<Int, Never>(capacity: 10) { sender in
    ///     for number in 1...3 { _ = sender.send(number) }
    ///     sender.send(completion: .finished)
    ///     return nil
    /// }
    /// _ = ticks.sink { print($0) }
    /// // prints 1, 2, 3
    /// ```
    public struct Create<Output: Sendable, Failure: Error>: Publisher {
        /// The maximum number of values that wait until they are requested.
        public let capacity: Int
        /// The treatment of a value for which there is no space.
        public let whenFull: BufferingStrategy<Failure>
        private let body: @Sendable (Sender) -> (any Cancellable)?

        /// Creates a publisher of the values that a closure sends.
        ///
        /// - Parameters:
        ///   - capacity: The maximum number of values that wait until they are requested; `.max` means no limit. A
        ///     negative number counts as 0.
        ///   - whenFull: The treatment of a value for which there is no space; it is dropped by default.
        ///   - body: A closure that starts the work and returns a token that stops it.
        @preconcurrency
        public init(
            capacity: Int, whenFull: BufferingStrategy<Failure> = .dropNewest,
            _ body: @escaping @Sendable (Sender) -> (any Cancellable)?
        ) {
            self.capacity = Swift.max(0, capacity)
            self.whenFull = whenFull
            self.body = body
        }

        /// Starts the work for `subscriber`; see `Publisher`, whose parameters are the same.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let task = CreatedTask()
            let delivery = BufferedSubscription(
                name: "Create", downstream: AnySubscriber(subscriber), capacity: capacity, overflow: whenFull,
                stopped: { _ in task.stop() })
            delivery.begin()
            if !task.isStopped { task.start(body(Sender(delivery: delivery, task: task))) }
        }

        /// A sender of values to one subscriber, from any thread, one at a time and in order.
        public struct Sender: Sendable {
            fileprivate let delivery: BufferedSubscription<AnySubscriber<Output, Failure>>
            fileprivate let task: CreatedTask

            /// Sends a value; does nothing after the completion.
            ///
            /// - Parameter value: The value.
            /// - Returns: Whether there was space for the value.
            @discardableResult
            public func send(_ value: Output) -> SendResult { SendResult(delivery.give(value)) }

            /// Sends the completion; only the first completion counts.
            ///
            /// - Parameter completion: Whether the stream finishes or fails.
            public func send(completion: Subscribers.Completion<Failure>) {
                delivery.finish(completion)
                task.stop()
            }
        }
    }
}

/// The work for one subscriber, which is stopped once, possibly before it has started.
private final class CreatedTask: Sendable {
    private struct State: Sendable {
        var token: (any Cancellable)?
        var isStopped = false
    }

    private let state = Mutex(State())

    var isStopped: Bool { state.withLock { $0.isStopped } }

    func start(_ token: (any Cancellable)?) {
        let isLate = state.withLock { state in
            if !state.isStopped { state.token = token }
            return state.isStopped
        }
        if isLate { token?.cancel() }
    }

    func stop() {
        let token = state.withLock { state in
            state.isStopped = true
            return state.token.take()
        }
        token?.cancel()
    }
}

extension Publishers.Create.Sender {
    /// The outcome of sending a value.
    ///
    /// The first three outcomes have the names of `AsyncStream.Continuation.YieldResult`.
    public struct SendResult: Sendable, Hashable {
        private let outcome: BufferingOutcome

        init(_ outcome: BufferingOutcome) { self.outcome = outcome }

        /// The outcome that the subscriber received the value, or that the value waits until it is requested.
        ///
        /// With `.dropOldest`, a later value may still replace a waiting value.
        public static var enqueued: Self { Self(.accepted) }
        /// The outcome that there was no space: the treatment for a full buffer dropped this value, dropped the oldest
        /// waiting value in its place, or made the stream fail.
        public static var dropped: Self { Self(.full) }
        /// The outcome that the stream has ended, or that the subscriber has cancelled.
        public static var terminated: Self { Self(.closed) }
        /// The outcome that the value follows a delivery in progress, on another thread or further up the stack.
        ///
        /// Whether there is space for it is decided after that delivery.
        public static var deferred: Self { Self(.deferred) }
    }
}
