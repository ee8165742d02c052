public import Synchronization

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
    /// The part that upstream holds.
    @usableFromInline
    struct Inner<Downstream: Subscriber>: Subscriber
    where Downstream.Input == Output, Downstream.Failure == Failure {
        @usableFromInline typealias Input = Upstream.Output
        @usableFromInline typealias Failure = Upstream.Failure

        @usableFromInline let downstream: Downstream
        @usableFromInline let receiveSubscription: (@Sendable (any Subscription) -> Void)?
        @usableFromInline let receiveOutput: (@Sendable (Output) -> Void)?
        @usableFromInline let receiveCompletion: (@Sendable (Subscribers.Completion<Failure>) -> Void)?
        @usableFromInline let receiveRequest: (@Sendable (Subscribers.Demand) -> Void)?
        @usableFromInline let upstreamSubscription: HandleEventsSubscription

        @inlinable
        init(downstream: Downstream, events: Publishers.HandleEvents<Upstream>) {
            self.downstream = downstream
            receiveSubscription = events.receiveSubscription
            receiveOutput = events.receiveOutput
            receiveCompletion = events.receiveCompletion
            receiveRequest = events.receiveRequest
            upstreamSubscription = HandleEventsSubscription(
                HandleEventsSubscription.Hooks(request: events.receiveRequest, cancel: events.receiveCancel))
        }

        @usableFromInline var combineIdentifier: CombineIdentifier { CombineIdentifier(upstreamSubscription) }

        @inlinable
        func receive(subscription: any Subscription) {
            receiveSubscription?(subscription)
            upstreamSubscription.begin(subscription, downstream: downstream)
        }

        @inlinable
        func receive(_ input: Input) -> Subscribers.Demand {
            guard upstreamSubscription.slot.isOpen else { return .none }
            receiveOutput?(input)
            let demand = downstream.receive(input)
            if demand > .none { receiveRequest?(demand) }
            return demand
        }

        @inlinable
        func receive(completion: Subscribers.Completion<Failure>) {
            guard upstreamSubscription.slot.end() else { return }
            upstreamSubscription.letGo()
            receiveCompletion?(completion)
            downstream.receive(completion: completion)
        }
    }
}

/// The part of a ``Publishers/HandleEvents`` that downstream holds.
@usableFromInline
final class HandleEventsSubscription: UpstreamSubscription, @unchecked Sendable {  // a Mutex
    @usableFromInline
    struct Hooks: Sendable {
        @usableFromInline let request: (@Sendable (Subscribers.Demand) -> Void)?
        @usableFromInline let cancel: (@Sendable () -> Void)?

        @inlinable
        init(request: (@Sendable (Subscribers.Demand) -> Void)?, cancel: (@Sendable () -> Void)?) {
            self.request = request
            self.cancel = cancel
        }
    }

    @usableFromInline let hooks: Mutex<Hooks?>

    @inlinable
    init(_ hooks: Hooks) {
        self.hooks = Mutex(hooks)
        super.init(
            request: { base, demand in
                let upstreamSubscription = unsafeDowncast(base, to: HandleEventsSubscription.self)
                upstreamSubscription.hooks.withLock { $0?.request }?(demand)
                upstreamSubscription.slot.request(demand)
            },
            cancel: { base in
                let upstreamSubscription = unsafeDowncast(base, to: HandleEventsSubscription.self)
                guard upstreamSubscription.slot.isOpen else { return }
                upstreamSubscription.letGo()?.cancel?()
                upstreamSubscription.slot.cancel()
            })
    }

    @usableFromInline override var description: String { "HandleEvents" }

    @inlinable @discardableResult
    func letGo() -> Hooks? { hooks.withLock { $0.take() } }
}
