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
            let inner = Inner(downstream: subscriber, upstreamSubscription: ScheduledSubscription(scheduler: scheduler, options: options))
            scheduler.schedule(options: options) { upstream.receive(subscriber: inner) }
        }
    }
}

extension Publishers.SubscribeOn {
    /// The part that upstream holds.
    @usableFromInline
    struct Inner<Downstream: Subscriber>: Subscriber
    where Downstream.Input == Output, Downstream.Failure == Failure {
        @usableFromInline typealias Input = Upstream.Output
        @usableFromInline typealias Failure = Upstream.Failure

        @usableFromInline let downstream: Downstream
        @usableFromInline let upstreamSubscription: ScheduledSubscription

        @inlinable
        init(downstream: Downstream, upstreamSubscription: ScheduledSubscription) {
            self.downstream = downstream
            self.upstreamSubscription = upstreamSubscription
        }

        @usableFromInline var combineIdentifier: CombineIdentifier { CombineIdentifier(upstreamSubscription) }

        @inlinable
        func receive(subscription: any Subscription) { upstreamSubscription.begin(subscription, downstream: downstream) }

        @inlinable
        func receive(_ input: Input) -> Subscribers.Demand {
            upstreamSubscription.slot.isOpen ? downstream.receive(input) : .none
        }

        @inlinable
        func receive(completion: Subscribers.Completion<Failure>) {
            if upstreamSubscription.slot.isOpen, upstreamSubscription.slot.end() { downstream.receive(completion: completion) }
        }
    }

    /// The part that downstream holds.
    @usableFromInline
    final class ScheduledSubscription: UpstreamSubscription, @unchecked Sendable {  // immutable
        @usableFromInline let scheduler: Context
        @usableFromInline let options: Context.SchedulerOptions?

        @inlinable
        init(scheduler: Context, options: Context.SchedulerOptions?) {
            self.scheduler = scheduler
            self.options = options
            super.init(
                request: { base, demand in
                    let upstreamSubscription = unsafeDowncast(base, to: ScheduledSubscription.self)
                    upstreamSubscription.scheduler.schedule(options: upstreamSubscription.options) { upstreamSubscription.slot.request(demand) }
                },
                cancel: { base in
                    let upstreamSubscription = unsafeDowncast(base, to: ScheduledSubscription.self)
                    // Nothing is delivered from now on; upstream hears of it on the scheduler.
                    upstreamSubscription.slot.close()
                    upstreamSubscription.scheduler.schedule(options: upstreamSubscription.options) { upstreamSubscription.slot.cancel() }
                })
        }
    }
}
