extension Publisher {
    /// Gives values in arrays of a size, and the rest at the end.
    ///
    /// - Precondition: `count` is positive.
    /// - Parameter count: How many values go into an array.
    /// - Returns: A publisher of arrays.
    /// - Complexity: O(`count`) memory.
    @inlinable
    public func collect(_ count: Int) -> Publishers.CollectByCount<Self> {
        Publishers.CollectByCount(upstream: self, count: count)
    }
}

extension Publishers {
    /// The publisher behind ``Publisher/collect(_:)-(Int)``.
    @frozen
    public struct CollectByCount<Upstream: Publisher>: Publisher {
        /// An array of values.
        public typealias Output = [Upstream.Output]
        /// The failure of upstream.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream
        /// How many values go into an array.
        public let count: Int

        /// Works on the values of `upstream`.
        ///
        /// - Precondition: `count` is positive.
        @inlinable
        public init(upstream: Upstream, count: Int) {
            precondition(count > 0, "an array needs a size")
            self.upstream = upstream
            self.count = count
        }

        /// Attaches `subscriber`; each array demanded is so many values demanded.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.receive(subscriber: Inner(downstream: subscriber, count: count))
        }
    }
}

extension Publishers.CollectByCount: Equatable where Upstream: Equatable {}

extension Publishers.CollectByCount {
    @usableFromInline
    final class Inner<Downstream: Subscriber>: SubscriptionBase, Subscriber, @unchecked Sendable
    where Downstream.Input == [Upstream.Output], Downstream.Failure == Upstream.Failure {
        // Unchecked: the vars belong to whoever holds `loop`.
        @usableFromInline typealias Input = Upstream.Output
        @usableFromInline typealias Failure = Upstream.Failure

        @usableFromInline enum Event: Sendable {
            case value(Input)
            case completion(Subscribers.Completion<Failure>)
            case stop
        }

        @usableFromInline let count: Int
        @usableFromInline let slot = UpstreamSlot()
        @usableFromInline let loop = DrainLoop<Event>()
        @exclusivity(unchecked) @usableFromInline var downstream: ReleasableBox<Downstream>
        @exclusivity(unchecked) @usableFromInline var values: [Input] = []

        @inlinable
        init(downstream: Downstream, count: Int) {
            self.downstream = ReleasableBox(downstream)
            self.count = count
            super.init(
                request: { Self.of($0).slot.request($1 * Self.of($0).count) },
                cancel: { Self.of($0).stop() })
        }

        @inlinable @inline(__always)
        static func of(_ base: SubscriptionBase) -> Inner<Downstream> { unsafeDowncast(base, to: Inner<Downstream>.self) }

        @inlinable
        func receive(subscription: any Subscription) {
            guard let early = slot.accept(subscription) else { return }
            downstream.held?.receive(subscription: self)
            if early > .none { subscription.request(early) }
        }

        @inlinable
        func receive(_ input: Input) -> Subscribers.Demand {
            guard loop.enter(or: .value(input)) else { return .none }
            let demand = take(input)
            loop.leave { handle($0) }
            return demand
        }

        @inlinable
        func receive(completion: Subscribers.Completion<Failure>) {
            guard loop.enter(or: .completion(completion)) else { return }
            finish(completion)
            loop.leave { handle($0) }
        }

        @inlinable
        func stop() {
            guard slot.cancel(), loop.enter(or: .stop) else { return }
            letGo()
            loop.leave { handle($0) }
        }

        // MARK: In turn

        @inlinable
        func handle(_ event: Event) {
            switch event {
            case .value(let input):
                let demand = take(input)
                if demand > .none { slot.request(demand) }
            case .completion(let completion): finish(completion)
            case .stop: letGo()
            }
        }

        @inlinable
        func finish(_ completion: Subscribers.Completion<Failure>) {
            if case .finished = completion, slot.isOpen, !values.isEmpty {
                let rest = values
                downstream.lend { _ = $0.receive(rest) }
            }
            // The subscriber may have cancelled inside that call.
            guard slot.end() else { return }
            letGo()?.receive(completion: completion)
        }

        @inlinable @discardableResult
        func letGo() -> Downstream? {
            values = []
            return downstream.take()
        }

        @inlinable
        func take(_ input: Input) -> Subscribers.Demand {
            guard slot.isOpen else { return .none }
            values.append(input)
            guard values.count == count else { return .none }
            let full = values
            values = []
            return (downstream.lend { $0.receive(full) } ?? .none) * count
        }

        @usableFromInline override var dropsWithoutDemand: Bool { slot.dropsWithoutDemand }
    }
}
