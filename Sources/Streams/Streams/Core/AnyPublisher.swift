extension Publisher {
    /// Wraps this publisher in a type-erased publisher.
    ///
    /// Erasing an erased publisher returns it unchanged.
    ///
    /// ```swift
    /// func squares() -> AnyPublisher<Int, Never> {
    ///     (1...3).publisher.map { $0 * $0 }.eraseToAnyPublisher()
    /// }
    /// _ = squares().sink { print($0) }
    /// // prints 1, 4, 9
    /// ```
    ///
    /// - Returns: An ``AnyPublisher`` of the same values and completion.
    @_alwaysEmitIntoClient @inline(__always)
    public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> { AnyPublisher(self) }
}

/// A publisher that hides the type of the publisher that it wraps.
@frozen
public struct AnyPublisher<Output: Sendable, Failure: Error>: Publisher {
    @usableFromInline let attach: @Sendable (AnySubscriber<Output, Failure>) -> Void

    /// Creates a type-erased publisher.
    ///
    /// - Parameter publisher: The publisher to wrap.
    @_alwaysEmitIntoClient @inline(__always)
    public init<P: Publisher>(_ publisher: P) where P.Output == Output, P.Failure == Failure {
        if let erased = publisher as? AnyPublisher<Output, Failure> {
            self = erased
        } else {
            attach = { publisher.receive(subscriber: $0) }
        }
    }

    /// Subscribes `subscriber` to the wrapped publisher; see ``Publisher``, whose parameters are the same.
    @_alwaysEmitIntoClient
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        attach(AnySubscriber(subscriber))
    }
}

extension AnyPublisher: CustomStringConvertible, CustomPlaygroundDisplayConvertible {
    /// The text `AnyPublisher`, as in Combine.
    public var description: String { "AnyPublisher" }
    /// The text `AnyPublisher`, as in Combine.
    public var playgroundDescription: Any { description }
}
