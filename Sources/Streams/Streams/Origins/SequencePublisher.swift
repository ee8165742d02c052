extension Sequence where Self: Sendable, Element: Sendable {
    /// A publisher of the elements.
    ///
    /// ```swift
    /// _ = ["a", "b"].publisher.sink { print($0) }
    /// // prints a, b
    /// ```
    @_alwaysEmitIntoClient
    public var publisher: Publishers.Sequence<Self, Never> { Publishers.Sequence(sequence: self) }
}

extension Publishers {
    /// A publisher that publishes the elements of a sequence as they are demanded, and then finishes.
    @frozen
    public struct Sequence<Elements: Swift.Sequence & Sendable, Failure: Error>: Publisher
    where Elements.Element: Sendable {
        /// The type of the published values.
        public typealias Output = Elements.Element

        /// The sequence to publish.
        public let sequence: Elements

        /// Creates a publisher of the elements of a sequence.
        ///
        /// - Parameter sequence: The sequence to publish; each subscriber iterates over it once.
        @_alwaysEmitIntoClient @inline(__always)
        public init(sequence: Elements) { self.sequence = sequence }

        /// Attaches `subscriber`, and publishes the elements as they are demanded.
        ///
        /// - Parameter subscriber: The subscriber to attach.
        @_alwaysEmitIntoClient
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

extension Publishers.Sequence: _SynchronousPublisher {
    /// Passes each element to `sink` and finishes; see `_SynchronousPublisher`, whose parameters are the same.
    @_alwaysEmitIntoClient @inline(__always)
    public __consuming func _run<S: Publishers._SynchronousSink>(_ sink: inout S)
    where S.Input == Output, S.Failure == Failure {
        for element in sequence where !sink.receive(element) { return }
        sink.receive(completion: .finished)
    }
}

/// The subscription of a sequence publisher, which iterates as fast as elements are demanded.
@usableFromInline
final class SequenceSubscription<
    Elements: Sequence & Sendable, Downstream: Subscriber, Held: Releasable<SequenceWalk<Elements, Downstream>>
>: ValueSubscription, @unchecked Sendable
where Downstream.Input == Elements.Element {
    // Unchecked: only the runner of `trampoline` accesses `held`.
    @usableFromInline let demandCounter = DemandCounter()
    @usableFromInline let trampoline = Trampoline()
    @exclusivity(unchecked) @usableFromInline var held: Held

    @_alwaysEmitIntoClient @inline(__always)
    init(_ walk: SequenceWalk<Elements, Downstream>) {
        held = Held(walk)
        super.init(
            request: { unsafeDowncast($0, to: SequenceSubscription.self).demand($1) },
            cancel: { unsafeDowncast($0, to: SequenceSubscription.self).stop() })
    }

    @_alwaysEmitIntoClient @inline(__always)
    func demand(_ demand: Subscribers.Demand) {
        guard demandCounter.add(demand), trampoline.enter() else { return }
        repeat { work() } while !trampoline.leave()
    }

    @_alwaysEmitIntoClient func stop() {
        guard demandCounter.close(), trampoline.enter() else { return }
        // Without demand a round of the runner would publish nothing.
        repeat { held.release() } while !trampoline.leave()
    }

    /// Publishes the demanded elements; the completion follows the last element without further demand.
    @_alwaysEmitIntoClient @inline(__always)
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

    /// Ignores a request for no values, as Combine does.
    @usableFromInline override func requestNone() {}

    /// The description of the sequence; the text `Sequence` after the end and while elements are published.
    @usableFromInline override var description: String {
        guard trampoline.enter() else { return "Sequence" }
        let text = held.lend { String(describing: $0.sequence) } ?? "Sequence"
        while !trampoline.leave() { work() }
        return text
    }
}

/// The position of an iteration over a sequence, and the subscriber of its elements.
@usableFromInline @frozen
struct SequenceWalk<Elements: Sequence & Sendable, Downstream: Subscriber> where Downstream.Input == Elements.Element {
    @usableFromInline let sequence: Elements
    @usableFromInline var next: Elements.Element?
    @usableFromInline var rest: Elements.Iterator
    @usableFromInline let downstream: Downstream

    @_alwaysEmitIntoClient @inline(__always)
    init(of sequence: Elements, _ next: Elements.Element, then rest: Elements.Iterator, downstream: Downstream) {
        self.sequence = sequence
        self.next = next
        self.rest = rest
        self.downstream = downstream
    }
}

@available(*, unavailable)
extension SequenceWalk: Sendable {}
