import Dispatch
public import HTTPMessages

/// A logger of the requests and responses of a client.
///
/// Everything is redacted before it is logged: header fields, query items and members of JSON bodies keep their values
/// only if their names are on a list of names without secrets, and a body that is not JSON is replaced by its size. The
/// methods are called on a serial queue of the SDK, in the order of events.
@preconcurrency
public protocol Logger: Sendable {
    /// Logs a request that is about to be sent.
    ///
    /// - Parameter request: The request, its secrets redacted.
    func trace(request: TransportRequest)
    /// Logs a complete response.
    ///
    /// - Parameter response: The response, its secrets redacted.
    func trace(response: TransportResponse)
    /// Logs a URL that is about to be opened, or was received.
    ///
    /// - Parameters:
    ///   - url: The URL, its query redacted.
    ///   - source: The component that opens or received the URL; `nil` if unknown.
    func trace(url: String, source: String?)
}

/// A client whose requests and responses can be logged.
public protocol Loggable {
    /// The logger of the client's requests and responses; `nil` by default.
    var logger: (any Logger)? { get set }
}

extension Loggable {
    /// Sets the logger of the client's requests and responses.
    ///
    /// - Parameter logger: The logger.
    /// - Returns: A modified copy.
    public func using(logger: any Logger) -> Self {
        var copy = self
        copy.logger = logger
        return copy
    }

    /// Writes the client's requests and responses to standard error, with secrets redacted.
    ///
    /// Do not use it in production: the log still reveals the activity of users.
    ///
    /// - Parameter enabled: Whether to log; `false` removes any logger.
    /// - Returns: A modified copy.
    public func logging(enabled: Bool) -> Self {
        var copy = self
        copy.logger = enabled ? StandardErrorLogger() : nil
        return copy
    }
}

/// The serial queue that calls loggers, so that a slow logger does not block a transport's thread.
private let logQueue = DispatchQueue(label: "auth0.log")

extension Logger {
    func log(_ request: TransportRequest) { logQueue.async { trace(request: Redaction.request(request)) } }

    func log(_ response: TransportResponse) { logQueue.async { trace(response: Redaction.response(response)) } }

    /// Logs a URL with a redacted query, and the component that opens or received it; `nil` if unknown.
    package func log(url: String, source: String?) {
        logQueue.async { trace(url: Redaction.url(url), source: source) }
    }
}
