import HTTPMessages
import Streams
import Synchronization

/// An exchange whose message carries a proof, and which is repeated once when the server asks for another.
final class BoundExchange: Cancellable {
    typealias Answer = Result<HTTPResponse, TransportError>

    /// Whom to call at the end: one of the two, once.
    private struct Ends {
        let receive: @Sendable (Answer) -> Void
        let fail: @Sendable (any Error) -> Void
    }

    private struct State {
        var attempt = 1
        /// The transfer under way; none while a proof is being made.
        var exchange: (any Exchange)?
        var isCancelled = false
        /// Let go of at the end: whoever is called may hold this exchange.
        var ends: Ends?

        var isOver: Bool { ends == nil }
    }

    private enum Step {
        case nothing
        case again
        case abort(any Exchange)
        case end(Answer, Ends?)
    }

    private let message: HTTPRequest
    private let binding: SenderBinding
    private let constraint: any SenderConstraint
    private let client: ClientContext
    private let state: Mutex<State>

    /// Prepares an exchange.
    ///
    /// - Parameters:
    ///   - message: What to send.
    ///   - binding: How it is bound.
    ///   - constraint: Who makes the proofs.
    ///   - client: Who sends.
    ///   - receive: Called with the last answer; either this or `fail` is called, once.
    ///   - fail: Called when no proof could be made.
    init(
        _ message: HTTPRequest, _ binding: SenderBinding, by constraint: any SenderConstraint, of client: ClientContext,
        receive: @escaping @Sendable (Answer) -> Void, fail: @escaping @Sendable (any Error) -> Void
    ) {
        (self.message, self.binding, self.constraint, self.client) = (message, binding, constraint, client)
        state = Mutex(State(ends: Ends(receive: receive, fail: fail)))
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
        guard state.withLock({ !$0.isOver }) else { return }
        client.logger?.log(bound)
        let exchange = client.transport.send(bound) { self.received($0, to: bound, attempt) }
        let isLate = state.withLock { state in
            guard !state.isOver, state.attempt == attempt else { return true }
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
            guard !state.isOver else { return .nothing }
            // A transfer that is over is let go of: it may hold what it was to call, which is this.
            last = state.exchange.take()
            guard asksAgain, attempt == 1 else { return .end(answer, state.ends.take()) }
            guard !state.isCancelled else {
                return .end(.failure(TransportError(.cancelled)), state.ends.take())
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
            guard !state.isOver, !state.isCancelled else { return .nothing }
            state.isCancelled = true
            if let exchange = state.exchange { return .abort(exchange) }
            return .end(.failure(TransportError(.cancelled)), state.ends.take())
        }
        guard case .end(let answer, let ends) = step else { return carryOut(step) }
        // Not on the thread of whoever cancels.
        DeliveryQueue.background.deliver { ends?.receive(answer) }
    }

    private func end(failing error: any Error) {
        guard let ends = state.withLock({ $0.ends.take() }) else { return }
        DeliveryQueue.background.deliver { ends.fail(error) }
    }

    private func carryOut(_ step: Step) {
        switch step {
        case .nothing: break
        case .again: start(attempt: 2)
        case .abort(let exchange): exchange.cancel()
        case .end(let answer, let ends): ends?.receive(answer)
        }
    }
}
