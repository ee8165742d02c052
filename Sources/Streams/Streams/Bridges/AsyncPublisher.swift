extension Publisher {
    /// The values of this publisher as an asynchronous sequence, which throws the publisher's own failure.
    ///
    /// No value is lost: each value is demanded when the iterator asks for it. If the publisher drops values without
    /// demand, as a subject does, all values are demanded and buffered without a bound. The subscription starts when
    /// the iteration starts, and ends with the iteration or when its task is cancelled.
    ///
    /// ```swift
    /// for await number in [1, 2, 3].publisher.values {
    ///     print(number)
    /// }
    /// // prints 1, 2, 3
    /// ```
    @_alwaysEmitIntoClient public var values: AsyncPublisher<Self> { AsyncPublisher(self) }

    /// Returns the values of this publisher as an asynchronous sequence with a bounded buffer.
    ///
    /// This method does not exist in Combine. The policy applies to publishers that drop values without demand, such as
    /// subjects; any other publisher waits for the iterator and loses no value.
    ///
    /// ```swift
    /// let subject = PassthroughSubject<Int, Never>()
    /// let values = subject.values(buffering: .bufferingNewest(2))
    /// var iterator = values.makeAsyncIterator()
    /// for number in 1...4 { subject.send(number) }
    /// while let number = await iterator.next() {
    ///     print(number)
    ///     if number == 4 { break }
    /// }
    /// // prints 3, 4
    /// ```
    ///
    /// - Parameter policy: The number of values that are buffered, and the treatment of a value beyond that.
    /// - Returns: The sequence, which throws the publisher's own failure.
    @_alwaysEmitIntoClient
    public func values(buffering policy: AsyncPublisher<Self>.BufferingPolicy) -> AsyncPublisher<Self> {
        AsyncPublisher(self, buffering: policy)
    }
}

/// The values of a publisher as an asynchronous sequence.
///
/// The failure is typed, so this type is both Combine's `AsyncPublisher` and its `AsyncThrowingPublisher`.
public struct AsyncPublisher<Upstream: Publisher>: AsyncSequence, Sendable {
    /// The type of the values.
    public typealias Element = Upstream.Output
    /// The type of the error that the iteration throws; `Never` if the publisher never fails.
    public typealias Failure = Upstream.Failure

    @usableFromInline let publisher: Upstream
    @usableFromInline let policy: BufferingPolicy

    /// Creates a sequence of the values of a publisher, with an unlimited buffer.
    ///
    /// - Parameter publisher: The publisher of the values; each iteration subscribes to it once.
    @_alwaysEmitIntoClient
    public init(_ publisher: Upstream) { self.init(publisher, buffering: .unbounded) }

    /// Creates a sequence of the values of a publisher.
    ///
    /// - Parameters:
    ///   - publisher: The publisher of the values; each iteration subscribes to it once.
    ///   - policy: The number of values that are buffered, and the treatment of a value beyond that.
    @_alwaysEmitIntoClient
    public init(_ publisher: Upstream, buffering policy: BufferingPolicy) {
        self.publisher = publisher
        self.policy = policy
    }

    /// Subscribes to the publisher.
    ///
    /// - Returns: An iterator over its values.
    @_alwaysEmitIntoClient
    public func makeAsyncIterator() -> Iterator {
        let inbox = AsyncInbox<Element, Failure>(capacity: policy.capacity, whenFull: policy.whenFull)
        publisher.receive(subscriber: AnySubscriber(box: inbox))
        inbox.settle()
        return Iterator(inbox)
    }

    /// An iterator over the values of a publisher; deallocating it cancels the subscription.
    public struct Iterator: AsyncIteratorProtocol {
        @usableFromInline let inbox: AsyncInbox<Element, Failure>
        @usableFromInline let token: AnyCancellable

        @_alwaysEmitIntoClient init(_ inbox: AsyncInbox<Element, Failure>) {
            self.inbox = inbox
            token = AnyCancellable(inbox)
        }

        /// Waits for the next value.
        ///
        /// - Parameter actor: The actor that the caller is isolated to; the value is returned without leaving it.
        /// - Returns: The value; `nil` at the end, and when the task is cancelled.
        /// - Throws: The failure of the publisher.
        @_alwaysEmitIntoClient
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(Failure) -> Element? {
            if let news = inbox.poll() { return try news.get() }
            let inbox = inbox
            let news = await withTaskCancellationHandler(
                operation: {
                    await withUnsafeContinuation(isolation: actor) { inbox.wait($0) }
                },
                onCancel: { inbox.cancel() }, isolation: actor)
            return try news.get()
        }

        /// Waits for the next value.
        ///
        /// - Returns: The value; `nil` at the end, and when the task is cancelled.
        /// - Throws: The failure of the publisher. The error is not typed: a second form with a typed error makes the
        ///   compiler of Swift 6.3 crash. ``next(isolation:)`` throws the type.
        @_alwaysEmitIntoClient
        public mutating func next() async throws -> Element? { try await next(isolation: #isolation) }
    }
}

extension AsyncPublisher.Iterator where Upstream.Failure == Never {
    /// Waits for the next value of a publisher that cannot fail.
    ///
    /// - Returns: The value; `nil` at the end, and when the task is cancelled.
    @_alwaysEmitIntoClient
    public mutating func next() async -> Upstream.Output? { await next(isolation: #isolation) }
}

/// Combine's name for ``AsyncPublisher`` with a publisher that may fail.
public typealias AsyncThrowingPublisher<Upstream: Publisher> = AsyncPublisher<Upstream>

@available(*, unavailable)
extension AsyncPublisher.Iterator: Sendable {}
