extension Publisher {
    /// Publishes the time between each value and the previous value.
    ///
    /// ![A marble diagram of measureInterval.](measureInterval)
    ///
    /// The first interval begins with the subscription.
    ///
    /// ```swift
    /// let clock = ManualScheduler()
    /// let intervals = clock.publisher("a--b-c|")
    ///     .measureInterval(using: clock)
    ///     .map { "\($0.magnitude / 1_000_000_000)" }
    /// print(clock.marbles(of: intervals))
    /// // prints 0--3-2|
    /// ```
    ///
    /// - Parameters:
    ///   - scheduler: The scheduler whose clock measures the time.
    ///   - options: Not used, as in Combine.
    /// - Returns: A publisher of one interval for each upstream value.
    /// - Complexity: O(1) per value.
    @_alwaysEmitIntoClient @inline(__always)
    public func measureInterval<S: Scheduler>(
        using scheduler: S, options: S.SchedulerOptions? = nil
    ) -> Publishers.MeasureInterval<Self, S> {
        Publishers.MeasureInterval(upstream: self, scheduler: scheduler)
    }
}

extension Publishers {
    /// The publisher behind ``Publisher/measureInterval(using:options:)``.
    @frozen
    public struct MeasureInterval<Upstream: Publisher, Context: Scheduler>: _StepOperator {
        /// The type of the published values.
        public typealias Output = Context.SchedulerTimeType.Stride
        /// The type of the failure.
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream
        /// The scheduler whose clock measures the time.
        public let scheduler: Context

        /// Creates a publisher of the time between the values of `upstream`; see
        /// ``Publisher/measureInterval(using:options:)``, whose parameters are the same.
        @_alwaysEmitIntoClient @inline(__always)
        public init(upstream: Upstream, scheduler: Context) {
            self.upstream = upstream
            self.scheduler = scheduler
        }

        /// Creates the step of one subscription.
        @_alwaysEmitIntoClient @inline(__always)
        public func _makeStep() -> _Work { _Work(scheduler: scheduler) }
    }
}

extension Publishers.MeasureInterval {
    /// The step that a subscription applies to each value.
    @frozen
    public struct _Work: Publishers._Step, PassesEveryValue {
        @usableFromInline let scheduler: Context
        @usableFromInline var last: Context.SchedulerTimeType

        @_alwaysEmitIntoClient @inline(__always)
        init(scheduler: Context) {
            self.scheduler = scheduler
            last = scheduler.now
        }

        /// Publishes the time since the previous value.
        @_alwaysEmitIntoClient @inline(__always)
        public mutating func take(_ input: Upstream.Output) -> Publishers._StepResult<Output, Failure> {
            let now = scheduler.now
            defer { last = now }
            return .pass(last.distance(to: now))
        }
    }
}
