import Dispatch
import HTTPMessages

/// The serial queue that calls loggers, so that a slow logger does not block a transport's thread.
private let logQueue = DispatchQueue(label: "auth0.log")

extension Logger {
    func log(_ request: TransportRequest) { logQueue.async { trace(request: Redaction.request(request)) } }

    func log(_ response: TransportResponse) { logQueue.async { trace(response: Redaction.response(response)) } }

    /// Logs a URL with a redacted query.
    ///
    /// - Parameters:
    ///   - url: The URL.
    ///   - source: The component that opens or received the URL; `nil` if unknown.
    package func log(url: String, source: String?) {
        logQueue.async { trace(url: Redaction.url(url), source: source) }
    }
}
