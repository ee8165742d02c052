import RequestPipeline
public import Streams

/// Default implementations for doubles: all styles deliver the result of the publisher.
extension PARAuth {
    /// Starts the publisher and calls back with its first value or its failure.
    ///
    /// - Parameters:
    ///   - requestUri: The `request_uri` that the server received.
    ///   - callback: Called exactly once.
    /// - Returns: Cancels the subscription.
    @preconcurrency @discardableResult
    public func start(
        requestUri: String, callback: @escaping @Sendable (WebAuthResult<AuthorizationCode>) -> Void
    ) -> any Cancellable {
        Operation(publishing: start(requestUri: requestUri), of: Self.self).start(callback)
    }

    /// Starts the publisher and returns its first value.
    ///
    /// - Parameter requestUri: The `request_uri` that the server received.
    /// - Returns: The first value of the publisher.
    /// - Throws: ``WebAuthError``: the failure of the publisher, or ``WebAuthError/unknown`` when it has no value.
    public func start(requestUri: String) async throws -> AuthorizationCode {
        try await Operation(publishing: start(requestUri: requestUri), of: Self.self).value()
    }
}
