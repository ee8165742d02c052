import HTTPMessages
import Streams
import Synchronization

/// An exchange whose message carries a proof, and which is repeated once when the server asks for another.
final class BoundExchange: Cancellable {
    typealias Answer = Result<HTTPResponse, TransportError>

    /// The result: the last response, or the reason why there is no proof.
    enum End: Sendable {
        case response(Answer)
        case noProof(any Error)
    }

    private struct State {
        var attempt = 1
        /// The transfer under way; none while a proof is being made.
        var exchange: (any Exchange)?
        var isCancelled = false
    }

    private enum Step {
        case nothing
        case again
        case abort(any Exchange)
        case end(Answer, (@Sendable (End) -> Void)?)
    }

    private let message: HTTPRequest
    private let binding: SenderBinding
    private let constraint: any SenderConstraint
    private let client: ClientContext
    private let state = Mutex(State())
    /// Taken under the lock of the state: a transfer that begins at the same moment sees that the exchange is over.
    private let completion: CompletionOnce<End>

    /// Prepares an exchange.
    ///
    /// - Parameters:
    ///   - message: What to send.
    ///   - binding: How it is bound.
    ///   - constraint: Who makes the proofs.
    ///   - client: Who sends.
    ///   - completion: Called exactly once.
    init(
        _ message: HTTPRequest, _ binding: SenderBinding, by constraint: any SenderConstraint, of client: ClientContext,
        completion: @escaping @Sendable (End) -> Void
    ) {
        (self.message, self.binding, self.constraint, self.client) = (message, binding, constraint, client)
        self.completion = CompletionOnce(completion)
    }

    /// Makes a proof, and sends.
    func start(attempt: Int = 1) {
        constraint.bind(message, binding) { result in
            switch result {
            case .success(let bound): self.send(bound, attempt)
            case .failure(let error): self.end(failing: error)
            }
        }
    }

    private func send(_ bound: HTTPRequest, _ attempt: Int) {
        guard !completion.isTaken else { return }
        client.logger?.log(bound)
        let exchange = client.transport.send(bound) { self.received($0, to: bound, attempt) }
        let isLate = state.withLock { state in
            guard !completion.isTaken, state.attempt == attempt else { return true }
            state.exchange = exchange
            return false
        }
        if isLate { exchange.cancel() }
    }

    private func received(_ answer: Answer, to bound: HTTPRequest, _ attempt: Int) {
        var asksAgain = false
        if case .success(let response) = answer { asksAgain = constraint.asksAgain(response, to: bound) }
        var last: (any Exchange)?
        let step = state.withLock { state -> Step in
            guard !completion.isTaken else { return .nothing }
            // A transfer that is over is let go of: it may hold what it was to call, which is this.
            last = state.exchange.take()
            guard asksAgain, attempt == 1 else { return .end(answer, completion.take()) }
            guard !state.isCancelled else {
                return .end(.failure(TransportError(.cancelled)), completion.take())
            }
            state.attempt = 2
            return .again
        }
        _ = last
        if case .again = step, case .success(let response) = answer { client.logger?.log(response) }
        carryOut(step)
    }

    /// Aborts the transfer, or the wait for the proof.
    func cancel() {
        let step = state.withLock { state -> Step in
            guard !completion.isTaken, !state.isCancelled else { return .nothing }
            state.isCancelled = true
            if let exchange = state.exchange { return .abort(exchange) }
            return .end(.failure(TransportError(.cancelled)), completion.take())
        }
        guard case .end(let answer, let completion) = step else { return carryOut(step) }
        // Not on the thread of whoever cancels.
        DeliveryQueue.background.deliver { completion?(.response(answer)) }
    }

    private func end(failing error: any Error) {
        guard let completion = state.withLock({ _ in completion.take() }) else { return }
        DeliveryQueue.background.deliver { completion(.noProof(error)) }
    }

    private func carryOut(_ step: Step) {
        switch step {
        case .nothing: break
        case .again: start(attempt: 2)
        case .abort(let exchange): exchange.cancel()
        case .end(let answer, let completion): completion?(.response(answer))
        }
    }
}
