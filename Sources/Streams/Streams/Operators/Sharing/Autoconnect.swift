public import Synchronization

extension Publishers {
    /// The publisher behind ``ConnectablePublisher/autoconnect()``.
    public final class Autoconnect<Upstream: ConnectablePublisher>: Publisher {
        /// The type of the published values.
        public typealias Output = Upstream.Output
        /// The type of the failure.
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream
        /// The number of subscribers that have not cancelled, and the connection if the number is not zero.
        @usableFromInline let state = Mutex<(subscribers: Int, connection: (any Cancellable)?)>((0, nil))

        /// Creates a publisher that connects `upstream` with its first subscriber.
        ///
        /// - Parameter upstream: The connectable publisher.
        @_alwaysEmitIntoClient
        public init(upstream: Upstream) { self.upstream = upstream }

        /// Attaches `subscriber`, and connects the upstream publisher if it is the only subscriber.
        ///
        /// The upstream publisher is connected again only after every subscriber has cancelled, not after a completion.
        ///
        /// - Parameter subscriber: The subscriber to attach.
        @_alwaysEmitIntoClient
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let isFirst = state.withLock { state in
                state.subscribers += 1
                return state.subscribers == 1
            }
            upstream.receive(
                subscriber: ForwardingSubscriber(
                    downstream: subscriber,
                    upstreamSubscription: AutoconnectSubscription(upstream: Upstream.self) { self.leave() }))
            guard isFirst else { return }
            let connection = upstream.connect()
            // Another subscriber may have connected meanwhile; the connection that is left over ends outside the lock.
            let unwanted = state.withLock { state -> (any Cancellable)? in
                guard state.subscribers > 0 else { return connection }
                defer { state.connection = connection }
                return state.connection
            }
            unwanted?.cancel()
        }

        /// Removes one subscriber from the count, and cancels the connection after the last one.
        @_alwaysEmitIntoClient func leave() {
            let connection = state.withLock { state -> (any Cancellable)? in
                state.subscribers -= 1
                return state.subscribers == 0 ? state.connection.take() : nil
            }
            connection?.cancel()
        }
    }
}

/// The subscription that ``Publishers/Autoconnect`` passes downstream: reports a cancellation to the publisher.
@usableFromInline
final class AutoconnectSubscription: UpstreamSubscription, @unchecked Sendable {  // its own state is one Mutex
    @usableFromInline let left: Mutex<(@Sendable () -> Void)?>
    /// The type of the connectable publisher.
    @usableFromInline let upstream: any ConnectablePublisher.Type

    @_alwaysEmitIntoClient init(upstream: any ConnectablePublisher.Type, leave: @escaping @Sendable () -> Void) {
        left = Mutex(leave)
        self.upstream = upstream
        super.init(cancel: { base in
            let upstreamSubscription = unsafeDowncast(base, to: AutoconnectSubscription.self)
            if upstreamSubscription.slot.cancel() { upstreamSubscription.release()?() }
        })
    }

    /// The name of the subscription of upstream, as in Combine.
    @usableFromInline override var description: String {
        if upstream is any SubjectPublisher.Type { return "Multicast" }
        return slot.subscription.map { "\($0)" } ?? super.description
    }

    @usableFromInline override func discard() { release() }

    /// Releases the publisher, and returns the closure that reports a cancellation to it.
    ///
    /// A completion is not reported: a later subscriber does not count as the first, so it does not start the upstream
    /// publisher again.
    @_alwaysEmitIntoClient @discardableResult func release() -> (@Sendable () -> Void)? { left.withLock { $0.take() } }
}
