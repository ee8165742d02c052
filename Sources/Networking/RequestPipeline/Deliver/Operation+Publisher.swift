package import Streams
import Synchronization

extension Operation {
    /// Returns a publisher that starts the operation for each subscriber, at its first demand.
    package func publisher() -> AnyPublisher<Value, Failure> {
        OperationPublisher(operation: self).eraseToAnyPublisher()
    }
}

private struct OperationPublisher<Output: Sendable, Failure: Error>: Publisher {
    let operation: Operation<Output, Failure>

    func receive(subscriber: some Subscriber<Output, Failure>) {
        subscriber.receive(subscription: OperationSubscription(operation, subscriber))
    }
}

/// The operation of one subscriber. Cancelling it cancels the operation, and nothing is delivered afterwards.
private final class OperationSubscription<Downstream: Subscriber>: Subscription
where Downstream.Input: Sendable {
    private enum State {
        case idle(Operation<Downstream.Input, Downstream.Failure>, Downstream)
        case running(Downstream)
        case over
    }

    private let state: Mutex<State>
    private let slot = CancellationSlot()

    init(_ operation: Operation<Downstream.Input, Downstream.Failure>, _ downstream: Downstream) {
        state = Mutex(.idle(operation, downstream))
    }

    func request(_ demand: Subscribers.Demand) {
        guard demand > .none else { return }
        let operation = state.withLock { state -> Operation<Downstream.Input, Downstream.Failure>? in
            guard case .idle(let operation, let downstream) = state else { return nil }
            state = .running(downstream)
            return operation
        }
        if let operation { slot.fill(operation.start { self.finish($0) }) }
    }

    func cancel() {
        // The previous state is released after the lock: a `deinit` may run the program's code.
        let last = state.withLock { state in
            defer { state = .over }
            return state
        }
        slot.cancel()
        _ = last
    }

    private func finish(_ result: Result<Downstream.Input, Downstream.Failure>) {
        let downstream = state.withLock { state -> Downstream? in
            guard case .running(let downstream) = state else { return nil }
            state = .over
            return downstream
        }
        slot.release()
        guard let downstream else { return }
        switch result {
        case .success(let value):
            _ = downstream.receive(value)
            downstream.receive(completion: .finished)
        case .failure(let error):
            downstream.receive(completion: .failure(error))
        }
    }
}
