extension Publisher {
    /// Publishes the values of this publisher and, when it finishes, the values of another publisher.
    ///
    /// ```swift
    /// let clock = ManualScheduler()
    /// let both = clock.publisher("a-b-|").append(clock.publisher("c-d|"))
    /// print(clock.marbles(of: both))
    /// // prints a-b-c-d|
    /// ```
    ///
    /// - Parameter publisher: The publisher that follows.
    /// - Returns: A publisher of the values of both. It fails as soon as one of them fails.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func append<P: Publisher>(_ publisher: P) -> Publishers.Concatenate<Self, P>
    where P.Output == Output, P.Failure == Failure {
        Publishers.Concatenate(prefix: self, suffix: publisher)
    }

    /// Publishes the values of this publisher and, when it finishes, the given values.
    ///
    /// ```swift
    /// _ = [1, 2].publisher
    ///     .append(3, 4)
    ///     .sink { print($0) }
    /// // prints 1, 2, 3, 4
    /// ```
    ///
    /// - Parameter elements: The values that follow.
    /// - Returns: A publisher of the upstream values, followed by `elements`.
    @_alwaysEmitIntoClient
    public func append(_ elements: Output...) -> Publishers.Concatenate<Self, Publishers.Sequence<[Output], Failure>> {
        append(elements)
    }

    /// Publishes the values of this publisher and, when it finishes, the elements of a sequence.
    ///
    /// ```swift
    /// _ = (1...2).publisher
    ///     .append(3...5)
    ///     .sink { print($0) }
    /// // prints 1, 2, 3, 4, 5
    /// ```
    ///
    /// - Parameter elements: The sequence of the values that follow.
    /// - Returns: A publisher of the upstream values, followed by `elements`.
    @preconcurrency @_disfavoredOverload @_alwaysEmitIntoClient
    public func append<S: Sequence & Sendable>(
        _ elements: S
    ) -> Publishers.Concatenate<Self, Publishers.Sequence<S, Failure>> where S.Element == Output {
        append(Publishers.Sequence(sequence: elements))
    }

    /// Publishes the values of another publisher and, when it finishes, the values of this publisher.
    ///
    /// ```swift
    /// _ = (3...4).publisher
    ///     .prepend((1...2).publisher)
    ///     .sink { print($0) }
    /// // prints 1, 2, 3, 4
    /// ```
    ///
    /// - Parameter publisher: The publisher that comes first.
    /// - Returns: A publisher of the values of both. It fails as soon as one of them fails.
    @_disfavoredOverload @_alwaysEmitIntoClient
    public func prepend<P: Publisher>(_ publisher: P) -> Publishers.Concatenate<P, Self>
    where P.Output == Output, P.Failure == Failure {
        Publishers.Concatenate(prefix: publisher, suffix: self)
    }

    /// Publishes the given values before the values of this publisher.
    ///
    /// ```swift
    /// _ = [3, 4].publisher
    ///     .prepend(1, 2)
    ///     .sink { print($0) }
    /// // prints 1, 2, 3, 4
    /// ```
    ///
    /// - Parameter elements: The values that come first.
    /// - Returns: A publisher of `elements`, followed by the upstream values.
    @_alwaysEmitIntoClient
    public func prepend(_ elements: Output...) -> Publishers.Concatenate<Publishers.Sequence<[Output], Failure>, Self> {
        prepend(elements)
    }

    /// Publishes the elements of a sequence before the values of this publisher.
    ///
    /// ```swift
    /// _ = (3...4).publisher
    ///     .prepend([1, 2])
    ///     .sink { print($0) }
    /// // prints 1, 2, 3, 4
    /// ```
    ///
    /// - Parameter elements: The sequence of the values that come first.
    /// - Returns: A publisher of `elements`, followed by the upstream values.
    @preconcurrency @_disfavoredOverload @_alwaysEmitIntoClient
    public func prepend<S: Sequence & Sendable>(
        _ elements: S
    ) -> Publishers.Concatenate<Publishers.Sequence<S, Failure>, Self> where S.Element == Output {
        prepend(Publishers.Sequence(sequence: elements))
    }
}

extension Publishers {
    /// The publisher behind ``Publisher/append(_:)-(P)`` and ``Publisher/prepend(_:)-(P)``.
    @frozen
    public struct Concatenate<Prefix: Publisher, Suffix: Publisher>: Publisher
    where Prefix.Output == Suffix.Output, Prefix.Failure == Suffix.Failure {
        /// The type of the published values.
        public typealias Output = Suffix.Output
        /// The type of the failure.
        public typealias Failure = Suffix.Failure

        /// The publisher that comes first.
        public let prefix: Prefix
        /// The publisher that follows.
        public let suffix: Suffix

        /// Creates a publisher of the values of `prefix`, followed by the values of `suffix`.
        ///
        /// - Parameters:
        ///   - prefix: The publisher that comes first.
        ///   - suffix: The publisher that follows.
        @_alwaysEmitIntoClient
        public init(prefix: Prefix, suffix: Suffix) {
            self.prefix = prefix
            self.suffix = suffix
        }

        /// Attaches `subscriber` to the first publisher and, when that finishes, to the second.
        ///
        /// Demand that the first publisher did not meet carries over to the second.
        ///
        /// - Parameter subscriber: The subscriber to attach.
        @_alwaysEmitIntoClient
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let suffix = suffix
            prefix.receive(subscriber: subscriber, resubscribingAs: "Concatenate", ignoresEmptyRequests: true) {
                completion, resubscriber in
                guard case .finished = completion else { return false }
                suffix.receive(subscriber: resubscriber.makeLast())
                return true
            }
        }
    }
}

extension Publishers.Concatenate: Equatable where Prefix: Equatable, Suffix: Equatable {}

extension Publishers.Concatenate: _SynchronousPublisher
where Prefix: _SynchronousPublisher, Suffix: _SynchronousPublisher {
    /// Runs the first publisher and, if it finishes, the second.
    @_alwaysEmitIntoClient @inline(__always)
    public __consuming func _run<S: Publishers._SynchronousSink>(_ sink: inout S)
    where S.Input == Output, S.Failure == Failure {
        var first = UnfinishedSink(next: sink)
        prefix._run(&first)
        sink = first.next
        if first.isFinished { suffix._run(&sink) }
    }
}
