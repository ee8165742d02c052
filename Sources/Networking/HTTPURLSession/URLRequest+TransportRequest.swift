import Foundation
import FoundationNetworking
import HTTPMessages

extension URLRequest {
    /// Creates a `URLRequest` from a request of the SDK.
    ///
    /// - Parameters:
    ///   - request: The request to convert.
    ///   - timeout: The time limit of the exchange.
    /// - Throws: ``HTTPMessages/TransportError/Code/invalidArgument`` if the request is invalid.
    init(_ request: TransportRequest, timeout: Duration) throws(TransportError) {
        guard !request.method.rawValue.isEmpty, request.method.rawValue.utf8.allSatisfy({ (0x41...0x5A).contains($0) })
        else { throw TransportError(.invalidArgument, detail: "the method is not one this transport sends") }
        guard request.fields.firstInvalidName == nil else {
            throw TransportError(
                .invalidArgument, detail: "a header field has a name or value that no message may carry")
        }
        // `URL` may normalise the string; the address that was checked must be the one that is sent.
        guard let url = URL(request.url) else {
            throw TransportError(.invalidArgument, detail: "URLSession would change the URL")
        }
        if let reserved = request.fields.first(where: { Self.isReserved($0.name) })?.name {
            throw TransportError(
                .invalidArgument, detail: "the header field \(reserved) is the transport's own to set")
        }
        // The interval counts whole seconds, and 0 means no limit; `SessionExchange` enforces the exact deadline.
        let seconds = min(max(1, timeout.components.seconds + 1), 86_400)
        self.init(url: url, cachePolicy: .reloadIgnoringLocalCacheData, timeoutInterval: TimeInterval(seconds))
        httpMethod = request.method.rawValue
        httpShouldHandleCookies = false
        for (name, value) in request.fields { addValue(value, forHTTPHeaderField: name) }
        if !request.body.isEmpty || request.method == .post { httpBody = Data(request.body) }
    }

    private static func isReserved(_ name: String) -> Bool {
        [
            "connection", "content-length", "expect", "host", "keep-alive", "proxy-authorization", "proxy-connection",
            "te", "trailer", "transfer-encoding", "upgrade",
        ].contains(name.lowercased())
    }
}
