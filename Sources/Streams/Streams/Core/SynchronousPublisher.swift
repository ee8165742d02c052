/// A publisher whose values are all at hand, so that they can be worked off in one loop.
///
/// This is the fused path. A ``Publisher/sink(receiveCompletion:receiveValue:)`` demands everything, and cannot be cancelled
/// before it has returned; so for an origin like a sequence, seen through operators that only take steps, there is nobody
/// who could tell subscriptions, demand and cancellation from a plain loop. The compiler then sees one loop through all
/// steps, and a value costs what it costs in a loop written by hand.
public protocol SynchronousPublisher: Publisher {
    /// Hands every value and the end to `sequel`, until it wants no more.
    ///
    /// - Parameter sequel: What is to be done with each value.
    func run<S: Publishers.Sequel>(_ sequel: inout S) where S.Input == Output, S.Failure == Failure
}

extension Publishers {
    /// What is to be done with each value of a ``SynchronousPublisher``.
    public protocol Sequel<Input, Failure> {
        /// What comes in.
        associatedtype Input: Sendable
        /// How it may end.
        associatedtype Failure: Error

        /// Takes a value.
        ///
        /// - Parameter input: The value.
        /// - Returns: Whether more is wanted; if not, neither values nor the end may follow.
        mutating func take(_ input: Input) -> Bool

        /// Takes the end.
        ///
        /// - Parameter completion: The end.
        mutating func end(_ completion: Subscribers.Completion<Failure>)
    }
}

// MARK: Steps in between

extension SynchronousPublisher where Self: Publishers.StepOperator, Upstream: SynchronousPublisher {
    /// Runs the step between upstream and `sequel`.
    @inlinable @inline(__always)
    public func run<S: Publishers.Sequel>(_ sequel: inout S) where S.Input == Output, S.Failure == Failure {
        var steps = StepSequel(work: makeStep(), next: sequel)
        if steps.work.isOver { steps.next.end(.finished) } else { upstream.run(&steps) }
        sequel = steps.next
    }
}

extension SynchronousPublisher where Self: Publishers.GatheringOperator, Upstream: SynchronousPublisher {
    /// Runs the step between upstream and `sequel`.
    @inlinable @inline(__always)
    public func run<S: Publishers.Sequel>(_ sequel: inout S) where S.Input == Output, S.Failure == Failure {
        var steps = GatheringSequel(work: makeStep(), next: sequel)
        if steps.work.isOver { steps.finish() } else { upstream.run(&steps) }
        sequel = steps.next
    }
}

/// A step, and what follows it.
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

/// A step that makes one value of all, and what follows it.
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
