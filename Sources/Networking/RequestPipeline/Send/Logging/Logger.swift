public import HTTPMessages

/// Is told what a client sends and receives.
///
/// Everything arrives redacted: header fields, query items and members of JSON bodies keep their values only when they
/// are on a short list of names that never carry secrets, and a body that is no JSON is replaced by its size. Calls come
/// one after the other, in the order of events, on a queue of the SDK.
public protocol Logger: Sendable {
    /// A request is about to be sent.
    func trace(request: HTTPRequest)
    /// A whole answer has arrived.
    func trace(response: HTTPResponse)
    /// A URL is about to be opened, or was received.
    ///
    /// - Parameters:
    ///   - url: The URL, its query redacted.
    ///   - source: What opens or received it.
    func trace(url: String, source: String?)
}

/// A client that can be told to log.
public protocol Loggable {
    /// Who is told what the client sends and receives; nobody by default.
    var logger: (any Logger)? { get set }
}

extension Loggable {
    /// Tells `logger` what the client sends and receives.
    ///
    /// - Parameter logger: Who is told.
    /// - Returns: A changed copy.
    public func using(logger: any Logger) -> Self {
        var copy = self
        copy.logger = logger
        return copy
    }

    /// Writes what the client sends and receives to standard error, secrets redacted.
    ///
    /// Not for production: the lines still tell who does what and when.
    ///
    /// - Parameter enabled: Whether to; `false` removes any logger.
    /// - Returns: A changed copy.
    public func logging(enabled: Bool) -> Self {
        var copy = self
        copy.logger = enabled ? StandardErrorLogger() : nil
        return copy
    }
}
