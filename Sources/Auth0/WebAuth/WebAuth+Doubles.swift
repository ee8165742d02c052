public import OpenID
import RequestPipeline
public import Streams

/// Default implementations for doubles: all styles deliver the result of the publishers.
extension WebAuth {
    /// `nil`: a double that does not implement this has no key.
    public var dpop: DPoP? {
        get { nil }
        set {}  // A double without a key ignores it.
    }

    /// The default implementation, which delivers the first value of the publisher, or ``WebAuthError/unknown``.
    @preconcurrency @discardableResult
    public func start(_ callback: @escaping @Sendable (WebAuthResult<Credentials>) -> Void) -> any Cancellable {
        Operation(publishing: start(), of: Self.self).start(callback)
    }

    /// The default implementation, which returns the first value of the publisher, or throws ``WebAuthError/unknown``.
    public func start() async throws -> Credentials { try await Operation(publishing: start(), of: Self.self).value() }

    /// The default implementation, which delivers the first value of the publisher, or ``WebAuthError/unknown``.
    @preconcurrency @discardableResult
    public func clearSession(
        federated: Bool, callback: @escaping @Sendable (WebAuthResult<Void>) -> Void
    ) -> any Cancellable {
        Operation(publishing: clearSession(federated: federated), of: Self.self).start(callback)
    }

    /// The default implementation, which waits for a value of the publisher, or throws ``WebAuthError/unknown``.
    public func clearSession(federated: Bool) async throws {
        try await Operation(publishing: clearSession(federated: federated), of: Self.self).value()
    }

    /// The default implementation, which fails: a double that is logged out has to implement this.
    public func clearSession(federated: Bool) -> AnyPublisher<Void, WebAuthError> {
        Fail(error: .lacking("the publisher clearSession(federated:)", Self.self)).eraseToAnyPublisher()
    }
}

// Default implementations for doubles and wrappers: a missing modifier makes the login fail instead of being ignored.
extension WebAuth {
    /// The default implementation, which fails: the conforming type has to implement this.
    public func provider(_ provider: WebAuthWindowProvider) -> any WebAuth {
        Auth0WebAuth.lacking("provider(_: WebAuthWindowProvider)", in: Self.self)
    }

    /// The default implementation, which fails: the conforming type has to implement this.
    public func provider(_ provider: WebAuthBrowserProvider) -> any WebAuth {
        Auth0WebAuth.lacking("provider(_: WebAuthBrowserProvider)", in: Self.self)
    }

    /// The default implementation, which fails: the conforming type has to implement this.
    public func provider(_ provider: WebAuthTerminalProvider) -> any WebAuth {
        Auth0WebAuth.lacking("provider(_: WebAuthTerminalProvider)", in: Self.self)
    }

    /// The default implementation, which fails: the conforming type has to implement this.
    public func timeout(_ timeout: Duration) -> any WebAuth { Auth0WebAuth.lacking(in: Self.self) }

    /// The default implementation, which fails: the conforming type has to implement this.
    public func completionPage(_ page: WebAuthentication.CompletionPage) -> any WebAuth {
        Auth0WebAuth.lacking(in: Self.self)
    }

    /// The default implementation, which fails: the conforming type has to implement this.
    public func pushing() -> any WebAuth { Auth0WebAuth.lacking(in: Self.self) }

    /// The default implementation, which fails: the conforming type has to implement this.
    public func signingRequest(with key: SigningKey) -> any WebAuth { Auth0WebAuth.lacking(in: Self.self) }

    /// The default implementation, which fails: the conforming type has to implement this.
    public func authorizationDetails(_ details: [AuthorizationDetail]) -> any WebAuth {
        Auth0WebAuth.lacking(in: Self.self)
    }

    /// The default implementation, which fails: the conforming type has to implement this.
    public func trustedAudiences(_ audiences: [String]) -> any WebAuth { Auth0WebAuth.lacking(in: Self.self) }

    /// The default implementation, which fails: the conforming type has to implement this.
    public func allowingConcurrentLogins() -> any WebAuth { Auth0WebAuth.lacking(in: Self.self) }
}

extension Operation where Failure == WebAuthError {
    /// Creates an operation whose result is the first value of a publisher that a double made, or its failure.
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

extension WebAuthError {
    /// The failure of a call that a conforming type lacks, or of a login after a modifier that it lacks.
    static func lacking(_ member: String, _ type: Any.Type) -> WebAuthError {
        other.because(of: ConfigurationError(.notImplemented, "implement \(member) in \(type), which was called"))
    }
}
