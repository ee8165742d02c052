package import Streams
import Synchronization

extension Operation {
    /// The third style: starts anew for each subscriber, at its first demand.
    package func publisher() -> AnyPublisher<Value, Failure> {
        OperationPublisher(operation: self).eraseToAnyPublisher()
    }
}

/// Publishes the one result of an operation, or its failure.
private struct OperationPublisher<Output: Sendable, Failure: Error>: Publisher {
    let operation: Operation<Output, Failure>

    func receive(subscriber: some Subscriber<Output, Failure>) {
        subscriber.receive(subscription: OperationSubscription(operation, subscriber))
    }
}

/// One run of the operation for one subscriber. Cancelling it aborts the run, and nothing is delivered afterwards.
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
        guard let operation else { return }
        if operation.deliversInPlace {
            slot.fill(operation.begin { self.finish($0) })
        } else {
            slot.fill(operation.begin { result in operation.deliver { self.finish(result) } })
        }
    }

    func cancel() {
        // What the state held is let go of here, not under the lock: its `deinit` may be anybody's code.
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
        slot.letGo()
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
