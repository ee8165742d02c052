import Synchronization

extension Publishers {
    /// Gives what a closure sends, for instance from the callbacks of another library.
    ///
    /// Not in Combine. Values wait until they are demanded; the closure runs for each subscriber.
    public struct Create<Output: Sendable, Failure: Error>: Publisher {
        /// How many values may wait.
        public let capacity: Int
        /// What becomes of a value for which there is no room.
        public let whenFull: BufferingStrategy<Failure>
        private let body: @Sendable (Sender) -> (any Cancellable)?

        /// Makes a publisher of what a closure sends.
        ///
        /// - Parameters:
        ///   - capacity: How many values may wait; no bound unless it is said.
        ///   - whenFull: What becomes of a value for which there is no room.
        ///   - body: Starts the work, and returns what stops it.
        @preconcurrency
        public init(
            capacity: Int = .max, whenFull: BufferingStrategy<Failure> = .dropNewest,
            _ body: @escaping @Sendable (Sender) -> (any Cancellable)?
        ) {
            self.capacity = capacity
            self.whenFull = whenFull
            self.body = body
        }

        /// Starts the work for `subscriber`.
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

        /// Sends values to one subscriber, from any thread, one at a time and in order.
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

            /// Sends a value; after the end it is ignored.
            ///
            /// - Parameter value: The value.
            public func send(_ value: Output) { give(value) }

            /// Sends the end; the first counts.
            ///
            /// - Parameter completion: The end.
            public func send(completion: Subscribers.Completion<Failure>) { finish(completion) }
        }
    }
}

/// What is under way for one subscriber, and is stopped once, however early.
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
