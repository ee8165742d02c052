extension Publisher {
    /// Forgets how this publisher was put together.
    ///
    /// - Returns: The same stream under the type that APIs return; erasing twice costs nothing more.
    @inlinable @inline(__always)
    public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> {
        AnyPublisher(self)
    }
}

/// A publisher whose type has been forgotten.
@frozen
public struct AnyPublisher<Output: Sendable, Failure: Error>: Publisher {
    @usableFromInline let attach: @Sendable (AnySubscriber<Output, Failure>) -> Void

    /// Forgets the type of a publisher.
    ///
    /// - Parameter publisher: What is given on.
    @inlinable @inline(__always)
    public init<P: Publisher>(_ publisher: P) where P.Output == Output, P.Failure == Failure {
        if let erased = publisher as? AnyPublisher<Output, Failure> {
            self = erased
        } else {
            attach = { publisher.receive(subscriber: $0) }
        }
    }

    /// Attaches `subscriber` to the publisher inside.
    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        attach(AnySubscriber(subscriber))
    }
}

extension AnyPublisher: CustomStringConvertible, CustomPlaygroundDisplayConvertible {
    /// `AnyPublisher`, as in Combine.
    public var description: String { "AnyPublisher" }
    /// `AnyPublisher`, as in Combine.
    public var playgroundDescription: Any { description }
}
