import HTTPMessages
import LibcurlTransport
import Synchronization
import TestEvents

/// A transport that holds its first request until it is released.
final class HeldTransport: Transport, TransportExchange {
    /// The number of requests that are held, or were.
    let arrivals = EventCounter()
    private let held = Mutex<(@Sendable () -> Void)?>(nil)

    func release() { held.withLock { $0.take() }?() }

    func send(
        _ request: TransportRequest,
        completion: @escaping @Sendable (Result<TransportResponse, TransportError>) -> Void
    ) -> any TransportExchange {
        guard arrivals.count == 0 else { return CurlTransport.standard.send(request, completion: completion) }
        held.withLock { $0 = { _ = CurlTransport.standard.send(request, completion: completion) } }
        arrivals.add()
        return self
    }

    func cancel() {}
}
