import Synchronization

/// A publisher whose values are all available synchronously, so that one loop can process them.
///
/// This is the fused synchronous path. A ``Publisher/sink(receiveCompletion:receiveValue:)`` demands everything, and
/// its caller cannot cancel before it has returned. For an origin such as a sequence, behind operators that only apply
/// steps, the subscription protocol is therefore indistinguishable from a plain loop. The compiler sees one loop
/// through all steps, and a value costs as much as in a handwritten loop.
public protocol _SynchronousPublisher: Publisher {
    /// Passes each value and the completion to `sink` until it needs no more values.
    ///
    /// - Parameter sink: The receiver of the values and the completion.
    __consuming func _run<S: Publishers._SynchronousSink>(_ sink: inout S) where S.Input == Output, S.Failure == Failure
}

extension Publishers {
    /// A receiver of the values and the completion of a `_SynchronousPublisher`.
    public protocol _SynchronousSink<Input, Failure> {
        /// The type of the received values.
        associatedtype Input: Sendable
        /// The type of the failure.
        associatedtype Failure: Error

        /// Receives a value.
        ///
        /// - Parameter input: The value.
        /// - Returns: Whether more values are needed; after `false`, neither values nor a completion may follow.
        mutating func receive(_ input: Input) -> Bool

        /// Receives the completion.
        ///
        /// - Parameter completion: The completion.
        mutating func receive(completion: Subscribers.Completion<Failure>)
    }
}

extension _SynchronousPublisher {
    /// Subscribes without demand, cancels the subscription, and returns the completion if the publisher completes
    /// without a value.
    @usableFromInline func completionWithoutDemand() -> Subscribers.Completion<Failure>? {
        let upstream = UpstreamSubscription()
        let completion = Mutex<Subscribers.Completion<Failure>?>(nil)
        receive(
            subscriber: AnySubscriber(
                receiveSubscription: { _ = upstream.slot.accept($0) },
                receiveCompletion: { end in if upstream.slot.end() { completion.withLock { $0 = end } } }))
        upstream.cancel()
        return completion.withLock { $0 }
    }
}

// MARK: Steps between the origin and the receiver

extension _SynchronousPublisher where Self: Publishers._StepOperator, Upstream: _SynchronousPublisher {
    /// The default implementation, which runs the upstream loop with this operator's step before `sink`.
    @_alwaysEmitIntoClient @inline(__always)
    public __consuming func _run<S: Publishers._SynchronousSink>(_ sink: inout S)
    where S.Input == Output, S.Failure == Failure {
        var steps = StepSink(work: _makeStep(), next: sink)
        if steps.work.isOver { steps.next.receive(completion: .finished) } else { upstream._run(&steps) }
        sink = steps.next
    }
}

/// A receiver that applies a step and passes the results to the next receiver.
@usableFromInline @frozen
struct StepSink<Work: Publishers._Step, Next: Publishers._SynchronousSink>: Publishers._SynchronousSink
where Next.Input == Work.Output, Next.Failure == Work.Failure {
    @usableFromInline var work: Work
    @usableFromInline var next: Next

    @_alwaysEmitIntoClient @inline(__always)
    init(work: Work, next: Next) {
        self.work = work
        self.next = next
    }

    @_alwaysEmitIntoClient @inline(__always)
    mutating func receive(_ input: Work.Input) -> Bool {
        switch work.take(input) {
        case .pass(let value): return next.receive(value)
        case .skip: return true
        case .last(let value): endRun(&next, value, .finished)
        case .finish: endRun(&next, nil, .finished)
        case .fail(let failure): endRun(&next, nil, .failure(failure))
        }
        return false
    }

    @_alwaysEmitIntoClient @inline(__always)
    mutating func receive(completion: Subscribers.Completion<Work.InputFailure>) {
        next.receive(completion: work.end(completion))
    }
}

extension _SynchronousPublisher where Self: Publishers._GatheringOperator, Upstream: _SynchronousPublisher {
    /// The default implementation, which runs the upstream loop with this operator's step before `sink`.
    @_alwaysEmitIntoClient @inline(__always)
    public __consuming func _run<S: Publishers._SynchronousSink>(_ sink: inout S)
    where S.Input == Output, S.Failure == Failure {
        var steps = GatheringSink(work: _makeStep(), next: sink)
        if steps.work.isOver { steps.finish() } else { upstream._run(&steps) }
        sink = steps.next
    }
}

/// A receiver that passes the result of a step to the next receiver.
@usableFromInline @frozen
struct GatheringSink<Work: Publishers._GatheringStep, Next: Publishers._SynchronousSink>: Publishers._SynchronousSink
where Next.Input == Work.Output, Next.Failure == Work.Failure {
    @usableFromInline var work: Work
    @usableFromInline var next: Next

    @_alwaysEmitIntoClient @inline(__always)
    init(work: Work, next: Next) {
        self.work = work
        self.next = next
    }

    @_alwaysEmitIntoClient @inline(__always)
    mutating func receive(_ input: Work.Input) -> Bool {
        switch work.take(input) {
        case .pass, .skip: return true
        case .last(let value): endRun(&next, value, .finished)
        case .finish: finish()
        case .fail(let failure): endRun(&next, nil, .failure(failure))
        }
        return false
    }

    @_alwaysEmitIntoClient @inline(__always)
    mutating func finish() { endRun(&next, work.result(), .finished) }

    @_alwaysEmitIntoClient @inline(__always)
    mutating func receive(completion: Subscribers.Completion<Work.InputFailure>) {
        let end = work.end(completion)
        if case .finished = end { finish() } else { endRun(&next, nil, end) }
    }
}

/// Passes the last value and the completion of a run on.
///
/// It is not inlined: each inlined place that calls `next` doubles the code that the compiler makes for the rest of a
/// chain, before it removes what cannot happen. A chain of 16 operators took 87 seconds.
@_alwaysEmitIntoClient @inline(never)
func endRun<Next: Publishers._SynchronousSink>(
    _ next: inout Next, _ value: Next.Input?, _ completion: Subscribers.Completion<Next.Failure>
) {
    if let value, !next.receive(value) { return }
    next.receive(completion: completion)
}

/// A receiver that forwards the values of one publisher, and withholds its `.finished` so that the next publisher can
/// follow.
@usableFromInline @frozen
struct UnfinishedSink<Next: Publishers._SynchronousSink>: Publishers._SynchronousSink {
    @usableFromInline var next: Next
    /// Whether this publisher has finished without a failure.
    @usableFromInline var isFinished = false

    @_alwaysEmitIntoClient @inline(__always)
    init(next: Next) { self.next = next }

    @_alwaysEmitIntoClient @inline(__always)
    mutating func receive(_ input: Next.Input) -> Bool { next.receive(input) }

    @_alwaysEmitIntoClient @inline(__always)
    mutating func receive(completion: Subscribers.Completion<Next.Failure>) {
        switch completion {
        case .finished: isFinished = true
        case .failure: next.receive(completion: completion)
        }
    }
}

@available(*, unavailable)
extension StepSink: Sendable {}

@available(*, unavailable)
extension GatheringSink: Sendable {}

@available(*, unavailable)
extension UnfinishedSink: Sendable {}
