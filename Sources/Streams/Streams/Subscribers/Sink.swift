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

extension Subscribers {
    /// A subscriber that requests unlimited values and calls closures.
    ///
    /// The closures are released at the completion and at the cancellation.
    /// ``Publisher/sink(receiveCompletion:receiveValue:)`` is shorter.
    public final class Sink<Input: Sendable, Failure: Error>: Subscriber, Cancellable {
        private let sink: ErasedSink<Input, Failure>

        /// The closure that receives each value; after the end, a closure without effect.
        public var receiveValue: @Sendable (Input) -> Void {
            if let receive = sink.closure({ $0.receiveValue }) { receive } else { { _ in } }
        }
        /// The closure that receives the completion; after the end, a closure without effect.
        public var receiveCompletion: @Sendable (Subscribers.Completion<Failure>) -> Void {
            if let receive = sink.closure({ $0.receiveCompletion }) { receive } else { { _ in } }
        }

        /// Creates a sink; see ``Publisher/sink(receiveCompletion:receiveValue:)``, whose parameters are the same.
        @preconcurrency
        public init(
            receiveCompletion: @escaping @Sendable (Subscribers.Completion<Failure>) -> Void,
            receiveValue: @escaping @Sendable (Input) -> Void
        ) {
            sink = ErasedSink(receiveValue: receiveValue, receiveCompletion: receiveCompletion)
        }

        /// Requests unlimited values; a second subscription is cancelled.
        ///
        /// - Parameter subscription: The subscription.
        public func receive(subscription: any Subscription) { sink.begin(subscription) }

        /// Calls ``receiveValue``; see ``Subscriber``, whose parameters are the same.
        ///
        /// - Returns: No further demand, as it is unlimited already.
        public func receive(_ value: Input) -> Subscribers.Demand {
            sink.take(value)
            return .none
        }

        /// Calls ``receiveCompletion``, and releases the closures; see ``Subscriber``, whose parameters are the same.
        public func receive(completion: Subscribers.Completion<Failure>) { sink.end(completion.failure) }

        /// Cancels the subscription, and releases the closures.
        public func cancel() { sink.cancel() }
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
