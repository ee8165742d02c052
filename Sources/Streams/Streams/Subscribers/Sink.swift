import Synchronization

extension Publisher {
    /// Requests unlimited values, and calls closures with every value and with the completion.
    ///
    /// The closures run on the publisher's thread, and are released at the completion or the cancellation. For closures
    /// that access state of the main actor use ``Publisher/sinkOnMainActor(receiveCompletion:receiveValue:)``.
    ///
    /// ```swift
    /// let subscription = [1, 2].publisher
    ///     .setFailureType(to: CancellationError.self)
    ///     .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
    /// // prints 1, 2, finished
    /// ```
    ///
    /// - Parameters:
    ///   - receiveCompletion: The closure that receives the completion, unless the subscription is cancelled before.
    ///   - receiveValue: The closure that receives each value.
    /// - Returns: A token that cancels the subscription when it is cancelled or deallocated.
    @preconcurrency @_alwaysEmitIntoClient
    public func sink(
        receiveCompletion: @escaping @Sendable (Subscribers.Completion<Failure>) -> Void,
        receiveValue: @escaping @Sendable (Output) -> Void
    ) -> AnyCancellable {
        if let subject = self as? PassthroughSubject<Output, Failure> {
            return subject.attachSink(receiveCompletion: receiveCompletion, receiveValue: receiveValue)
        }
        let sink = ErasedSink(receiveValue: receiveValue, receiveCompletion: receiveCompletion)
        receive(subscriber: AnySubscriber(box: sink))
        return AnyCancellable(sink)
    }
}

extension Publisher where Failure == Never {
    /// Requests unlimited values, and calls a closure with every value.
    ///
    /// The closure runs on the publisher's thread. For a closure that accesses state of the main actor use
    /// ``Publisher/sinkOnMainActor(receiveValue:)``.
    ///
    /// ```swift
    /// let subject = PassthroughSubject<String, Never>()
    /// let subscription = subject.sink { print($0) }
    /// subject.send("a")
    /// subscription.cancel()
    /// subject.send("b")
    /// // prints a
    /// ```
    ///
    /// - Parameter receiveValue: The closure that receives each value; released at the completion or the cancellation.
    /// - Returns: A token that cancels the subscription when it is cancelled or deallocated.
    @preconcurrency @_alwaysEmitIntoClient
    public func sink(receiveValue: @escaping @Sendable (Output) -> Void) -> AnyCancellable {
        sink(receiveCompletion: { _ in }, receiveValue: receiveValue)
    }
}

/// The part of a sink that its token retains: the subscription without the closures, so that upstream releases the
/// closures.
@usableFromInline
final class SinkCore: Cancellable {
    @usableFromInline let slot = UpstreamSlot()

    @_alwaysEmitIntoClient @inline(__always)
    init() {}

    @usableFromInline
    func cancel() {
        slot.cancel()
    }
}

/// The part of a sink that the upstream publisher retains: the subscriber with the closures.
@usableFromInline
@frozen
struct SinkEnd<Input: Sendable, Failure: Error>: Subscriber {
    @usableFromInline let core: SinkCore
    @usableFromInline let receiveValue: @Sendable (Input) -> Void
    @usableFromInline let receiveCompletion: @Sendable (Subscribers.Completion<Failure>) -> Void

    @_alwaysEmitIntoClient @inline(__always)
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

    @_alwaysEmitIntoClient var _needsNoSubscription: Bool { @inline(__always) get { true } }

    @usableFromInline
    func receive(subscription: any Subscription) {
        if core.slot.accept(subscription) != nil { subscription.request(.unlimited) }
    }

    @_alwaysEmitIntoClient @inline(__always)
    func receive(_ input: Input) -> Subscribers.Demand {
        if core.slot.isOpen { receiveValue(input) }
        return .none
    }

    @usableFromInline
    func receive(completion: Subscribers.Completion<Failure>) {
        if core.slot.end() { receiveCompletion(completion) }
    }
}

extension Subscribers {
    /// A subscriber that requests unlimited values and calls closures.
    ///
    /// The closures are released at the completion and at the cancellation.
    /// ``Publisher/sink(receiveCompletion:receiveValue:)`` is shorter.
    public final class Sink<Input: Sendable, Failure: Error>: Subscriber, Cancellable {
        private struct Closures: Sendable {
            let receiveValue: @Sendable (Input) -> Void
            let receiveCompletion: @Sendable (Subscribers.Completion<Failure>) -> Void
        }

        private let closures: Mutex<Closures?>
        private let core = SinkCore()

        /// The closure that receives each value; after the end, a closure without effect.
        public var receiveValue: @Sendable (Input) -> Void {
            guard let receive = closures.withLock({ closures in closures.map { $0.receiveValue } }) else {
                return { _ in }
            }
            return receive
        }
        /// The closure that receives the completion; after the end, a closure without effect.
        public var receiveCompletion: @Sendable (Subscribers.Completion<Failure>) -> Void {
            guard let receive = closures.withLock({ closures in closures.map { $0.receiveCompletion } }) else {
                return { _ in }
            }
            return receive
        }

        /// Creates a sink.
        ///
        /// - Parameters:
        ///   - receiveCompletion: The closure that receives the completion, unless the subscription is cancelled
        ///     before.
        ///   - receiveValue: The closure that receives each value.
        @preconcurrency
        public init(
            receiveCompletion: @escaping @Sendable (Subscribers.Completion<Failure>) -> Void,
            receiveValue: @escaping @Sendable (Input) -> Void
        ) {
            closures = Mutex(Closures(receiveValue: receiveValue, receiveCompletion: receiveCompletion))
        }

        /// Requests unlimited values; a second subscription is cancelled.
        ///
        /// - Parameter subscription: The subscription.
        public func receive(subscription: any Subscription) {
            if core.slot.accept(subscription) != nil { subscription.request(.unlimited) }
        }

        /// Calls ``receiveValue``.
        ///
        /// - Parameter value: The value.
        /// - Returns: No further demand, as it is unlimited already.
        public func receive(_ value: Input) -> Subscribers.Demand {
            if core.slot.isOpen { receiveValue(value) }
            return .none
        }

        /// Calls ``receiveCompletion``, and releases the closures.
        ///
        /// - Parameter completion: The completion.
        public func receive(completion: Subscribers.Completion<Failure>) {
            guard core.slot.end() else { return }
            let last = closures.withLock { $0.take() }
            last?.receiveCompletion(completion)
        }

        /// Cancels the subscription, and releases the closures.
        public func cancel() {
            core.cancel()
            let last = closures.withLock { $0.take() }
            _ = last  // released here, outside the lock
        }
    }
}

extension Subscribers.Sink: CustomStringConvertible, CustomReflectable, CustomPlaygroundDisplayConvertible {
    /// The word `Sink`, as in Combine.
    public var description: String { "Sink" }
    /// A mirror without children, as in Combine.
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
    /// The word `Sink`, as in Combine.
    public var playgroundDescription: Any { description }
}
