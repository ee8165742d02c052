import Dispatch
public import HTTPMessages
import Synchronization

/// A transport without a network, which responds as the test configures or keeps a request waiting.
public final class StubTransport: Transport {
    /// The result of a request; `nil` keeps it waiting until it is cancelled.
    public typealias Answer = @Sendable (TransportRequest) -> Result<TransportResponse, TransportError>?

    private let answer: Answer
    private let received = Mutex<[TransportRequest]>([])
    private let arrivals = AsyncStream<Void>.makeStream()

    /// Creates a transport that responds to each request with the result of `answer`.
    public init(answering answer: @escaping Answer) { self.answer = answer }

    /// Creates a transport with one response for all requests.
    public convenience init(status: Int = 200, fields: TransportFields = [:], body: String) {
        let response = TransportResponse(status: status, fields: fields, body: Array(body.utf8))
        self.init { _ in .success(response) }
    }

    /// The requests, in order.
    public var requests: [TransportRequest] { received.withLock { $0 } }

    /// Returns when one more request has arrived.
    public func nextArrival() async { for await _ in arrivals.stream { return } }

    /// Completes on another thread, as a network transport would.
    public func send(
        _ request: TransportRequest,
        completion: @escaping @Sendable (Result<TransportResponse, TransportError>) -> Void
    ) -> any TransportExchange {
        received.withLock { $0.append(request) }
        let exchange = StubExchange(completion)
        if let result = answer(request) { DispatchQueue.global().async { exchange.complete(result) } }
        arrivals.continuation.yield()
        return exchange
    }
}

private final class StubExchange: TransportExchange {
    private let completion: Mutex<(@Sendable (Result<TransportResponse, TransportError>) -> Void)?>

    init(_ completion: @escaping @Sendable (Result<TransportResponse, TransportError>) -> Void) {
        self.completion = Mutex(completion)
    }

    func cancel() { complete(.failure(TransportError(.cancelled))) }

    func complete(_ result: Result<TransportResponse, TransportError>) {
        let completion = completion.withLock { completion in
            defer { completion = nil }
            return completion
        }
        completion?(result)
    }
}

/// An exchange that cannot be cancelled.
package final class NoExchange: TransportExchange {
    /// Creates an exchange.
    package init() {}

    /// Does nothing.
    package func cancel() {}
}
