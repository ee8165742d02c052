import Foundation
import FoundationNetworking
import Streams
import Synchronization

/// The subscription of one subscriber to a data task publisher, and its request.
final class DataTask<Downstream: Subscriber>: Subscription, CustomStringConvertible
where Downstream.Input == URLSession.DataTaskPublisher.Output, Downstream.Failure == URLError {
    private struct State: Sendable {
        var downstream: Downstream?
        var isStarted = false
        var isCancelled = false

        /// Whether to send the request now; returns `true` at most once.
        mutating func start() -> Bool {
            defer { isStarted = true }
            return !isStarted && !isCancelled
        }
    }

    private let publisher: URLSession.DataTaskPublisher
    private let state: Mutex<State>

    init(publisher: URLSession.DataTaskPublisher, downstream: Downstream) {
        self.publisher = publisher
        state = Mutex(State(downstream: downstream))
    }

    func request(_ demand: Subscribers.Demand) {
        precondition(demand > .none, "requested a demand of none")
        guard state.withLock({ $0.start() }) else { return }
        publisher.session.dataTask(with: publisher.request) { [self] data, response, error in
            if let response, error == nil {
                finish(.success((data ?? Data(), response)))
            } else {
                finish(.failure(error as? URLError ?? URLError(.unknown)))
            }
        }.resume()
    }

    /// Releases the subscriber; the session's task is not cancelled, for the reason documented at the publisher.
    func cancel() {
        let downstream = state.withLock { state in
            state.isCancelled = true
            return state.downstream.take()
        }
        _ = downstream
    }

    private func finish(_ result: Result<Downstream.Input, URLError>) {
        guard let downstream = state.withLock({ $0.downstream.take() }) else { return }
        switch result {
        case .success(let answer):
            _ = downstream.receive(answer)
            // The subscriber may have cancelled during that call.
            if !state.withLock({ $0.isCancelled }) { downstream.receive(completion: .finished) }
        case .failure(let error): downstream.receive(completion: .failure(error))
        }
    }

    var description: String { "DataTaskPublisher" }
}
