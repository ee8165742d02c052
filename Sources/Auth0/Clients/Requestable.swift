public import RequestPipeline
public import Streams

/// A request of any client, for code that names the protocol of Auth0.swift 3:
/// `any Requestable<Credentials, AuthenticationError>`.
///
/// Every ``RequestPipeline/Request`` whose failure is an error of the API conforms. The clients return that type, which
/// has more modifiers. A test double needs only ``start(_:)``.
@preconcurrency
public protocol Requestable<ResultType, ErrorType>: Sendable {
    /// The type of the result.
    associatedtype ResultType: Sendable
    /// The type of the failure.
    associatedtype ErrorType: Auth0APIError

    /// Adds parameters, as ``RequestPipeline/Request/parameters(_:)``, whose parameters are the same.
    func parameters(_ extraParameters: [String: any Sendable]) -> Self
    /// Adds header fields, as ``RequestPipeline/Request/headers(_:)``, whose parameters are the same.
    func headers(_ extraHeaders: [String: String]) -> Self
    /// Adds validators, as ``RequestPipeline/Request/requestValidators(_:)``, whose parameters are the same.
    func requestValidators(_ extraValidators: [any RequestValidator]) -> Self
    /// Starts the request and calls back, as ``RequestPipeline/Request/start(_:)``, whose parameters are the same.
    @preconcurrency @discardableResult
    func start(_ callback: @escaping @Sendable (Result<ResultType, ErrorType>) -> Void) -> any Cancellable
    /// Starts the request and waits for its result.
    ///
    /// - Returns: The result.
    /// - Throws: The error of the type of the failure.
    func start() async throws -> ResultType
    /// Publishes the result of the request.
    ///
    /// - Returns: A publisher that sends the request for each subscriber.
    func start() -> AnyPublisher<ResultType, ErrorType>
}

// Default implementations for doubles, which send nothing: the other styles deliver the result of `start(_:)`.
extension Requestable {
    /// The default implementation, which returns the request unchanged.
    public func parameters(_ extraParameters: [String: any Sendable]) -> Self { self }

    /// The default implementation, which returns the request unchanged.
    public func headers(_ extraHeaders: [String: String]) -> Self { self }

    /// The default implementation, which returns the request unchanged.
    public func requestValidators(_ extraValidators: [any RequestValidator]) -> Self { self }

    /// The default implementation, which waits for the result of ``start(_:)``.
    public func start() async throws -> ResultType { try await operation.value() }

    /// The default implementation, which publishes the result of ``start(_:)``.
    public func start() -> AnyPublisher<ResultType, ErrorType> { operation.publisher() }

    private var operation: Operation<ResultType, ErrorType> {
        Operation(on: nil, toleratesBlocking: true) { start($0) }
    }
}

extension Request: Requestable where Failure: Auth0APIError {
    /// The type of the result.
    public typealias ResultType = Value
    /// The type of the failure.
    public typealias ErrorType = Failure
}
