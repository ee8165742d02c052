/// A publisher whose values are all at hand, so that one loop can process them.
///
/// This is the fused path. A ``Publisher/sink(receiveCompletion:receiveValue:)`` requests everything and cannot be
/// cancelled before it has returned. For an origin such as a sequence, behind operators that only take steps, nothing can
/// observe the difference between a plain loop and subscriptions, demand and cancellation. The compiler then sees one loop
/// through all steps, and a value costs what it costs in a loop written by hand.
public protocol SynchronousPublisher: Publisher {
    /// Passes every value and the completion to `sink`, until it wants no more.
    ///
    /// - Parameter sink: The receiver of the values and the completion.
    func run<S: Publishers.SynchronousSink>(_ sink: inout S) where S.Input == Output, S.Failure == Failure
}

extension Publishers {
    /// A receiver of the values and the completion of a ``SynchronousPublisher``.
    public protocol SynchronousSink<Input, Failure> {
        /// The type of the received values.
        associatedtype Input: Sendable
        /// The type of the failure.
        associatedtype Failure: Error

        /// Receives a value.
        ///
        /// - Parameter input: The value.
        /// - Returns: Whether more is wanted; if not, neither values nor the completion may follow.
        mutating func receive(_ input: Input) -> Bool

        /// Receives the completion.
        ///
        /// - Parameter completion: Whether the stream finished or failed.
        mutating func receive(completion: Subscribers.Completion<Failure>)
    }
}

// MARK: Steps

extension SynchronousPublisher where Self: Publishers.StepOperator, Upstream: SynchronousPublisher {
    /// Runs the step between the upstream publisher and `sink`.
    ///
    /// - Parameter sink: The receiver of the values and the completion.
    @inlinable @inline(__always)
    public func run<S: Publishers.SynchronousSink>(_ sink: inout S) where S.Input == Output, S.Failure == Failure {
        var steps = StepSink(work: makeStep(), next: sink)
        if steps.work.isOver { steps.next.receive(completion: .finished) } else { upstream.run(&steps) }
        sink = steps.next
    }
}

extension SynchronousPublisher where Self: Publishers.GatheringOperator, Upstream: SynchronousPublisher {
    /// Runs the step between the upstream publisher and `sink`.
    ///
    /// - Parameter sink: The receiver of the values and the completion.
    @inlinable @inline(__always)
    public func run<S: Publishers.SynchronousSink>(_ sink: inout S) where S.Input == Output, S.Failure == Failure {
        var steps = GatheringSink(work: makeStep(), next: sink)
        if steps.work.isOver { steps.finish() } else { upstream.run(&steps) }
        sink = steps.next
    }
}

/// A step and the sink behind it.
@usableFromInline
@frozen
struct StepSink<Work: Publishers.Step, Next: Publishers.SynchronousSink>: Publishers.SynchronousSink
where Next.Input == Work.Output, Next.Failure == Work.Failure {
    @usableFromInline var work: Work
    @usableFromInline var next: Next

    @inlinable @inline(__always)
    init(work: Work, next: Next) {
        self.work = work
        self.next = next
    }

    @inlinable @inline(__always)
    mutating func receive(_ input: Work.Input) -> Bool {
        switch work.take(input) {
        case .pass(let value): return next.receive(value)
        case .skip: return true
        case .last(let value): if next.receive(value) { next.receive(completion: .finished) }
        case .finish: next.receive(completion: .finished)
        case .fail(let failure): next.receive(completion: .failure(failure))
        }
        return false
    }

    @inlinable @inline(__always)
    mutating func receive(completion: Subscribers.Completion<Work.InputFailure>) {
        next.receive(completion: work.end(completion))
    }
}

/// A step that makes one value of all, and the sink behind it.
@usableFromInline
@frozen
struct GatheringSink<Work: Publishers.GatheringStep, Next: Publishers.SynchronousSink>: Publishers.SynchronousSink
where Next.Input == Work.Output, Next.Failure == Work.Failure {
    @usableFromInline var work: Work
    @usableFromInline var next: Next

    @inlinable @inline(__always)
    init(work: Work, next: Next) {
        self.work = work
        self.next = next
    }

    @inlinable @inline(__always)
    mutating func receive(_ input: Work.Input) -> Bool {
        switch work.take(input) {
        case .pass, .skip: return true
        case .last(let value): if next.receive(value) { next.receive(completion: .finished) }
        case .finish: finish()
        case .fail(let failure): next.receive(completion: .failure(failure))
        }
        return false
    }

    @inlinable @inline(__always)
    mutating func finish() {
        if let value = work.result(), !next.receive(value) { return }
        next.receive(completion: .finished)
    }

    @inlinable @inline(__always)
    mutating func receive(completion: Subscribers.Completion<Work.InputFailure>) {
        let end = work.end(completion)
        if case .finished = end { finish() } else { next.receive(completion: end) }
    }
}

@available(*, unavailable)
extension StepSink: Sendable {}

@available(*, unavailable)
extension GatheringSink: Sendable {}
