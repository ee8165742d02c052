package import HTTPMessages
import Streams
import Synchronization

/// The transfer of a request with a proof of possession, which is repeated once if the server requires a new proof.
final class SenderConstrainedTransfer: Cancellable {
    typealias TransportResult = Result<TransportResponse, TransportError>

    /// The end of a transfer.
    enum End: Sendable {
        /// The last result of the transport.
        case received(TransportResult)
        /// No proof could be created (status 0), or the response is bound to a key that the client does not have.
        case noProof(any Error, statusCode: Int)
    }

    private struct State {
        /// The request without a proof; `nil` when no attempt needs it, so that the transport can overwrite its body.
        var message: TransportRequest?
        var attempt = 1
        /// The exchange in progress; `nil` while a proof is created.
        var exchange: (any TransportExchange)?
        var isCancelled = false

        /// Overwrites the body of a message that no transport has received.
        mutating func overwriteMessage() {
            message?.body.overwrite()
            message = nil
        }
    }

    private let newBody: (@Sendable () throws -> [UInt8])?
    private let binding: SenderBinding
    private let constraint: any SenderConstraint
    private let client: ClientContext
    private let state: Mutex<State>
    /// Taken under the lock of the state, so that an exchange that begins at the same moment sees the end.
    private let completion: CompletionOnce<End>

    /// Creates a transfer. `newBody` creates the body of the second attempt, if the first one cannot be sent twice.
    init(
        _ message: TransportRequest, newBody: (@Sendable () throws -> [UInt8])?, _ binding: SenderBinding,
        by constraint: any SenderConstraint,
        of client: ClientContext,
        completion: @escaping @Sendable (End) -> Void
    ) {
        state = Mutex(State(message: message))
        (self.newBody, self.binding) = (newBody, binding)
        (self.constraint, self.client) = (constraint, client)
        self.completion = CompletionOnce(completion)
    }

    /// Creates a proof and sends the request.
    func start(attempt: Int = 1) {
        guard var message = state.withLock({ attempt > 1 ? $0.message.take() : $0.message }) else { return }
        do {
            if attempt > 1, let newBody { message.body = try newBody() }
        } catch { return end(failing: error) }
        constraint.bind(message, binding) { result in
            switch result {
            case .success(let bound): self.send(bound, attempt)
            case .failure(let error): self.end(failing: error)
            }
        }
    }

    private func send(_ bound: TransportRequest, _ attempt: Int) {
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

    private func received(_ result: TransportResult, to bound: TransportRequest, _ attempt: Int) {
        var asksAgain = false
        if case .success(let response) = result {
            asksAgain = constraint.asksAgain(response, to: bound) && attempt == 1
            if let problem = constraint.problem(of: response, to: bound) {
                return end(failing: problem, statusCode: response.status)
            }
        }
        var last: (any TransportExchange)?
        var completion: (@Sendable (End) -> Void)?
        let isRepeated = state.withLock { state in
            guard !self.completion.isTaken else { return false }
            // A completed exchange is released outside the lock: it may retain its completion, which retains `self`.
            last = state.exchange.take()
            if asksAgain, !state.isCancelled {
                state.attempt = 2
                return true
            }
            state.message = nil
            completion = self.completion.take()
            return false
        }
        _ = last
        if isRepeated {
            if case .success(let response) = result { client.logger?.log(response) }
            return start(attempt: 2)
        }
        completion?(.received(asksAgain ? .failure(TransportError(.cancelled)) : result))
    }

    /// Cancels the exchange, or the creation of the proof.
    func cancel() {
        var completion: (@Sendable (End) -> Void)?
        let exchange = state.withLock { state -> (any TransportExchange)? in
            guard !self.completion.isTaken, !state.isCancelled else { return nil }
            state.isCancelled = true
            if let exchange = state.exchange { return exchange }
            state.overwriteMessage()
            completion = self.completion.take()
            return nil
        }
        exchange?.cancel()
        guard let completion else { return }
        // The completion must not run on the thread that cancels.
        DeliveryQueue.background.deliver { completion(.received(.failure(TransportError(.cancelled)))) }
    }

    private func end(failing error: any Error, statusCode: Int = 0) {
        let completion = state.withLock { state -> (@Sendable (End) -> Void)? in
            state.overwriteMessage()
            return self.completion.take()
        }
        guard let completion else { return }
        DeliveryQueue.background.deliver { completion(.noProof(error, statusCode: statusCode)) }
    }
}

/// A type that binds a client's requests to a key, so that a stolen token cannot be used without the key (RFC 9449).
package protocol SenderConstraint: AnyObject, Sendable {
    /// Returns the binding of a request.
    func binding(of endpoint: Endpoint) -> SenderBinding

    /// Adds a proof to a message; each call creates a new one. The completion is called exactly once: before this
    /// method returns if the key is in memory, and otherwise on a thread of the SDK.
    func bind(
        _ message: TransportRequest, _ binding: SenderBinding,
        completion: @escaping @Sendable (Result<TransportRequest, any Error>) -> Void)

    /// Stores the nonce of a response with any status. Returns whether the server requires a request with a new proof.
    func asksAgain(_ response: TransportResponse, to message: TransportRequest) -> Bool

    /// Returns the error of tokens that are bound to a key, although the message had no proof.
    func problem(of response: TransportResponse, to message: TransportRequest) -> (any Error)?
}

/// The rule that determines whether a request is bound to a key.
package enum SenderBinding: Sendable, Hashable {
    /// The request is not bound.
    case none
    /// The request is bound if a key exists.
    case whenKeyExists
    /// The request is bound, because its token is; it fails if the key no longer exists.
    case toExistingKey
    /// The request is bound; a missing key is created.
    case always
}
