extension Publisher {
    /// Publishes values in arrays of a fixed size.
    ///
    /// When the upstream publisher finishes, the remaining values are published as a shorter array.
    ///
    /// ```swift
    /// _ = (1...5).publisher
    ///     .collect(2)
    ///     .sink { print($0) }
    /// // prints [1, 2], [3, 4], [5]
    /// ```
    ///
    /// - Precondition: `count` is positive.
    /// - Parameter count: The number of values in an array.
    /// - Returns: A publisher of arrays of at most `count` values.
    /// - Complexity: O(`count`) memory.
    @_alwaysEmitIntoClient
    public func collect(_ count: Int) -> Publishers.CollectByCount<Self> {
        Publishers.CollectByCount(upstream: self, count: count)
    }
}

extension Publishers {
    /// The publisher behind ``Publisher/collect(_:)-(Int)``.
    @frozen
    public struct CollectByCount<Upstream: Publisher>: Publisher {
        /// The type of the published values.
        public typealias Output = [Upstream.Output]
        /// The type of the failure.
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream
        /// The number of values in an array.
        public let count: Int

        /// Creates a publisher of the values of `upstream` in arrays of `count` values.
        ///
        /// - Precondition: `count` is positive.
        /// - Parameters:
        ///   - upstream: The upstream publisher.
        ///   - count: The number of values in an array.
        @_alwaysEmitIntoClient
        public init(upstream: Upstream, count: Int) {
            precondition(count > 0, "an array needs a size")
            self.upstream = upstream
            self.count = count
        }

        /// Attaches `subscriber`; a demand for one array becomes an upstream demand for `count` values.
        ///
        /// - Parameter subscriber: The subscriber to attach.
        @_alwaysEmitIntoClient
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.receive(subscriber: Inner(downstream: subscriber, count: count))
        }
    }
}

extension Publishers.CollectByCount: Equatable where Upstream: Equatable {}

extension Publishers.CollectByCount: _SynchronousPublisher where Upstream: _SynchronousPublisher {
    /// Runs the upstream loop, and passes arrays of its values to `sink`.
    @_alwaysEmitIntoClient @inline(__always)
    public __consuming func _run<S: Publishers._SynchronousSink>(_ sink: inout S)
    where S.Input == Output, S.Failure == Failure {
        var collecting = CollectingSink<Upstream.Output, S>(count: count, next: sink)
        upstream._run(&collecting)
        sink = collecting.next
    }
}

/// A receiver that passes arrays of a fixed size to the next receiver.
@usableFromInline @frozen
struct CollectingSink<Input: Sendable, Next: Publishers._SynchronousSink>: Publishers._SynchronousSink
where Next.Input == [Input] {
    @usableFromInline let count: Int
    @usableFromInline var values: [Input] = []
    @usableFromInline var next: Next

    @_alwaysEmitIntoClient @inline(__always)
    init(count: Int, next: Next) {
        self.count = count
        self.next = next
    }

    @_alwaysEmitIntoClient @inline(__always)
    mutating func receive(_ input: Input) -> Bool {
        values.append(input)
        return values.count < count || pass()
    }

    @_alwaysEmitIntoClient mutating func pass() -> Bool {
        let full = values
        values = []
        guard next.receive(full) else { return false }
        values.reserveCapacity(count)
        return true
    }

    @_alwaysEmitIntoClient @inline(__always)
    mutating func receive(completion: Subscribers.Completion<Next.Failure>) {
        if case .finished = completion, !values.isEmpty, !next.receive(values) { return }
        next.receive(completion: completion)
    }
}

@available(*, unavailable)
extension CollectingSink: Sendable {}

extension Publishers.CollectByCount {
    /// The operator subscriber: gathers values until the array is full. Its events are serialised by a drain loop.
    @usableFromInline
    final class Inner<Downstream: Subscriber>: ValueSubscription, Subscriber, @unchecked Sendable
    where Downstream.Input == [Upstream.Output], Downstream.Failure == Upstream.Failure {
        // Unchecked: only code that runs inside `loop` accesses the variables.
        @usableFromInline typealias Input = Upstream.Output
        @usableFromInline typealias Failure = Upstream.Failure

        @usableFromInline let count: Int
        @usableFromInline let slot = UpstreamSlot()
        @usableFromInline let loop = DrainLoop()
        @exclusivity(unchecked) @usableFromInline var downstream: ReleasableBox<Downstream>
        @exclusivity(unchecked) @usableFromInline var values: [Input] = []

        @_alwaysEmitIntoClient init(downstream: Downstream, count: Int) {
            self.downstream = ReleasableBox(downstream)
            self.count = count
            super.init(
                request: { base, demand in
                    let inner = unsafeDowncast(base, to: Inner.self)
                    inner.slot.request(demand * inner.count)
                },
                cancel: { unsafeDowncast($0, to: Inner.self).stop() })
        }

        @usableFromInline func receive(subscription: any Subscription) {
            // The loop is released before values are demanded, see StepSubscriber.
            guard loop.enter() else { return subscription.cancel() }
            if slot.hold(subscription) { downstream.held?.receive(subscription: self) }
            loop.leave()
            slot.start()
        }

        @_alwaysEmitIntoClient func receive(_ input: Input) -> Subscribers.Demand {
            guard loop.enter(or: { self.takeLate(input) }) else { return .none }
            let demand = take(input)
            loop.leave()
            return demand
        }

        @usableFromInline func receive(completion: Subscribers.Completion<Failure>) {
            loop.serialize(finish(completion), or: { self.finish(completion) })
        }

        @usableFromInline func stop() {
            if slot.cancel() { loop.serialize(_ = release(), or: { self.release() }) }
        }

        // MARK: Called by the owner of the loop

        @_alwaysEmitIntoClient func takeLate(_ input: Input) {
            let demand = take(input)
            if demand > .none { slot.request(demand) }
        }

        @usableFromInline func finish(_ completion: Subscribers.Completion<Failure>) {
            if case .finished = completion, slot.isOpen, !values.isEmpty {
                let rest = values
                downstream.lend { _ = $0.receive(rest) }
            }
            // The subscriber may have cancelled during that call.
            guard slot.end() else { return }
            release()?.receive(completion: completion)
        }

        @usableFromInline @discardableResult func release() -> Downstream? {
            values = []
            return downstream.take()
        }

        @_alwaysEmitIntoClient @inline(__always)
        func take(_ input: Input) -> Subscribers.Demand {
            guard slot.isOpen else { return .none }
            values.append(input)
            return values.count == count ? publish() : .none
        }

        /// Publishes the full array, and reserves space for the next array, which is likely to follow.
        @_alwaysEmitIntoClient @inline(never)
        func publish() -> Subscribers.Demand {
            let full = values
            values = []
            let demand = downstream.lend { $0.receive(full) } ?? .none
            if slot.isOpen { values.reserveCapacity(count) }
            return demand * count
        }

        @usableFromInline override var dropsWithoutDemand: Bool { slot.dropsWithoutDemand }
    }
}
