import HTTPMessages
import LibcurlTransport
import Synchronization
import TestEvents

/// A transport whose token responses wait until a test releases them, after the tenant has sent them.
final class GatedTransport: Transport {
    /// The token responses that have arrived.
    let answers = EventCounter()
    private let held = Mutex<[@Sendable () -> Void]?>([])
    private let path: String

    /// Creates a transport that holds the responses of a path.
    init(path: String = "/oauth/token") { self.path = path }

    /// Delivers the responses that wait, and later ones at once.
    func release() {
        let held = held.withLock { held in
            defer { held = nil }
            return held ?? []
        }
        for deliver in held { deliver() }
    }

    func send(
        _ request: TransportRequest,
        completion: @escaping @Sendable (Result<TransportResponse, TransportError>) -> Void
    ) -> any TransportExchange {
        guard request.url.path == path else { return CurlTransport.standard.send(request, completion: completion) }
        return CurlTransport.standard.send(request) { [self] result in
            let isHeld = held.withLock { held in
                held?.append { completion(result) }
                return held != nil
            }
            answers.add()
            if !isHeld { completion(result) }
        }
    }
}
