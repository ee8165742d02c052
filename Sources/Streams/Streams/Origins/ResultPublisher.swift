extension Result where Success: Sendable {
    /// A publisher of this result.
    ///
    /// ```swift
    /// let result = Result<Int, CancellationError>.success(1)
    /// _ = result.publisher
    ///     .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
    /// // prints 1, finished
    /// ```
    @_alwaysEmitIntoClient public var publisher: Publisher { Publisher(self) }

    /// A publisher that publishes the success value and finishes, or fails.
    @frozen
    public struct Publisher: Streams.Publisher {
        /// The type of the published values.
        public typealias Output = Success

        /// The result to publish.
        public let result: Result<Success, Failure>

        /// Creates a publisher of a result.
        ///
        /// - Parameter result: The result to publish.
        @_alwaysEmitIntoClient @inline(__always)
        public init(_ result: Result<Success, Failure>) { self.result = result }

        /// Creates a publisher of a success value.
        ///
        /// - Parameter output: The value to publish.
        @_alwaysEmitIntoClient
        public init(_ output: Success) { self.init(.success(output)) }

        /// Creates a publisher that fails.
        ///
        /// - Parameter failure: The failure.
        @_alwaysEmitIntoClient
        public init(_ failure: Failure) { self.init(.failure(failure)) }

        /// Attaches `subscriber`, and publishes the value when it is demanded; a failure does not wait for demand.
        ///
        /// - Parameter subscriber: The subscriber to attach.
        @_alwaysEmitIntoClient
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            switch result {
            case .success(let value):
                subscriber.take(only: value, of: "Once")
            case .failure(let failure):
                subscriber.receive(subscription: Subscriptions.empty)
                subscriber.receive(completion: .failure(failure))
            }
        }
    }
}

extension Result.Publisher: Equatable where Success: Equatable, Failure: Equatable {}

extension Result.Publisher: _SynchronousPublisher {
    /// Passes the value and the end, or the failure, to `sink`.
    @_alwaysEmitIntoClient @inline(__always)
    public __consuming func _run<S: Publishers._SynchronousSink>(_ sink: inout S)
    where S.Input == Output, S.Failure == Failure {
        switch result {
        case .success(let value): if sink.receive(value) { sink.receive(completion: .finished) }
        case .failure(let failure): sink.receive(completion: .failure(failure))
        }
    }
}
