public import ByteEncodings

/// The writable side of a future.
public final class Promise<T: Sendable, E: Error>: Sendable {
    /// The future that the promise completes.
    public let future: LoginFuture<T, E>

    /// Creates a promise, and its future.
    public init() { future = LoginFuture() }

    /// Completes the future, unless it has completed already.
    ///
    /// - Parameter result: The result.
    /// - Returns: Whether this was the first result.
    @discardableResult
    public func tryComplete(_ result: Result<T, E>) -> Bool { future.complete(result) }

    /// Completes the future with a value; see ``tryComplete(_:)``, whose parameters are the same.
    @discardableResult
    public func trySuccess(_ value: T) -> Bool { tryComplete(.success(value)) }

    /// Completes the future with an error; see ``tryComplete(_:)``, whose parameters are the same.
    @discardableResult
    public func tryFailure(_ error: E) -> Bool { tryComplete(.failure(error)) }

    /// Completes the future; see ``tryComplete(_:)``, whose parameters are the same.
    public func complete(_ result: Result<T, E>) { tryComplete(result) }

    /// Completes the future with a value; see ``tryComplete(_:)``, whose parameters are the same.
    public func success(_ value: T) { tryComplete(.success(value)) }

    /// Completes the future with an error; see ``tryComplete(_:)``, whose parameters are the same.
    public func failure(_ error: E) { tryComplete(.failure(error)) }

    /// Completes the future with the result of another future.
    ///
    /// - Parameter other: The other future.
    public func completeWith(_ other: LoginFuture<T, E>) { other.whenCompleted { self.complete($0) } }
}

extension Promise: _Redacted {}
