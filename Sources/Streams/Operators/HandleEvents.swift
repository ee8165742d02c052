extension Publisher {
    /// Calls closures when things happen, without changing them.
    ///
    /// - Parameters:
    ///   - receiveSubscription: Takes the subscription, before downstream.
    ///   - receiveOutput: Takes each value, before downstream.
    ///   - receiveCompletion: Takes the end, before downstream.
    ///   - receiveCancel: Called on cancellation, before upstream.
    ///   - receiveRequest: Takes each demand, before upstream.
    /// - Returns: A publisher of the same values.
    @preconcurrency @inlinable
    public func handleEvents(
        receiveSubscription: (@Sendable (any Subscription) -> Void)? = nil,
        receiveOutput: (@Sendable (Output) -> Void)? = nil,
        receiveCompletion: (@Sendable (Subscribers.Completion<Failure>) -> Void)? = nil,
        receiveCancel: (@Sendable () -> Void)? = nil,
        receiveRequest: (@Sendable (Subscribers.Demand) -> Void)? = nil
    ) -> Publishers.HandleEvents<Self> {
        Publishers.HandleEvents(
            upstream: self, receiveSubscription: receiveSubscription, receiveOutput: receiveOutput,
            receiveCompletion: receiveCompletion, receiveCancel: receiveCancel, receiveRequest: receiveRequest)
    }
}

extension Publishers {
    /// The publisher behind ``Publisher/handleEvents(receiveSubscription:receiveOutput:receiveCompletion:receiveCancel:receiveRequest:)``.
    public struct HandleEvents<Upstream: Publisher>: Publisher {
        /// The values of upstream.
        public typealias Output = Upstream.Output
        /// The failure of upstream.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream
        /// Takes the subscription.
        public var receiveSubscription: (@Sendable (any Subscription) -> Void)?
        /// Takes each value.
        public var receiveOutput: (@Sendable (Output) -> Void)?
        /// Takes the end.
        public var receiveCompletion: (@Sendable (Subscribers.Completion<Failure>) -> Void)?
        /// Called on cancellation.
        public var receiveCancel: (@Sendable () -> Void)?
        /// Takes each demand.
        public var receiveRequest: (@Sendable (Subscribers.Demand) -> Void)?

        /// Works on the values of `upstream`.
        @preconcurrency @inlinable
        public init(
            upstream: Upstream,
            receiveSubscription: (@Sendable (any Subscription) -> Void)? = nil,
            receiveOutput: (@Sendable (Output) -> Void)? = nil,
            receiveCompletion: (@Sendable (Subscribers.Completion<Failure>) -> Void)? = nil,
            receiveCancel: (@Sendable () -> Void)? = nil,
            receiveRequest: (@Sendable (Subscribers.Demand) -> Void)? = nil
        ) {
            self.upstream = upstream
            self.receiveSubscription = receiveSubscription
            self.receiveOutput = receiveOutput
            self.receiveCompletion = receiveCompletion
            self.receiveCancel = receiveCancel
            self.receiveRequest = receiveRequest
        }

        /// Attaches `subscriber`, and calls the closures.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.receive(subscriber: Inner(downstream: subscriber, events: self))
        }
    }
}

extension Publishers.HandleEvents {
    @usableFromInline
    final class Inner<Downstream: Subscriber>: Bond, Subscriber, @unchecked Sendable  // a Link and constants
    where Downstream.Input == Output, Downstream.Failure == Failure {
        @usableFromInline typealias Input = Upstream.Output
        @usableFromInline typealias Failure = Upstream.Failure

        @usableFromInline let downstream: Downstream
        @usableFromInline let events: Publishers.HandleEvents<Upstream>
        @usableFromInline let link = Link()

        @inlinable
        init(downstream: Downstream, events: Publishers.HandleEvents<Upstream>) {
            self.downstream = downstream
            self.events = events
            super.init(
                request: { bond, demand in
                    Self.of(bond).events.receiveRequest?(demand)
                    Self.of(bond).link.request(demand)
                },
                cancel: { bond in
                    guard Self.of(bond).link.isOpen else { return }
                    Self.of(bond).events.receiveCancel?()
                    Self.of(bond).link.cancel()
                })
        }

        @inlinable @inline(__always)
        static func of(_ bond: Bond) -> Inner<Downstream> { unsafeDowncast(bond, to: Inner<Downstream>.self) }

        @inlinable
        func receive(subscription: any Subscription) {
            events.receiveSubscription?(subscription)
            guard let early = link.accept(subscription) else { return }
            downstream.receive(subscription: self)
            if early > .none { subscription.request(early) }
        }

        @inlinable
        func receive(_ input: Input) -> Subscribers.Demand {
            guard link.isOpen else { return .none }
            events.receiveOutput?(input)
            let demand = downstream.receive(input)
            if demand > .none { events.receiveRequest?(demand) }
            return demand
        }

        @inlinable
        func receive(completion: Subscribers.Completion<Failure>) {
            guard link.end() else { return }
            events.receiveCompletion?(completion)
            downstream.receive(completion: completion)
        }

        @usableFromInline override var dropsWithoutDemand: Bool { link.dropsWithoutDemand }
    }
}
