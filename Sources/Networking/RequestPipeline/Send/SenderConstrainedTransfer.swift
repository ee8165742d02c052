import HTTPMessages
import Streams
import Synchronization

/// The transfer of a request with a proof of possession, which is repeated once if the server requires a new proof.
final class SenderConstrainedTransfer: Cancellable {
    typealias TransportResult = Result<HTTPResponse, TransportError>

    /// The completion handlers; one of them is called, once.
    private struct Handlers {
        let receive: @Sendable (TransportResult) -> Void
        let fail: @Sendable (any Error) -> Void
    }

    private struct State {
        var attempt = 1
        /// The exchange in progress; `nil` while a proof is created.
        var exchange: (any Exchange)?
        var isCancelled = false
        /// Released at the end, because a handler may retain this transfer.
        var handlers: Handlers?

        var isOver: Bool { handlers == nil }
    }

    private enum Action {
        case nothing
        case again
        case abort(any Exchange)
        case end(TransportResult, Handlers?)
    }

    private let message: HTTPRequest
    private let binding: SenderBinding
    private let constraint: any SenderConstraint
    private let client: ClientContext
    private let state: Mutex<State>

    /// Creates a transfer.
    ///
    /// - Parameters:
    ///   - message: The request to send.
    ///   - binding: The rule that determines whether the request is bound to a key.
    ///   - constraint: The sender constraint that creates the proofs.
    ///   - client: The context of the client.
    ///   - receive: A closure that receives the last result; either this or `fail` is called, once.
    ///   - fail: A closure that receives the error if no proof could be created.
    init(
        _ message: HTTPRequest, _ binding: SenderBinding, by constraint: any SenderConstraint, of client: ClientContext,
        receive: @escaping @Sendable (TransportResult) -> Void, fail: @escaping @Sendable (any Error) -> Void
    ) {
        (self.message, self.binding, self.constraint, self.client) = (message, binding, constraint, client)
        state = Mutex(State(handlers: Handlers(receive: receive, fail: fail)))
    }

    /// Creates a proof and sends the request.
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

    private func received(_ result: TransportResult, to bound: HTTPRequest, _ attempt: Int) {
        var asksAgain = false
        if case .success(let response) = result { asksAgain = constraint.asksAgain(response, to: bound) }
        var last: (any Exchange)?
        let action = state.withLock { state -> Action in
            guard !state.isOver else { return .nothing }
            // A completed exchange is released outside the lock: it may retain its completion, which retains `self`.
            last = state.exchange.take()
            guard asksAgain, attempt == 1 else { return .end(result, state.handlers.take()) }
            guard !state.isCancelled else {
                return .end(.failure(TransportError(.cancelled)), state.handlers.take())
            }
            state.attempt = 2
            return .again
        }
        _ = last
        if case .again = action, case .success(let response) = result { client.logger?.log(response) }
        perform(action)
    }

    /// Cancels the exchange, or the creation of the proof.
    func cancel() {
        let action = state.withLock { state -> Action in
            guard !state.isOver, !state.isCancelled else { return .nothing }
            state.isCancelled = true
            if let exchange = state.exchange { return .abort(exchange) }
            return .end(.failure(TransportError(.cancelled)), state.handlers.take())
        }
        guard case .end(let result, let handlers) = action else { return perform(action) }
        // The handlers must not run on the thread that cancels.
        DeliveryQueue.background.deliver { handlers?.receive(result) }
    }

    private func end(failing error: any Error) {
        guard let handlers = state.withLock({ $0.handlers.take() }) else { return }
        DeliveryQueue.background.deliver { handlers.fail(error) }
    }

    private func perform(_ action: Action) {
        switch action {
        case .nothing: break
        case .again: start(attempt: 2)
        case .abort(let exchange): exchange.cancel()
        case .end(let result, let handlers): handlers?.receive(result)
        }
    }
}
