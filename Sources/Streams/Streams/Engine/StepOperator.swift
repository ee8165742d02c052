extension Publishers {
    /// A publisher that applies a `_Step` to each upstream value.
    ///
    /// A conforming type defines only its step; the default implementation handles subscription, demand, cancellation
    /// and completion.
    public protocol _StepOperator: Publisher {
        /// The type of the upstream publisher.
        associatedtype Upstream: Publisher
        /// The type of the step.
        associatedtype _Work: _Step
        where
            _Work.Input == Upstream.Output, _Work.InputFailure == Upstream.Failure,
            _Work.Output == Output, _Work.Failure == Failure

        /// The upstream publisher.
        var upstream: Upstream { get }

        /// Creates the step of one subscription.
        ///
        /// - Returns: A step in its initial state.
        func _makeStep() -> _Work
    }

    /// A step operator whose step has no state and never ends the stream, so its subscriptions need no separate object.
    public protocol _StatelessOperator: _StepOperator where _Work: _StatelessStep {}

    /// A step operator that publishes one value, computed from all upstream values: the last value of its step, or the
    /// result of the step at the end.
    public protocol _GatheringOperator: _StepOperator where _Work: _GatheringStep {}
}

extension Publishers._StepOperator {
    /// The default implementation, which attaches `subscriber` with a new step.
    @_alwaysEmitIntoClient
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        upstream.receive(
            subscriber: AnySubscriber(
                box: StepSubscriber<_Work, ReleasableBox<_Work>>(
                    _makeStep(), downstream: AnySubscriber(subscriber).box)))
    }
}

extension Publishers._StatelessOperator {
    /// The default implementation, which attaches `subscriber` with a new step.
    @_alwaysEmitIntoClient
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        upstream.receive(
            subscriber: AnySubscriber(box: StatelessSubscriber(_makeStep(), downstream: AnySubscriber(subscriber).box)))
    }
}

extension Publishers._GatheringOperator {
    /// The default implementation, which attaches `subscriber` with a new step, and demands every upstream value.
    @_alwaysEmitIntoClient
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        upstream.receive(subscriber: GatheringSubscriber<Self, S>(_makeStep(), downstream: subscriber))
    }
}
