import Synchronization

extension Publishers {
    /// The publisher behind ``ConnectablePublisher/autoconnect()``.
    public final class Autoconnect<Upstream: ConnectablePublisher>: Publisher {
        /// The values of upstream.
        public typealias Output = Upstream.Output
        /// The failure of upstream.
        public typealias Failure = Upstream.Failure

        private struct State: Sendable {
            var subscribers = 0
            var connection: (any Cancellable)?
        }

        /// Where the values come from.
        public let upstream: Upstream
        private let state = Mutex(State())

        /// Connects by itself.
        ///
        /// - Parameter upstream: What is connected.
        public init(upstream: Upstream) { self.upstream = upstream }

        /// Attaches `subscriber`, and connects if it is the first.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let isFirst = state.withLock { state in
                state.subscribers += 1
                return state.subscribers == 1
            }
            upstream.receive(subscriber: Inner(downstream: subscriber, owner: self))
            guard isFirst else { return }
            let connection = upstream.connect()
            let isWanted = state.withLock { state in
                guard state.subscribers > 0 else { return false }
                state.connection = connection
                return true
            }
            if !isWanted { connection.cancel() }
        }

        fileprivate func leave() {
            let connection = state.withLock { state -> (any Cancellable)? in
                state.subscribers -= 1
                return state.subscribers == 0 ? state.connection.take() : nil
            }
            connection?.cancel()
        }
    }
}

extension Publishers.Autoconnect {
    private final class Inner<Downstream: Subscriber>: Subscriber, Subscription
    where Downstream.Input == Upstream.Output, Downstream.Failure == Upstream.Failure {
        private let downstream: Downstream
        private let owner: Publishers.Autoconnect<Upstream>
        private let link = Link()

        init(downstream: Downstream, owner: Publishers.Autoconnect<Upstream>) {
            self.downstream = downstream
            self.owner = owner
        }

        func receive(subscription: any Subscription) {
            guard let early = link.accept(subscription) else { return }
            downstream.receive(subscription: self)
            if early > .none { subscription.request(early) }
        }

        func receive(_ input: Upstream.Output) -> Subscribers.Demand {
            link.isOpen ? downstream.receive(input) : .none
        }

        func receive(completion: Subscribers.Completion<Upstream.Failure>) {
            guard link.end() else { return }
            owner.leave()
            downstream.receive(completion: completion)
        }

        func request(_ demand: Subscribers.Demand) { link.request(demand) }
        func cancel() { if link.cancel() { owner.leave() } }
        var dropsWithoutDemand: Bool { link.dropsWithoutDemand }
    }
}
