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
        /// The number of subscribers that have not cancelled, whether the first of them is attached, and the
        /// connection, which only the runner of `trampoline` changes.
        @usableFromInline
        let state = Mutex<(subscribers: Int, isReady: Bool, connection: (any Cancellable)?)>((0, false, nil))
        @usableFromInline let trampoline = Trampoline()

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
            // Counted before it is attached, so that a connection survives the cancellation of all others meanwhile.
            let isFirst = state.withLock { state in
                state.subscribers += 1
                return state.subscribers == 1
            }
            let subscription = AutoconnectSubscription(upstream: Upstream.self)
            upstream.receive(
                subscriber: ForwardingSubscriber(downstream: subscriber, upstreamSubscription: subscription))
            if isFirst { state.withLock { $0.isReady = true } }
            if !subscription.join({ self.leave() }) {
                leave()
            } else if isFirst {
                settle()
            }
        }

        /// Removes one subscriber from the count.
        @_alwaysEmitIntoClient func leave() {
            state.withLock { state in
                state.subscribers -= 1
                if state.subscribers == 0 { state.isReady = false }
            }
            settle()
        }

        /// Connects if the first of the subscribers is attached, and cancels the connection if there are none.
        ///
        /// One thread at a time does so: connections of one publisher may share a source, such as a timer, and a
        /// connection that is cancelled late would stop the source of the next one. Compiled in the program, as
        /// `connect()` makes the objects that deliver the values.
        @_alwaysEmitIntoClient @inline(never) func settle() {
            guard trampoline.enter() else { return }
            repeat {
                let (unneeded, isMissing) = state.withLock { state -> ((any Cancellable)?, Bool) in
                    if state.subscribers == 0 { return (state.connection.take(), false) }
                    return (nil, state.isReady && state.connection == nil)
                }
                unneeded?.cancel()
                if isMissing {
                    let connection = upstream.connect()
                    state.withLock { $0.connection = connection }
                }
            } while !trampoline.leave()
        }
    }
}

/// The subscription that ``Publishers/Autoconnect`` passes downstream: reports a cancellation to the publisher.
@usableFromInline
final class AutoconnectSubscription: UpstreamSubscription, @unchecked Sendable {  // its own state is one Mutex
    @usableFromInline let left = Mutex<(@Sendable () -> Void)?>(nil)
    /// The type of the connectable publisher.
    @usableFromInline let upstream: any ConnectablePublisher.Type

    @_alwaysEmitIntoClient init(upstream: any ConnectablePublisher.Type) {
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

    /// Stores the closure that reports a cancellation; returns `false` if the stream has ended already.
    @_alwaysEmitIntoClient func join(_ leave: @escaping @Sendable () -> Void) -> Bool {
        left.withLock { left in
            guard slot.isOpen else { return false }
            left = leave
            return true
        }
    }

    /// Releases the publisher, and returns the closure that reports a cancellation to it.
    ///
    /// A completion is not reported: a later subscriber does not count as the first, so it does not start the upstream
    /// publisher again.
    @_alwaysEmitIntoClient @discardableResult func release() -> (@Sendable () -> Void)? { left.withLock { $0.take() } }
}
