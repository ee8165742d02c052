extension Optional where Wrapped: Sendable {
    /// A publisher of the value, if there is one.
    @inlinable public var publisher: Publisher { Publisher(self) }

    /// Gives the value if there is one, and then finishes.
    @frozen
    public struct Publisher: Streams.Publisher {
        /// The value.
        public typealias Output = Wrapped
        /// It cannot fail.
        public typealias Failure = Never

        /// The value, if there is one.
        public let output: Wrapped?

        /// Makes a publisher of one value or none.
        ///
        /// - Parameter output: The value, if there is one.
        @inlinable @inline(__always)
        public init(_ output: Wrapped?) { self.output = output }

        /// Gives `subscriber` the value once it demands one.
        @inlinable @inline(__always)
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
            if let output {
                subscriber.take(only: output)
            } else {
                subscriber.receive(subscription: Subscriptions.empty)
                subscriber.receive(completion: .finished)
            }
        }
    }
}

extension Optional.Publisher: Equatable where Wrapped: Equatable {}

extension Optional.Publisher: SynchronousPublisher {
    /// Hands over the value, if there is one.
    @inlinable @inline(__always)
    public func run<S: Publishers.SynchronousSink>(_ sink: inout S) where S.Input == Output, S.Failure == Never {
        if let output, !sink.receive(output) { return }
        sink.receive(completion: .finished)
    }
}
