import LibcurlTransport

/// Sends logout tokens to clients until the tenant stops.
final class LogoutNotifier: Sendable {
    private let transport = CurlTransport()

    /// Sends a token; a failure has no effect.
    func send(_ notification: LogoutNotification) { _ = transport.send(notification.request) { _ in } }

    /// Cancels the requests in progress; later tokens are not sent.
    func close() { transport.shutdown() }
}
