import Synchronization

extension Publishers {
    /// A publisher of the values that a closure sends, for instance from the callbacks of another library.
    ///
    /// It is not part of Combine. Values are buffered until they are demanded; the closure runs once for each
    /// subscriber.
    public struct Create<Output: Sendable, Failure: Error>: Publisher {
        /// The maximum number of buffered values.
        public let capacity: Int
        /// The treatment of a value that arrives while the buffer is full.
        public let whenFull: BufferingStrategy<Failure>
        private let body: @Sendable (Sender) -> (any Cancellable)?

        /// Creates a publisher of the values that a closure sends.
        ///
        /// - Parameters:
        ///   - capacity: The maximum number of buffered values; unlimited by default.
        ///   - whenFull: The treatment of a value that arrives while the buffer is full; by default that value is
        ///     dropped.
        ///   - body: The closure that starts the work of one subscriber and returns a token that stops it, or `nil`.
        @preconcurrency
        public init(
            capacity: Int = .max, whenFull: BufferingStrategy<Failure> = .dropNewest,
            _ body: @escaping @Sendable (Sender) -> (any Cancellable)?
        ) {
            self.capacity = capacity
            self.whenFull = whenFull
            self.body = body
        }

        /// Attaches `subscriber` and starts its work.
        ///
        /// - Parameter subscriber: The subscriber to attach.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let work = Work()
            let overflow: BufferedSubscription<S>.Overflow =
                switch whenFull {
                case .dropNewest: .dropNewest
                case .dropOldest: .dropOldest
                case .customError(let failure): .fail(failure)
                }
            let dispenser = BufferedSubscription(
                downstream: subscriber, capacity: capacity, overflow: overflow, stopped: { _ in work.stop() })
            dispenser.begin()
            guard !work.isStopped else { return }
            let sender = Sender(
                give: { dispenser.give($0) },
                finish: { completion in
                    dispenser.finish(completion)
                    work.stop()
                })
            work.start(body(sender))
        }

        /// A sender of values to one subscriber; any thread may use it, and values are delivered one at a time and in
        /// order.
        public struct Sender: Sendable {
            private let give: @Sendable (Output) -> Void
            private let finish: @Sendable (Subscribers.Completion<Failure>) -> Void

            fileprivate init(
                give: @escaping @Sendable (Output) -> Void,
                finish: @escaping @Sendable (Subscribers.Completion<Failure>) -> Void
            ) {
                self.give = give
                self.finish = finish
            }

            /// Sends a value; after the completion it is ignored.
            ///
            /// - Parameter value: The value.
            public func send(_ value: Output) { give(value) }

            /// Sends the completion; only the first one has an effect.
            ///
            /// - Parameter completion: The signal that the publisher has finished or failed.
            public func send(completion: Subscribers.Completion<Failure>) { finish(completion) }
        }
    }
}

/// The work of one subscriber, which is stopped once, possibly before it has started.
private final class Work: Sendable {
    private struct State: Sendable {
        var task: (any Cancellable)?
        var isStopped = false
    }

    private let state = Mutex(State())

    var isStopped: Bool { state.withLock { $0.isStopped } }

    func start(_ task: (any Cancellable)?) {
        let isLate = state.withLock { state in
            if !state.isStopped { state.task = task }
            return state.isStopped
        }
        if isLate { task?.cancel() }
    }

    func stop() {
        let task = state.withLock { state in
            state.isStopped = true
            return state.task.take()
        }
        task?.cancel()
    }
}
