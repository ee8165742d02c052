extension Sequence where Self: Sendable, Element: Sendable {
    /// A publisher of the elements.
    @inlinable public var publisher: Publishers.Sequence<Self, Never> { Publishers.Sequence(sequence: self) }
}

extension Publishers {
    /// Gives the elements of a sequence as they are demanded, and then finishes.
    @frozen
    public struct Sequence<Elements: Swift.Sequence & Sendable, Failure: Error>: Publisher
    where Elements.Element: Sendable {
        /// An element.
        public typealias Output = Elements.Element

        /// The elements.
        public let sequence: Elements

        /// Makes a publisher of elements.
        ///
        /// - Parameter sequence: The elements; walked through once for each subscriber.
        @inlinable @inline(__always)
        public init(sequence: Elements) { self.sequence = sequence }

        /// Gives `subscriber` the elements as it demands them.
        @inlinable @inline(__always)
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            var iterator = sequence.makeIterator()
            if let first = iterator.next() {
                let walk = SequenceWalk(of: sequence, first, then: iterator, downstream: subscriber)
                subscriber.receive(subscription: SequenceSubscription<Elements, S, ReleasableBox>(walk))
            } else {
                subscriber.receive(subscription: Subscriptions.empty)
                subscriber.receive(completion: .finished)
            }
        }
    }
}

extension Publishers.Sequence: Equatable where Elements: Equatable {}

extension Publishers.Sequence: SynchronousPublisher {
    /// Hands over element by element.
    @inlinable @inline(__always)
    public func run<S: Publishers.SynchronousSink>(_ sink: inout S) where S.Input == Output, S.Failure == Failure {
        for element in sequence where !sink.receive(element) { return }
        sink.receive(completion: .finished)
    }
}

/// Walks through a sequence as fast as it is demanded.
@usableFromInline
final class SequenceSubscription<
    Elements: Sequence & Sendable, Downstream: Subscriber, Held: Releasable<SequenceWalk<Elements, Downstream>>
>: SubscriptionBase, @unchecked Sendable
where Downstream.Input == Elements.Element {
    // Unchecked: `held` belongs to whoever is at the pump.
    @usableFromInline let demandCounter = DemandCounter()
    @usableFromInline let trampoline = Trampoline()
    @exclusivity(unchecked) @usableFromInline var held: Held

    @inlinable @inline(__always)
    init(_ walk: SequenceWalk<Elements, Downstream>) {
        held = Held(walk)
        super.init(
            request: { Self.of($0).demand($1) },
            cancel: { Self.of($0).stop() })
    }

    @inlinable @inline(__always)
    static func of(_ base: SubscriptionBase) -> SequenceSubscription<Elements, Downstream, Held> {
        unsafeDowncast(base, to: SequenceSubscription<Elements, Downstream, Held>.self)
    }

    @inlinable @inline(__always)
    func demand(_ demand: Subscribers.Demand) {
        if demandCounter.add(demand) { run() }
    }

    @inlinable
    func stop() {
        if demandCounter.close() { run() }
    }

    @inlinable @inline(__always)
    func run() {
        guard trampoline.ring() else { return }
        repeat { work() } while !trampoline.rest()
    }

    /// Gives what is demanded; the end comes with the last element, without a demand of its own.
    @inlinable @inline(__always)
    func work() {
        guard var walk = held.take() else { return }
        while let value = walk.next {
            guard demandCounter.take() else {
                if !demandCounter.isClosed { held = Held(walk) }
                return
            }
            walk.next = walk.rest.next()
            let more = walk.downstream.receive(value)
            if more > .none { demandCounter.add(more) }
        }
        if demandCounter.close() { walk.downstream.receive(completion: .finished) }
    }

    /// The sequence; not after the end, nor while values are given.
    @usableFromInline override var description: String {
        guard trampoline.ring() else { return "Sequence" }
        let text = held.lend { String(describing: $0.sequence) } ?? "Sequence"
        while !trampoline.rest() { work() }
        return text
    }
}

/// How far a walk through a sequence has come, and for whom it is.
@usableFromInline
@frozen
struct SequenceWalk<Elements: Sequence & Sendable, Downstream: Subscriber> where Downstream.Input == Elements.Element {
    @usableFromInline let sequence: Elements
    @usableFromInline var next: Elements.Element?
    @usableFromInline var rest: Elements.Iterator
    @usableFromInline let downstream: Downstream

    @inlinable @inline(__always)
    init(
        of sequence: Elements, _ next: Elements.Element, then rest: Elements.Iterator, downstream: Downstream
    ) {
        self.sequence = sequence
        self.next = next
        self.rest = rest
        self.downstream = downstream
    }
}

@available(*, unavailable)
extension SequenceWalk: Sendable {}
