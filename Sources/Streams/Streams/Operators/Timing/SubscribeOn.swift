extension Publisher {
    /// Subscribes to this publisher, requests values and cancels on a scheduler.
    ///
    /// Values and the completion are still delivered on this publisher's thread; see
    /// ``Publisher/receive(on:options:)``.
    ///
    /// A `DispatchQueue`, `OperationQueue` or `RunLoop` needs `import StreamsFoundation`, see ``Scheduler``.
    ///
    /// ```swift
    /// let clock = ManualScheduler()
    /// let subscription = [1, 2].publisher
    ///     .subscribe(on: clock)
    ///     .sink { print($0) }
    /// print("not yet subscribed")
    /// clock.run()
    /// // prints not yet subscribed, 1, 2
    /// ```
    ///
    /// - Parameters:
    ///   - scheduler: The scheduler that subscribes, requests and cancels.
    ///   - options: The scheduler's options for each action; `nil` uses its defaults.
    /// - Returns: A publisher of the same values; it ends with this publisher's completion.
    /// - Complexity: O(1) per value.
    @_alwaysEmitIntoClient
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
        /// The type of the published values.
        public typealias Output = Upstream.Output
        /// The type of the failure.
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream
        /// The scheduler that subscribes, requests and cancels.
        public let scheduler: Context
        /// The scheduler's options for each action; `nil` uses its defaults.
        public let options: Context.SchedulerOptions?

        /// Creates a publisher that subscribes to `upstream` on a scheduler; see ``Publisher/subscribe(on:options:)``,
        /// whose parameters are the same.
        @_alwaysEmitIntoClient
        public init(upstream: Upstream, scheduler: Context, options: Context.SchedulerOptions?) {
            self.upstream = upstream
            self.scheduler = scheduler
            self.options = options
        }

        /// Attaches `subscriber` to the upstream publisher on the scheduler.
        ///
        /// - Parameter subscriber: The subscriber to attach.
        @_alwaysEmitIntoClient
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let inner = ForwardingSubscriber(
                downstream: subscriber,
                upstreamSubscription: ScheduledSubscription(scheduler: scheduler, options: options))
            scheduler.schedule(options: options) { upstream.receive(subscriber: inner) }
        }
    }
}

extension Publishers.SubscribeOn {
    /// The subscription that the downstream subscriber holds; it requests and cancels on the scheduler.
    @usableFromInline
    final class ScheduledSubscription: UpstreamSubscription, @unchecked Sendable {  // its fields are immutable
        @usableFromInline let scheduler: Context
        @usableFromInline let options: Context.SchedulerOptions?

        @_alwaysEmitIntoClient init(scheduler: Context, options: Context.SchedulerOptions?) {
            self.scheduler = scheduler
            self.options = options
            super.init(
                request: { base, demand in
                    let upstreamSubscription = unsafeDowncast(base, to: ScheduledSubscription.self)
                    upstreamSubscription.scheduler.schedule(options: upstreamSubscription.options) {
                        upstreamSubscription.slot.request(demand)
                    }
                },
                cancel: { base in
                    let upstreamSubscription = unsafeDowncast(base, to: ScheduledSubscription.self)
                    // Values stop immediately; upstream is cancelled on the scheduler.
                    upstreamSubscription.slot.close()
                    upstreamSubscription.scheduler.schedule(options: upstreamSubscription.options) {
                        upstreamSubscription.slot.cancel()
                    }
                })
        }
    }
}
