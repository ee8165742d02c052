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
                subscriber.receive(
                    subscription: SequenceSubscription(first, then: iterator, of: sequence, downstream: subscriber))
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
    public func run<S: Publishers.Sequel>(_ sequel: inout S) where S.Input == Output, S.Failure == Failure {
        for element in sequence where !sequel.take(element) { return }
        sequel.end(.finished)
    }
}

/// Walks through a sequence as fast as it is demanded.
@usableFromInline
final class SequenceSubscription<Elements: Sequence & Sendable, Downstream: Subscriber>: Bond,
    @unchecked Sendable
where Downstream.Input == Elements.Element {
    // Unchecked: the vars belong to whoever is at the pump.
    @usableFromInline let gauge = DemandGauge()
    @usableFromInline let pump = Pump()
    @usableFromInline let sequence: Elements
    @exclusivity(unchecked) @usableFromInline var iterator: Elements.Iterator
    @exclusivity(unchecked) @usableFromInline var next: Elements.Element?
    @exclusivity(unchecked) @usableFromInline var downstream: Downstream?

    @inlinable @inline(__always)
    init(_ first: Elements.Element, then rest: Elements.Iterator, of sequence: Elements, downstream: Downstream) {
        self.sequence = sequence
        iterator = rest
        next = first
        self.downstream = downstream
        super.init(
            request: { Self.of($0).demand($1) },
            cancel: { Self.of($0).stop() })
    }

    @inlinable @inline(__always)
    static func of(_ bond: Bond) -> SequenceSubscription<Elements, Downstream> {
        unsafeDowncast(bond, to: SequenceSubscription<Elements, Downstream>.self)
    }

    @inlinable @inline(__always)
    func demand(_ demand: Subscribers.Demand) {
        if gauge.add(demand) { run() }
    }

    @inlinable
    func stop() {
        if gauge.close() { run() }
    }

    @inlinable @inline(__always)
    func run() {
        guard pump.ring() else { return }
        repeat { work() } while !pump.rest()
    }

    /// Gives what is demanded; the end comes with the last element, without a demand of its own.
    @inlinable @inline(__always)
    func work() {
        guard let downstream else { return }
        while let value = next {
            guard gauge.take() else {
                if gauge.isClosed { letGo() }
                return
            }
            next = iterator.next()
            let more = downstream.receive(value)
            if more > .none { gauge.add(more) }
        }
        letGo()
        if gauge.close() { downstream.receive(completion: .finished) }
    }

    @inlinable
    func letGo() {
        next = nil
        _ = downstream.take()
    }

    @usableFromInline override var description: String { String(describing: sequence) }
}
