package import HTTPMessages

extension Transport {
    /// Sends a request and waits for the server response.
    ///
    /// Requests of tests are not sent by the `URLSession` of Linux, which ends the process when a task is cancelled
    /// while it completes, as happens when the time limit of a test passes.
    ///
    /// - Parameter request: The request.
    /// - Returns: The server response, whatever its status.
    /// - Throws: `TransportError`.
    package func response(to request: TransportRequest) async throws -> TransportResponse {
        try await withCheckedThrowingContinuation { continuation in
            _ = send(request) { continuation.resume(with: $0) }
        }
    }
}
