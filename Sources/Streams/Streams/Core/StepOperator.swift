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

    /// A step operator whose step has no state and never ends the stream, so that its subscriptions need no object of
    /// their own.
    public protocol _StatelessOperator: _StepOperator where _Work: _StatelessStep {}

    /// A step operator that publishes one value, computed from all upstream values.
    public protocol _GatheringOperator: _StepOperator where _Work: _GatheringStep {}
}

// `__consuming`: a publisher that is borrowed is one more nested scope for each operator of an inlined chain, and the
// optimizer of Swift 6.3 stops with "too many/large bit fields allocated in function" after about five of them.

extension Publishers._StepOperator {
    /// Attaches `subscriber` with a new step.
    ///
    /// - Parameter subscriber: The subscriber to attach.
    @_alwaysEmitIntoClient @inline(__always)
    public __consuming func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        upstream.receive(subscriber: StepSubscriber(_makeStep(), downstream: subscriber))
    }
}

extension Publishers._StatelessOperator {
    /// Attaches `subscriber` with a new step.
    ///
    /// - Parameter subscriber: The subscriber to attach.
    @_alwaysEmitIntoClient @inline(__always)
    public __consuming func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        if let (attach, carrier) = erased(before: subscriber) {
            attach(carrier)
        } else {
            upstream.receive(subscriber: carrier(before: subscriber))
        }
    }

    // Separate functions, so that their temporaries do not stay on the stack while a deep chain subscribes.

    /// Returns the subscriber between two type-erased neighbours, whose subscription bypasses it; see
    /// ``SubscriptionReceiver``.
    @_alwaysEmitIntoClient @inline(__always)
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

    /// Returns the subscriber that runs the step before `subscriber`.
    @_alwaysEmitIntoClient @inline(__always)
    func carrier<S: Subscriber>(before subscriber: S) -> StatelessSubscriber<_Work, S> {
        StatelessSubscriber(_makeStep(), downstream: subscriber)
    }
}

extension Publishers._GatheringOperator {
    /// Attaches `subscriber` with a new step, and demands every upstream value.
    ///
    /// - Parameter subscriber: The subscriber to attach.
    @_alwaysEmitIntoClient @inline(__always)
    public __consuming func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        upstream.receive(subscriber: GatheringSubscriber(_makeStep(), downstream: subscriber))
    }
}
