import RequestPipeline
public import Streams

/// What a double may leave out: what its publishers give goes for all styles.
extension WebAuth {
    /// No key: for doubles that are not about keys.
    public var dpop: DPoP? {
        get { nil }
        set {}  // Nobody to tell.
    }

    /// What the publisher gives.
    @discardableResult
    public func start(_ callback: @escaping @Sendable (WebAuthResult<Credentials>) -> Void) -> any Cancellable {
        Operation(publishing: start()).start(callback)
    }

    /// What the publisher gives.
    ///
    /// - Throws: ``WebAuthError``.
    public func start() async throws -> Credentials { try await Operation(publishing: start()).value() }

    /// What the publisher gives.
    @discardableResult
    public func clearSession(
        federated: Bool, callback: @escaping @Sendable (WebAuthResult<Void>) -> Void
    ) -> any Cancellable {
        Operation(publishing: clearSession(federated: federated)).start(callback)
    }

    /// What the publisher gives.
    ///
    /// - Throws: ``WebAuthError``.
    public func clearSession(federated: Bool) async throws {
        try await Operation(publishing: clearSession(federated: federated)).value()
    }
}

extension Operation where Failure == WebAuthError {
    /// The first value of a publisher, or its failure.
    init(publishing publisher: AnyPublisher<Value, WebAuthError>) {
        self.init(on: nil, toleratesBlocking: true) { completion in
            let slot = CancellationSlot()
            slot.fill(
                publisher.map { Result<Value, WebAuthError>.success($0) }.catch { Just(.failure($0)) }
                    .replaceEmpty(with: .failure(.unknown)).first()
                    .sink { result in
                        slot.letGo()
                        completion(result)
                    })
            return ClosureCancellable { slot.cancel() }
        }
    }
}
