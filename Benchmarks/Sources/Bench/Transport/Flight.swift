import Dispatch
import Harness
import Synchronization

/// A loop that keeps a number of requests in flight: each response starts the next request until all are complete.
final class Flight: Sendable {
    typealias Done = @Sendable (Result<Void, any Error>) -> Void

    private struct State {
        var toStart: Int
        var toAnswer: Int
        var failure: (any Error)?
    }

    private let state: Mutex<State>
    private let concurrency: Int
    private let landed = DispatchSemaphore(value: 0)

    init(_ requests: Int, _ concurrency: Int) {
        state = Mutex(State(toStart: requests, toAnswer: requests))
        self.concurrency = concurrency
    }

    /// Sends all requests and waits for the last response.
    ///
    /// - Throws: The first failure.
    func fly(_ send: @escaping @Sendable (@escaping Done) -> Void) throws {
        for _ in 0..<concurrency { next(send) }
        landed.wait()
        if let failure = state.withLock({ $0.failure }) { throw failure }
    }

    private func next(_ send: @escaping @Sendable (@escaping Done) -> Void) {
        let isLeft = state.withLock { state in
            guard state.toStart > 0 else { return false }
            state.toStart -= 1
            return true
        }
        guard isLeft else { return }
        send { result in
            let isLast = self.state.withLock { state in
                if case .failure(let error) = result { state.failure = state.failure ?? error }
                state.toAnswer -= 1
                return state.toAnswer == 0
            }
            if isLast { self.landed.signal() } else { self.next(send) }
        }
    }
}
