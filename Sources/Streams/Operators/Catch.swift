extension Publisher {
    /// Goes on with another publisher when this one fails.
    ///
    /// - Parameter handler: Makes the other publisher from the failure.
    /// - Returns: A publisher of the values of both.
    @inlinable
    public func `catch`<P: Publisher>(
        _ handler: @escaping @Sendable (Failure) -> P
    ) -> Publishers.Catch<Self, P> where P.Output == Output {
        Publishers.Catch(upstream: self, handler: handler)
    }
}

extension Publishers {
    /// The publisher behind ``Publisher/catch(_:)``.
    @frozen
    public struct Catch<Upstream: Publisher, NewPublisher: Publisher>: Publisher
    where Upstream.Output == NewPublisher.Output {
        /// The values of both.
        public typealias Output = Upstream.Output
        /// The failure of the other publisher.
        public typealias Failure = NewPublisher.Failure

        /// Where the first values come from.
        public let upstream: Upstream
        /// Makes the other publisher from the failure.
        public let handler: @Sendable (Upstream.Failure) -> NewPublisher

        /// Works on the values of `upstream`.
        @inlinable
        public init(upstream: Upstream, handler: @escaping @Sendable (Upstream.Failure) -> NewPublisher) {
            self.upstream = upstream
            self.handler = handler
        }

        /// Attaches `subscriber` to the first publisher, and on failure to the other.
        @inlinable @inline(__always)
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let inner = Inner(downstream: subscriber, handler: handler)
            upstream.receive(subscriber: First(inner: inner))
        }
    }
}

extension Publishers.Catch {
    @usableFromInline
    final class Inner<Downstream: Subscriber>: Bond, Subscriber, @unchecked Sendable  // as its base
    where Downstream.Input == Output, Downstream.Failure == NewPublisher.Failure {
        @usableFromInline typealias Input = Upstream.Output
        @usableFromInline typealias Failure = NewPublisher.Failure

        @usableFromInline let downstream: Downstream
        @usableFromInline let handler: @Sendable (Upstream.Failure) -> NewPublisher
        @usableFromInline let relay = Relay()

        @inlinable
        init(downstream: Downstream, handler: @escaping @Sendable (Upstream.Failure) -> NewPublisher) {
            self.downstream = downstream
            self.handler = handler
            super.init(request: { Self.of($0).relay.request($1) }, cancel: { Self.of($0).relay.cancel() })
        }

        @inlinable @inline(__always)
        static func of(_ bond: Bond) -> Inner<Downstream> { unsafeDowncast(bond, to: Inner<Downstream>.self) }

        @inlinable
        func recover(from failure: Upstream.Failure) {
            relay.leave()
            if relay.isOpen { handler(failure).receive(subscriber: self) }
        }

        @inlinable
        func receive(subscription: any Subscription) { relay.accept(subscription) }

        @inlinable
        func receive(_ input: Upstream.Output) -> Subscribers.Demand { relay.pass(input, to: downstream) }

        @inlinable
        func receive(completion: Subscribers.Completion<NewPublisher.Failure>) {
            if relay.end() { downstream.receive(completion: completion) }
        }

    }

    /// Stands before ``Inner`` while the first publisher has not failed.
    @usableFromInline
    @frozen
    struct First<Downstream: Subscriber>: Subscriber
    where Downstream.Input == Output, Downstream.Failure == NewPublisher.Failure {
        @usableFromInline typealias Input = Upstream.Output
        @usableFromInline typealias Failure = Upstream.Failure

        @usableFromInline let inner: Inner<Downstream>

        @inlinable
        init(inner: Inner<Downstream>) { self.inner = inner }

        @usableFromInline var combineIdentifier: CombineIdentifier { inner.combineIdentifier }

        @inlinable
        func receive(subscription: any Subscription) {
            inner.relay.accept(subscription)
            inner.downstream.receive(subscription: inner)
        }

        @inlinable
        func receive(_ input: Upstream.Output) -> Subscribers.Demand { inner.receive(input) }

        @inlinable
        func receive(completion: Subscribers.Completion<Upstream.Failure>) {
            switch completion {
            case .finished: inner.receive(completion: .finished)
            case .failure(let failure): inner.recover(from: failure)
            }
        }
    }
}
