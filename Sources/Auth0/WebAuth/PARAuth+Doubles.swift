import RequestPipeline
public import Streams

/// What a double may leave out: what its publisher gives goes for all styles.
extension PARAuth {
    /// What the publisher gives.
    @discardableResult
    public func start(
        requestUri: String, callback: @escaping @Sendable (WebAuthResult<AuthorizationCode>) -> Void
    ) -> any Cancellable {
        Operation(publishing: start(requestUri: requestUri)).start(callback)
    }

    /// What the publisher gives.
    ///
    /// - Throws: ``WebAuthError``.
    public func start(requestUri: String) async throws -> AuthorizationCode {
        try await Operation(publishing: start(requestUri: requestUri)).value()
    }
}
