extension Optional where Wrapped: Sendable {
    /// A publisher of the wrapped value, if there is one.
    ///
    /// ```swift
    /// _ = Int("42").publisher
    ///     .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
    /// // prints 42, finished
    /// ```
    @_alwaysEmitIntoClient public var publisher: Publisher { Publisher(self) }

    /// A publisher that publishes the wrapped value, if there is one, and then finishes.
    @frozen
    public struct Publisher: Streams.Publisher {
        /// The type of the published values.
        public typealias Output = Wrapped
        /// The type of the failure: `Never`.
        public typealias Failure = Never

        /// The value to publish; `nil` to finish without a value.
        public let output: Wrapped?

        /// Creates a publisher of at most one value.
        ///
        /// - Parameter output: The value to publish; `nil` to finish without a value.
        @_alwaysEmitIntoClient @inline(__always)
        public init(_ output: Wrapped?) { self.output = output }

        /// Attaches `subscriber`, and publishes the value when it is demanded.
        ///
        /// - Parameter subscriber: The subscriber to attach.
        @_alwaysEmitIntoClient
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
            if let output {
                subscriber.take(only: output, of: "Optional")
            } else {
                subscriber.receive(subscription: Subscriptions.empty)
                subscriber.receive(completion: .finished)
            }
        }
    }
}

extension Optional.Publisher: Equatable where Wrapped: Equatable {}

extension Optional.Publisher: _SynchronousPublisher {
    /// Passes the value, if there is one, to `sink`, and finishes.
    @_alwaysEmitIntoClient @inline(__always)
    public __consuming func _run<S: Publishers._SynchronousSink>(_ sink: inout S)
    where S.Input == Output, S.Failure == Never {
        if let output, !sink.receive(output) { return }
        sink.receive(completion: .finished)
    }
}
