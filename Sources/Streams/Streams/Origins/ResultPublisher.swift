extension Result where Success: Sendable {
    /// A publisher of the value or the failure.
    @inlinable public var publisher: Publisher { Publisher(self) }

    /// Gives the value and finishes, or fails.
    @frozen
    public struct Publisher: Streams.Publisher {
        /// The value.
        public typealias Output = Success

        /// The value or the failure.
        public let result: Result<Success, Failure>

        /// Makes a publisher of a result.
        ///
        /// - Parameter result: The value or the failure.
        @inlinable @inline(__always)
        public init(_ result: Result<Success, Failure>) { self.result = result }

        /// Makes a publisher of a value.
        ///
        /// - Parameter output: The value.
        @inlinable
        public init(_ output: Success) { self.init(.success(output)) }

        /// Makes a publisher of a failure.
        ///
        /// - Parameter failure: The failure.
        @inlinable
        public init(_ failure: Failure) { self.init(.failure(failure)) }

        /// Gives `subscriber` the value once it demands one, or the failure at once.
        @inlinable @inline(__always)
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            switch result {
            case .success(let value):
                subscriber.take(only: value)
            case .failure(let failure):
                subscriber.receive(subscription: Subscriptions.empty)
                subscriber.receive(completion: .failure(failure))
            }
        }
    }
}

extension Result.Publisher: Equatable where Success: Equatable, Failure: Equatable {}

extension Result.Publisher: SynchronousPublisher {
    /// Hands over the value or the failure.
    @inlinable @inline(__always)
    public func run<S: Publishers.SynchronousSink>(_ sink: inout S) where S.Input == Output, S.Failure == Failure {
        switch result {
        case .success(let value): if sink.receive(value) { sink.receive(completion: .finished) }
        case .failure(let failure): sink.receive(completion: .failure(failure))
        }
    }
}
