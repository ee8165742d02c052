extension Publisher {
    /// Passes on the values of this publisher, and when it finishes those of another.
    ///
    /// - Parameter publisher: What comes after.
    /// - Returns: A publisher of the values of both.
    @inlinable
    public func append<P: Publisher>(_ publisher: P) -> Publishers.Concatenate<Self, P>
    where P.Output == Output, P.Failure == Failure {
        Publishers.Concatenate(prefix: self, suffix: publisher)
    }

    /// Passes on the values of this publisher, and when it finishes some more.
    ///
    /// - Parameter elements: What comes after.
    /// - Returns: A publisher of all values.
    @inlinable
    public func append(
        _ elements: Output...
    ) -> Publishers.Concatenate<Self, Publishers.Sequence<[Output], Failure>> {
        append(elements)
    }

    /// Passes on the values of this publisher, and when it finishes the elements of a sequence.
    ///
    /// - Parameter elements: What comes after.
    /// - Returns: A publisher of all values.
    @preconcurrency @inlinable
    public func append<S: Sequence & Sendable>(
        _ elements: S
    ) -> Publishers.Concatenate<Self, Publishers.Sequence<S, Failure>> where S.Element == Output {
        append(Publishers.Sequence(sequence: elements))
    }

    /// Passes on the values of another publisher, and when that finishes those of this one.
    ///
    /// - Parameter publisher: What comes before.
    /// - Returns: A publisher of the values of both.
    @inlinable
    public func prepend<P: Publisher>(_ publisher: P) -> Publishers.Concatenate<P, Self>
    where P.Output == Output, P.Failure == Failure {
        Publishers.Concatenate(prefix: publisher, suffix: self)
    }

    /// Passes on some values before those of this publisher.
    ///
    /// - Parameter elements: What comes before.
    /// - Returns: A publisher of all values.
    @inlinable
    public func prepend(
        _ elements: Output...
    ) -> Publishers.Concatenate<Publishers.Sequence<[Output], Failure>, Self> {
        prepend(elements)
    }

    /// Passes on the elements of a sequence before the values of this publisher.
    ///
    /// - Parameter elements: What comes before.
    /// - Returns: A publisher of all values.
    @preconcurrency @inlinable
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
        /// The values of both.
        public typealias Output = Suffix.Output
        /// The failure of both.
        public typealias Failure = Suffix.Failure

        /// What comes first.
        public let prefix: Prefix
        /// What comes after.
        public let suffix: Suffix

        /// Puts one publisher after another.
        @inlinable
        public init(prefix: Prefix, suffix: Suffix) {
            self.prefix = prefix
            self.suffix = suffix
        }

        /// Attaches `subscriber` to the first, and when that finishes to the other.
        @inlinable @inline(__always)
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let suffix = suffix
            prefix.receive(
                subscriber: ResubscribingSubscriber("Concatenate", downstream: subscriber) { completion, successor in
                    switch completion {
                    case .failure: return false
                    case .finished:
                        suffix.receive(subscriber: successor.last)
                        return true
                    }
                })
        }
    }
}

extension Publishers.Concatenate: Equatable where Prefix: Equatable, Suffix: Equatable {}

extension Publishers.Concatenate: SynchronousPublisher
where Prefix: SynchronousPublisher, Suffix: SynchronousPublisher {
    /// Runs one after the other.
    @inlinable @inline(__always)
    public func run<S: Publishers.Sequel>(_ sequel: inout S) where S.Input == Output, S.Failure == Failure {
        var first = PrefixSequel(next: sequel)
        prefix.run(&first)
        sequel = first.next
        if first.isFinished { suffix.run(&sequel) }
    }

    @usableFromInline
    @frozen
    struct PrefixSequel<Next: Publishers.Sequel>: Publishers.Sequel
    where Next.Input == Output, Next.Failure == Suffix.Failure {
        @usableFromInline var next: Next
        @usableFromInline var isFinished = false

        @inlinable @inline(__always)
        init(next: Next) { self.next = next }

        @inlinable @inline(__always)
        mutating func take(_ input: Suffix.Output) -> Bool { next.take(input) }

        @inlinable @inline(__always)
        mutating func end(_ completion: Subscribers.Completion<Suffix.Failure>) {
            switch completion {
            case .finished: isFinished = true
            case .failure: next.end(completion)
            }
        }
    }
}

@available(*, unavailable)
extension Publishers.Concatenate.PrefixSequel: Sendable {}
