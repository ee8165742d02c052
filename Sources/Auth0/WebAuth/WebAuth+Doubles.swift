import RequestPipeline
public import Streams

/// Default implementations for doubles: all styles deliver the result of the publishers.
extension WebAuth {
    /// `nil`: a double that does not implement this has no key.
    public var dpop: DPoP? {
        get { nil }
        set {}  // A double without a key ignores it.
    }

    /// Starts the publisher and calls back with its first value or its failure.
    ///
    /// - Parameter callback: Called exactly once.
    /// - Returns: Cancels the subscription.
    @preconcurrency @discardableResult
    public func start(_ callback: @escaping @Sendable (WebAuthResult<Credentials>) -> Void) -> any Cancellable {
        Operation(publishing: start(), of: Self.self).start(callback)
    }

    /// Starts the publisher and returns its first value.
    ///
    /// - Returns: The first value of the publisher.
    /// - Throws: ``WebAuthError``: the failure of the publisher, or ``WebAuthError/unknown`` when it has no value.
    public func start() async throws -> Credentials { try await Operation(publishing: start(), of: Self.self).value() }

    /// Starts the publisher and calls back with its first value or its failure.
    ///
    /// - Parameters:
    ///   - federated: Whether to end the session at the identity provider behind the connection, too.
    ///   - callback: Called exactly once.
    /// - Returns: Cancels the subscription.
    @preconcurrency @discardableResult
    public func clearSession(
        federated: Bool, callback: @escaping @Sendable (WebAuthResult<Void>) -> Void
    ) -> any Cancellable {
        Operation(publishing: clearSession(federated: federated), of: Self.self).start(callback)
    }

    /// Starts the publisher and waits for its first value.
    ///
    /// - Parameter federated: Whether to end the session at the identity provider behind the connection, too.
    /// - Throws: ``WebAuthError``: the failure of the publisher, or ``WebAuthError/unknown`` when it has no value.
    public func clearSession(federated: Bool) async throws {
        try await Operation(publishing: clearSession(federated: federated), of: Self.self).value()
    }
}

extension Operation where Failure == WebAuthError {
    /// Creates an operation whose result is the first value of a publisher, or its failure.
    ///
    /// - Parameters:
    ///   - publisher: The publisher.
    ///   - double: The type that made it.
    init(publishing publisher: AnyPublisher<Value, WebAuthError>, of double: Any.Type) {
        self.init(on: nil, toleratesBlocking: true) { completion in
            let slot = CancellationSlot()
            let deliver = { @Sendable (result: Result<Value, WebAuthError>) in
                if slot.release() { completion(result) }
            }
            slot.fill(
                publisher.sink(
                    receiveCompletion: { completion in
                        if case .failure(let error) = completion { deliver(.failure(error)) }
                        deliver(.failure(.unknown.because(of: ConfigurationError.noValue(of: double))))
                    },
                    receiveValue: { deliver(.success($0)) }))
            return ClosureCancellable {
                // A cancelled publisher says nothing, and the caller waits for a result.
                slot.cancel()
                DeliveryQueue.background.deliver { deliver(.failure(.userCancelled)) }
            }
        }
    }
}

extension ConfigurationError {
    /// The error of a double whose publisher finishes without a value.
    fileprivate static func noValue(of double: Any.Type) -> ConfigurationError {
        ConfigurationError(
            .notImplemented,
            "a publisher of \(double) finished without a value. A start(_:) or clearSession(federated:callback:) of "
                + "the double is called only if it is declared with -> any Cancellable")
    }
}
