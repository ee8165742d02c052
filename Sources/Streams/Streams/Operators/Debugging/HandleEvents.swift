public import Synchronization

extension Publisher {
    /// Calls closures when publisher events occur, and leaves the events unchanged.
    ///
    /// ```swift
    /// _ = [1, 2].publisher
    ///     .handleEvents(
    ///         receiveOutput: { print("value \($0)") },
    ///         receiveCompletion: { print("ended: \($0)") })
    ///     .sink { print($0) }
    /// // prints value 1, 1, value 2, 2, ended: finished
    /// ```
    ///
    /// - Parameters:
    ///   - receiveSubscription: A closure that receives the subscription, before the subscriber does; `nil` by default.
    ///   - receiveOutput: A closure that receives each value, before the subscriber does; `nil` by default.
    ///   - receiveCompletion: A closure that receives the completion, before the subscriber does; `nil` by default.
    ///   - receiveCancel: A closure that runs on cancellation, before the upstream publisher is cancelled; `nil` by
    ///     default.
    ///   - receiveRequest: A closure that receives each demand, before the upstream publisher does; also the demand
    ///     that the subscriber returns for a value; `nil` by default.
    /// - Returns: A publisher of the same values and the same completion.
    @preconcurrency @_alwaysEmitIntoClient
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
    /// The publisher behind
    /// ``Publisher/handleEvents(receiveSubscription:receiveOutput:receiveCompletion:receiveCancel:receiveRequest:)``.
    public struct HandleEvents<Upstream: Publisher>: Publisher {
        /// The type of the published values.
        public typealias Output = Upstream.Output
        /// The type of the failure.
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream
        /// A closure that receives the subscription, before the subscriber does.
        public var receiveSubscription: (@Sendable (any Subscription) -> Void)?
        /// A closure that receives each value, before the subscriber does.
        public var receiveOutput: (@Sendable (Output) -> Void)?
        /// A closure that receives the completion, before the subscriber does.
        public var receiveCompletion: (@Sendable (Subscribers.Completion<Failure>) -> Void)?
        /// A closure that runs on cancellation, before the upstream publisher is cancelled.
        public var receiveCancel: (@Sendable () -> Void)?
        /// A closure that receives each demand, before the upstream publisher does.
        public var receiveRequest: (@Sendable (Subscribers.Demand) -> Void)?

        /// Creates a publisher that calls closures when events of `upstream` occur; see
        /// `handleEvents(receiveSubscription:receiveOutput:receiveCompletion:receiveCancel:receiveRequest:)`,
        /// whose parameters are the same.
        @preconcurrency @_alwaysEmitIntoClient
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

        /// Attaches `subscriber`; the closures are called for its subscription only.
        ///
        /// - Parameter subscriber: The subscriber to attach.
        @_alwaysEmitIntoClient
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.receive(
                subscriber: Inner(
                    downstream: subscriber, events: self, name: "HandleEvents", receiveAnswer: receiveRequest))
        }
    }
}

extension Publishers.HandleEvents {
    /// The operator subscriber: calls the closures and forwards each event.
    @usableFromInline
    struct Inner<Downstream: Subscriber>: Subscriber
    where Downstream.Input == Output, Downstream.Failure == Failure {
        @usableFromInline typealias Input = Upstream.Output
        @usableFromInline typealias Failure = Upstream.Failure

        @usableFromInline let downstream: Downstream
        @usableFromInline let receiveSubscription: (@Sendable (any Subscription) -> Void)?
        @usableFromInline let receiveOutput: (@Sendable (Output) -> Void)?
        @usableFromInline let receiveCompletion: (@Sendable (Subscribers.Completion<Failure>) -> Void)?
        /// The closure that receives the demand that the subscriber returns for a value.
        @usableFromInline let receiveAnswer: (@Sendable (Subscribers.Demand) -> Void)?
        @usableFromInline let upstreamSubscription: HandleEventsSubscription

        @_alwaysEmitIntoClient
        init(
            downstream: Downstream, events: Publishers.HandleEvents<Upstream>, name: StaticString,
            receiveAnswer: (@Sendable (Subscribers.Demand) -> Void)?
        ) {
            self.downstream = downstream
            receiveSubscription = events.receiveSubscription
            receiveOutput = events.receiveOutput
            receiveCompletion = events.receiveCompletion
            self.receiveAnswer = receiveAnswer
            upstreamSubscription = HandleEventsSubscription(
                name, HandleEventsSubscription.Hooks(request: events.receiveRequest, cancel: events.receiveCancel))
        }

        @usableFromInline var combineIdentifier: CombineIdentifier { CombineIdentifier(upstreamSubscription) }

        @_alwaysEmitIntoClient func receive(subscription: any Subscription) {
            receiveSubscription?(subscription)
            upstreamSubscription.begin(subscription, downstream: downstream)
        }

        @_alwaysEmitIntoClient func receive(_ input: Input) -> Subscribers.Demand {
            guard upstreamSubscription.slot.isOpen else { return .none }
            receiveOutput?(input)
            let demand = downstream.receive(input)
            if demand > .none { receiveAnswer?(demand) }
            return demand
        }

        @_alwaysEmitIntoClient func receive(completion: Subscribers.Completion<Failure>) {
            guard upstreamSubscription.slot.end() else { return }
            upstreamSubscription.release()
            receiveCompletion?(completion)
            downstream.receive(completion: completion)
        }
    }
}

/// The subscription that ``Publishers/HandleEvents`` and ``Publishers/Print`` pass downstream.
@usableFromInline
final class HandleEventsSubscription: UpstreamSubscription, @unchecked Sendable {  // its own state is one Mutex
    /// A struct, because `Mutex.withLock` would wrap the closures of a tuple once more at each call.
    @usableFromInline
    struct Hooks: Sendable {
        @usableFromInline let request: (@Sendable (Subscribers.Demand) -> Void)?
        @usableFromInline let cancel: (@Sendable () -> Void)?

        @_alwaysEmitIntoClient
        init(request: (@Sendable (Subscribers.Demand) -> Void)?, cancel: (@Sendable () -> Void)?) {
            self.request = request
            self.cancel = cancel
        }
    }

    /// The name of the operator for the output of `print()`.
    @usableFromInline let name: StaticString
    /// The closures for demand and cancellation until the stream ends; `nil` afterwards.
    @usableFromInline let hooks: Mutex<Hooks?>

    @_alwaysEmitIntoClient init(_ name: StaticString, _ hooks: Hooks) {
        self.name = name
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
                upstreamSubscription.release()?.cancel?()
                upstreamSubscription.slot.cancel()
            })
    }

    @usableFromInline override var description: String { "\(name)" }

    /// Releases the closures, and returns them at the first call.
    @_alwaysEmitIntoClient @discardableResult func release() -> Hooks? { hooks.withLock { $0.take() } }
}
