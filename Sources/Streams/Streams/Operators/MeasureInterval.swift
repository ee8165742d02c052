extension Publisher {
    /// Passes on how long it took from one value to the next.
    ///
    /// ![A marble diagram of measureInterval.](measureInterval)
    ///
    /// - Parameters:
    ///   - scheduler: Who counts the time.
    ///   - options: Not used, as in Combine.
    /// - Returns: A publisher of lengths of time.
    /// - Complexity: O(1) a value.
    @inlinable @inline(__always)
    public func measureInterval<S: Scheduler>(
        using scheduler: S, options: S.SchedulerOptions? = nil
    ) -> Publishers.MeasureInterval<Self, S> {
        Publishers.MeasureInterval(upstream: self, scheduler: scheduler)
    }
}

extension Publishers {
    /// The publisher behind ``Publisher/measureInterval(using:options:)``.
    @frozen
    public struct MeasureInterval<Upstream: Publisher, Context: Scheduler>: StepOperator {
        /// What goes on.
        public typealias Output = Context.SchedulerTimeType.Stride
        /// How it may fail.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream
        /// Who counts the time.
        public let scheduler: Context

        /// Works on the values of `upstream`.
        @inlinable @inline(__always)
        public init(upstream: Upstream, scheduler: Context) {
            self.upstream = upstream
            self.scheduler = scheduler
        }

        /// Starts the work for one subscriber.
        @inlinable @inline(__always)
        public func makeStep() -> Work { Work(scheduler: scheduler) }
    }
}

extension Publishers.MeasureInterval {
    /// The work on each value.
    @frozen
    public struct Work: Publishers.Step {
        /// How upstream may fail.
        public typealias InputFailure = Upstream.Failure
        /// How it may fail.
        public typealias Failure = Upstream.Failure

        @usableFromInline let scheduler: Context
        @usableFromInline var last: Context.SchedulerTimeType

        @inlinable @inline(__always)
        init(scheduler: Context) {
            self.scheduler = scheduler
            last = scheduler.now
        }

        /// Passes on how long it took.
        @inlinable @inline(__always)
        public mutating func take(_ input: Upstream.Output) -> Publishers.StepResult<Output, Failure> {
            let now = scheduler.now
            defer { last = now }
            return .pass(last.distance(to: now))
        }
    }
}
