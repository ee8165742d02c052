extension Publisher {
    /// Calls closures with every value and with the end.
    ///
    /// Both closures are released at the end and on cancellation.
    ///
    /// - Parameters:
    ///   - receiveCompletion: Takes the end, unless it is cancelled before.
    ///   - receiveValue: Takes each value.
    /// - Returns: What ends the subscription when it is cancelled or dropped.
    @preconcurrency @inlinable
    public func sink(
        receiveCompletion: @escaping @Sendable (Subscribers.Completion<Failure>) -> Void,
        receiveValue: @escaping @Sendable (Output) -> Void
    ) -> AnyCancellable {
        let core = SinkCore()
        receive(subscriber: SinkEnd(core: core, receiveValue: receiveValue, receiveCompletion: receiveCompletion))
        return AnyCancellable(core)
    }
}

extension Publisher where Failure == Never {
    /// Calls a closure with every value.
    ///
    /// - Parameter receiveValue: Takes each value; released at the end and on cancellation.
    /// - Returns: What ends the subscription when it is cancelled or dropped.
    @preconcurrency @inlinable
    public func sink(receiveValue: @escaping @Sendable (Output) -> Void) -> AnyCancellable {
        sink(receiveCompletion: { _ in }, receiveValue: receiveValue)
    }
}

/// The part of a sink that its token holds: the subscription, but not the closures, so that they go when upstream lets go.
@usableFromInline
final class SinkCore: Cancellable {
    @usableFromInline let slot = UpstreamSlot()

    @inlinable @inline(__always)
    init() {}

    @inlinable
    func cancel() {
        slot.cancel()
    }
}

/// The part of a sink that upstream holds.
@usableFromInline
@frozen
struct SinkEnd<Input: Sendable, Failure: Error>: Subscriber {
    @usableFromInline let core: SinkCore
    @usableFromInline let receiveValue: @Sendable (Input) -> Void
    @usableFromInline let receiveCompletion: @Sendable (Subscribers.Completion<Failure>) -> Void

    @inlinable @inline(__always)
    init(
        core: SinkCore,
        receiveValue: @escaping @Sendable (Input) -> Void,
        receiveCompletion: @escaping @Sendable (Subscribers.Completion<Failure>) -> Void
    ) {
        self.core = core
        self.receiveValue = receiveValue
        self.receiveCompletion = receiveCompletion
    }

    @usableFromInline var combineIdentifier: CombineIdentifier { CombineIdentifier(core) }

    @inlinable
    func receive(subscription: any Subscription) {
        if core.slot.accept(subscription) != nil { subscription.request(.unlimited) }
    }

    @inlinable @inline(__always)
    func receive(_ input: Input) -> Subscribers.Demand {
        if core.slot.isOpen { receiveValue(input) }
        return .none
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
        if core.slot.end() { receiveCompletion(completion) }
    }
}

extension Subscribers {
    /// A subscriber that demands everything and calls closures; ``Publisher/sink(receiveCompletion:receiveValue:)`` is shorter.
    public final class Sink<Input: Sendable, Failure: Error>: Subscriber, Cancellable {
        /// Takes each value.
        public let receiveValue: @Sendable (Input) -> Void
        /// Takes the end.
        public let receiveCompletion: @Sendable (Subscribers.Completion<Failure>) -> Void
        private let core = SinkCore()

        /// Makes a sink.
        ///
        /// - Parameters:
        ///   - receiveCompletion: Takes the end, unless it is cancelled before.
        ///   - receiveValue: Takes each value.
        @preconcurrency
        public init(
            receiveCompletion: @escaping @Sendable (Subscribers.Completion<Failure>) -> Void,
            receiveValue: @escaping @Sendable (Input) -> Void
        ) {
            self.receiveValue = receiveValue
            self.receiveCompletion = receiveCompletion
        }

        private var end: SinkEnd<Input, Failure> {
            SinkEnd(core: core, receiveValue: receiveValue, receiveCompletion: receiveCompletion)
        }

        /// Demands everything; a second subscription is cancelled.
        public func receive(subscription: any Subscription) { end.receive(subscription: subscription) }

        /// Calls ``receiveValue``.
        public func receive(_ value: Input) -> Subscribers.Demand { end.receive(value) }

        /// Calls ``receiveCompletion``.
        public func receive(completion: Subscribers.Completion<Failure>) { end.receive(completion: completion) }

        /// Ends the subscription.
        public func cancel() { core.cancel() }
    }
}

extension Subscribers.Sink: CustomStringConvertible, CustomReflectable, CustomPlaygroundDisplayConvertible {
    /// `Sink`, as in Combine.
    public var description: String { "Sink" }
    /// Shows nothing of its inside, as in Combine.
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
    /// `Sink`, as in Combine.
    public var playgroundDescription: Any { description }
}
