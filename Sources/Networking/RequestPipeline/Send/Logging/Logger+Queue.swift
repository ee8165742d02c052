import Dispatch
import HTTPMessages

/// Loggers may be slow, and a transport's thread must not be: they are called here, in order.
private let logQueue = DispatchQueue(label: "auth0.log")

extension Logger {
    func log(_ request: HTTPRequest) { logQueue.async { trace(request: Redaction.request(request)) } }

    func log(_ response: HTTPResponse) { logQueue.async { trace(response: Redaction.response(response)) } }

    /// Tells of a URL, redacted.
    package func log(url: String, source: String?) {
        logQueue.async { trace(url: Redaction.url(url), source: source) }
    }
}
