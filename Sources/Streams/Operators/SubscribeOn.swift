extension Publisher {
    /// Subscribes, requests and cancels on a scheduler.
    ///
    /// - Parameters:
    ///   - scheduler: Where the calls upstream are to run.
    ///   - options: How they are to run.
    /// - Returns: A publisher of the same values.
    @inlinable
    public func subscribe<S: Scheduler>(
        on scheduler: S, options: S.SchedulerOptions? = nil
    ) -> Publishers.SubscribeOn<Self, S> {
        Publishers.SubscribeOn(upstream: self, scheduler: scheduler, options: options)
    }
}

extension Publishers {
    /// The publisher behind ``Publisher/subscribe(on:options:)``.
    @frozen
    public struct SubscribeOn<Upstream: Publisher, Context: Scheduler>: Publisher {
        /// The values of upstream.
        public typealias Output = Upstream.Output
        /// The failure of upstream.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream
        /// Where the calls upstream run.
        public let scheduler: Context
        /// How they run.
        public let options: Context.SchedulerOptions?

        /// Works on the values of `upstream`.
        @inlinable
        public init(upstream: Upstream, scheduler: Context, options: Context.SchedulerOptions?) {
            self.upstream = upstream
            self.scheduler = scheduler
            self.options = options
        }

        /// Attaches `subscriber` from the scheduler; its subscription comes from there.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let inner = Inner(downstream: subscriber, scheduler: scheduler, options: options)
            scheduler.schedule(options: options) { upstream.receive(subscriber: inner) }
        }
    }
}

extension Publishers.SubscribeOn {
    @usableFromInline
    final class Inner<Downstream: Subscriber>: Bond, Subscriber, @unchecked Sendable  // immutable
    where Downstream.Input == Output, Downstream.Failure == Failure {
        @usableFromInline typealias Input = Upstream.Output
        @usableFromInline typealias Failure = Upstream.Failure

        @usableFromInline let downstream: Downstream
        @usableFromInline let scheduler: Context
        @usableFromInline let options: Context.SchedulerOptions?
        @usableFromInline let link = Link()

        @inlinable
        init(downstream: Downstream, scheduler: Context, options: Context.SchedulerOptions?) {
            self.downstream = downstream
            self.scheduler = scheduler
            self.options = options
            super.init(request: { Self.of($0).demand($1) }, cancel: { Self.of($0).stop() })
        }

        @inlinable @inline(__always)
        static func of(_ bond: Bond) -> Inner<Downstream> { unsafeDowncast(bond, to: Inner<Downstream>.self) }

        @inlinable
        func receive(subscription: any Subscription) {
            guard let early = link.accept(subscription) else { return }
            downstream.receive(subscription: self)
            if early > .none { subscription.request(early) }
        }

        @inlinable
        func receive(_ input: Input) -> Subscribers.Demand {
            link.isOpen ? downstream.receive(input) : .none
        }

        @inlinable
        func receive(completion: Subscribers.Completion<Failure>) {
            if link.isOpen, link.end() { downstream.receive(completion: completion) }
        }

        @inlinable
        func demand(_ demand: Subscribers.Demand) {
            scheduler.schedule(options: options) { self.link.request(demand) }
        }

        @inlinable
        func stop() {
            // Nothing is delivered from now on; upstream hears of it on the scheduler.
            link.close()
            scheduler.schedule(options: options) { self.link.cancel() }
        }

        @usableFromInline override var dropsWithoutDemand: Bool { link.dropsWithoutDemand }
    }
}
