extension Publishers {
    /// A publisher that works on its upstream value by value.
    ///
    /// Say what the step is, and the rest is here: the subscription, demand, cancellation and the end.
    public protocol StepOperator: Publisher {
        /// What values come from.
        associatedtype Upstream: Publisher
        /// The work on each value.
        associatedtype Work: Step
        where
            Work.Input == Upstream.Output, Work.InputFailure == Upstream.Failure,
            Work.Output == Output, Work.Failure == Failure

        /// Where the values come from.
        var upstream: Upstream { get }

        /// Starts the work afresh, for one subscriber.
        func makeStep() -> Work
    }

    /// A publisher whose step has no state and never ends the stream, so that it needs no object of its own.
    public protocol StatelessOperator: StepOperator where Work: StatelessStep {}

    /// A publisher that gives one value, made of all values of its upstream.
    public protocol GatheringOperator: StepOperator where Work: GatheringStep {}
}

extension Publishers.StepOperator {
    /// Attaches `subscriber` behind a fresh step.
    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        upstream.receive(subscriber: StepSubscriber(makeStep(), downstream: subscriber))
    }
}

extension Publishers.StatelessOperator {
    /// Attaches `subscriber` behind the step.
    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        if let (attach, carrier) = erased(before: subscriber) {
            attach(carrier)
        } else {
            upstream.receive(subscriber: carrier(before: subscriber))
        }
    }

    // Apart, so that their temporaries do not stay on the stack while a deep chain subscribes.

    /// What stands between two erasures, with the subscription led past it, see ``Entrance``.
    @inlinable @inline(__always)
    func erased<S: Subscriber>(
        before subscriber: S
    ) -> (
        attach: @Sendable (AnySubscriber<Upstream.Output, Upstream.Failure>) -> Void,
        carrier: AnySubscriber<Upstream.Output, Upstream.Failure>
    )? {
        guard let upstream = upstream as? AnyPublisher<Upstream.Output, Upstream.Failure>,
            let subscriber = subscriber as? AnySubscriber<Output, Failure>
        else { return nil }
        return (upstream.attach, AnySubscriber(carrier(before: subscriber), entrance: subscriber.box.door))
    }

    @inlinable @inline(__always)
    func carrier<S: Subscriber>(before subscriber: S) -> StatelessSubscriber<Work, S> {
        StatelessSubscriber(makeStep(), downstream: subscriber)
    }
}

extension Publishers.GatheringOperator {
    /// Attaches `subscriber` behind a fresh step; everything is demanded of upstream.
    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        upstream.receive(subscriber: GatheringSubscriber(makeStep(), downstream: subscriber))
    }
}
