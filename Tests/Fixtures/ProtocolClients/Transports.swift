// Transports and messages of a program's own.
import Dispatch
import HTTPMessages

/// A transport that answers every request itself, on a queue of its own.
struct FixedTransport: Transport {
    let response: TransportResponse
    let queue = DispatchQueue(label: "fixed")

    var toleratesBlocking: Bool { false }

    func send(
        _ request: TransportRequest,
        completion: @escaping @Sendable (Result<TransportResponse, TransportError>) -> Void
    ) -> any TransportExchange {
        let exchange = FixedExchange(completion)
        queue.async {
            if request.url.isSecure, request.method == .get, request.body.isEmpty {
                exchange.complete(.success(response))
            } else {
                exchange.complete(.failure(TransportError(.invalidArgument, detail: request.url.origin)))
            }
        }
        return exchange
    }
}

/// A request in progress; all its state is confined to one queue.
final class FixedExchange: TransportExchange, @unchecked Sendable {  // `completion` is used on `queue` only
    private let queue = DispatchQueue(label: "exchange")
    private var completion: (@Sendable (Result<TransportResponse, TransportError>) -> Void)?

    init(_ completion: @escaping @Sendable (Result<TransportResponse, TransportError>) -> Void) {
        self.completion = completion
    }

    func cancel() { complete(.failure(TransportError(.cancelled))) }

    func complete(_ result: Result<TransportResponse, TransportError>) {
        queue.async { [self] in
            completion?(result)
            completion = nil
        }
    }
}

/// A double in five lines.
func double(_ json: String) -> any Transport {
    AsyncTransport { request in
        TransportResponse(status: 200, fields: ["Content-Type": "application/json"], body: Array(json.utf8))
    }
}

/// The request of another HTTP library.
struct ForeignRequest: RequestRepresentable {
    var verb = "GET"
    var address = "https://api.example.com/"
    var headers: [(String, String)] = []

    var requestMethod: TransportMethod { TransportMethod(rawValue: verb) }
    var requestURL: HTTPURL? { try? HTTPURL(address) }

    mutating func setField(_ name: String, to value: String) {
        headers.removeAll { $0.0.lowercased() == name.lowercased() }
        headers.append((name, value))
    }
}

/// The response of another HTTP library.
struct ForeignResponse: ResponseRepresentable {
    var headers: [(String, String)] = []

    func field(_ name: String) -> String? { headers.first { $0.0.lowercased() == name.lowercased() }?.1 }
}
