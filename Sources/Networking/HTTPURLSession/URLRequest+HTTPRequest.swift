import Foundation
import FoundationNetworking
import HTTPMessages

extension URLRequest {
    /// Makes the same request for a `URLSession`.
    ///
    /// - Throws: ``HTTPMessages/TransportError/Code/invalidArgument`` when it cannot be sent as it is.
    init(_ request: HTTPRequest, timeout: Duration) throws(TransportError) {
        guard !request.method.rawValue.isEmpty, request.method.rawValue.utf8.allSatisfy({ (0x41...0x5A).contains($0) })
        else { throw TransportError(.invalidArgument, detail: "the method is not one this transport sends") }
        guard request.fields.firstInvalidName == nil else {
            throw TransportError(
                .invalidArgument, detail: "a header field has a name or value that no message may carry")
        }
        // `URL` repairs what it does not like; what was checked is what must be sent.
        guard let url = URL(string: request.url.string), url.absoluteString == request.url.string else {
            throw TransportError(.invalidArgument, detail: "URLSession does not take the URL")
        }
        var reserved: String?
        request.fields.forEach { name, _ in if Self.isReserved(name) { reserved = reserved ?? name } }
        if let reserved {
            throw TransportError(
                .invalidArgument, detail: "the header field \(reserved) is the transport's own to set")
        }
        // Whole seconds are all it counts in, and less than one is none; the exchange keeps the real deadline.
        let seconds = min(max(1, timeout.components.seconds + 1), 86_400)
        self.init(url: url, cachePolicy: .reloadIgnoringLocalCacheData, timeoutInterval: TimeInterval(seconds))
        httpMethod = request.method.rawValue
        httpShouldHandleCookies = false
        request.fields.forEach { addValue($1, forHTTPHeaderField: $0) }
        if !request.body.isEmpty || request.method == .post { httpBody = Data(request.body) }
    }

    private static func isReserved(_ name: String) -> Bool {
        [
            "connection", "content-length", "expect", "host", "keep-alive", "proxy-authorization", "proxy-connection",
            "te", "trailer", "transfer-encoding", "upgrade",
        ].contains(name.lowercased())
    }
}
