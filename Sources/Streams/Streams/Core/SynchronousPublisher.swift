/// A publisher whose values are all available synchronously, so that one loop can process them.
///
/// This is the fused synchronous path. A ``Publisher/sink(receiveCompletion:receiveValue:)`` demands everything, and
/// its caller cannot cancel before it has returned. For an origin such as a sequence, behind operators that only apply
/// steps, the subscription protocol is therefore indistinguishable from a plain loop. The compiler sees one loop
/// through all steps, and a value costs as much as in a handwritten loop.
public protocol SynchronousPublisher: Publisher {
    /// Passes each value and the completion to `sequel` until it needs no more values.
    ///
    /// - Parameter sequel: The receiver of the values and the completion.
    func run<S: Publishers.Sequel>(_ sequel: inout S) where S.Input == Output, S.Failure == Failure
}

extension Publishers {
    /// A receiver of the values and the completion of a ``SynchronousPublisher``.
    public protocol Sequel<Input, Failure> {
        /// The type of the received values.
        associatedtype Input: Sendable
        /// The type of the failure.
        associatedtype Failure: Error

        /// Receives a value.
        ///
        /// - Parameter input: The value.
        /// - Returns: Whether more values are needed; after `false`, neither values nor a completion may follow.
        mutating func take(_ input: Input) -> Bool

        /// Receives the completion.
        ///
        /// - Parameter completion: The completion.
        mutating func end(_ completion: Subscribers.Completion<Failure>)
    }
}

// MARK: Steps between the origin and the receiver

extension SynchronousPublisher where Self: Publishers.StepOperator, Upstream: SynchronousPublisher {
    /// Runs the upstream loop with this operator's step before `sequel`.
    ///
    /// - Parameter sequel: The receiver of the values and the completion.
    @inlinable @inline(__always)
    public func run<S: Publishers.Sequel>(_ sequel: inout S) where S.Input == Output, S.Failure == Failure {
        var steps = StepSequel(work: makeStep(), next: sequel)
        if steps.work.isOver { steps.next.end(.finished) } else { upstream.run(&steps) }
        sequel = steps.next
    }
}

extension SynchronousPublisher where Self: Publishers.GatheringOperator, Upstream: SynchronousPublisher {
    /// Runs the upstream loop with this operator's step before `sequel`.
    ///
    /// - Parameter sequel: The receiver of the values and the completion.
    @inlinable @inline(__always)
    public func run<S: Publishers.Sequel>(_ sequel: inout S) where S.Input == Output, S.Failure == Failure {
        var steps = GatheringSequel(work: makeStep(), next: sequel)
        if steps.work.isOver { steps.finish() } else { upstream.run(&steps) }
        sequel = steps.next
    }
}

/// A receiver that applies a step and passes the results to the next receiver.
@usableFromInline
@frozen
struct StepSequel<Work: Publishers.Step, Next: Publishers.Sequel>: Publishers.Sequel
where Next.Input == Work.Output, Next.Failure == Work.Failure {
    @usableFromInline var work: Work
    @usableFromInline var next: Next

    @inlinable @inline(__always)
    init(work: Work, next: Next) {
        self.work = work
        self.next = next
    }

    @inlinable @inline(__always)
    mutating func take(_ input: Work.Input) -> Bool {
        switch work.take(input) {
        case .pass(let value): return next.take(value)
        case .skip: return true
        case .last(let value): if next.take(value) { next.end(.finished) }
        case .finish: next.end(.finished)
        case .fail(let failure): next.end(.failure(failure))
        }
        return false
    }

    @inlinable @inline(__always)
    mutating func end(_ completion: Subscribers.Completion<Work.InputFailure>) { next.end(work.end(completion)) }
}

/// A receiver that applies a gathering step and passes its result to the next receiver.
@usableFromInline
@frozen
struct GatheringSequel<Work: Publishers.GatheringStep, Next: Publishers.Sequel>: Publishers.Sequel
where Next.Input == Work.Output, Next.Failure == Work.Failure {
    @usableFromInline var work: Work
    @usableFromInline var next: Next

    @inlinable @inline(__always)
    init(work: Work, next: Next) {
        self.work = work
        self.next = next
    }

    @inlinable @inline(__always)
    mutating func take(_ input: Work.Input) -> Bool {
        switch work.take(input) {
        case .pass, .skip: return true
        case .last(let value): if next.take(value) { next.end(.finished) }
        case .finish: finish()
        case .fail(let failure): next.end(.failure(failure))
        }
        return false
    }

    @inlinable @inline(__always)
    mutating func finish() {
        if let value = work.result(), !next.take(value) { return }
        next.end(.finished)
    }

    @inlinable @inline(__always)
    mutating func end(_ completion: Subscribers.Completion<Work.InputFailure>) {
        let end = work.end(completion)
        if case .finished = end { finish() } else { next.end(end) }
    }
}

@available(*, unavailable)
extension StepSequel: Sendable {}

@available(*, unavailable)
extension GatheringSequel: Sendable {}
