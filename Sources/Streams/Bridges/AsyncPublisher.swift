extension Publisher {
    /// The values as an asynchronous sequence, which throws the publisher's own failure.
    ///
    /// Nothing is lost: a value is demanded when it is asked for, and from an upstream that would lose values meanwhile (a
    /// subject) everything is taken and kept, without a bound. The subscription starts when the iteration does, and ends
    /// with it or with the task.
    public var values: AsyncPublisher<Self> { AsyncPublisher(self) }
}

/// The values of a publisher as an asynchronous sequence.
///
/// The failure is typed, so this is Combine's `AsyncPublisher` and `AsyncThrowingPublisher` in one.
public struct AsyncPublisher<Upstream: Publisher>: AsyncSequence, Sendable {
    /// A value.
    public typealias Element = Upstream.Output
    /// What the iteration throws; nothing when the publisher cannot fail.
    public typealias Failure = Upstream.Failure

    private let publisher: Upstream

    /// Makes a sequence of the values of a publisher.
    ///
    /// - Parameter publisher: Where the values come from; subscribed once for each iteration.
    public init(_ publisher: Upstream) { self.publisher = publisher }

    /// Subscribes.
    public func makeAsyncIterator() -> Iterator {
        let inbox = AsyncInbox<Element, Failure>()
        publisher.receive(subscriber: inbox)
        return Iterator(inbox)
    }

    /// Walks through the values; dropping it cancels the subscription.
    public struct Iterator: AsyncIteratorProtocol {
        private let inbox: AsyncInbox<Element, Failure>
        private let token: AnyCancellable

        fileprivate init(_ inbox: AsyncInbox<Element, Failure>) {
            self.inbox = inbox
            token = AnyCancellable(inbox)
        }

        /// Waits for the next value; `nil` at the end and when the task is cancelled.
        ///
        /// - Parameter actor: Who is waiting; the value is handed over without leaving it.
        /// - Returns: The value.
        /// - Throws: The failure of the publisher.
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

        /// Waits for the next value; `nil` at the end and when the task is cancelled.
        ///
        /// - Returns: The value.
        /// - Throws: The failure of the publisher.
        public mutating func next() async throws(Failure) -> Element? {
            try await next(isolation: #isolation)
        }
    }
}

/// Combine's name for ``AsyncPublisher`` when the publisher may fail.
public typealias AsyncThrowingPublisher<Upstream: Publisher> = AsyncPublisher<Upstream>

@available(*, unavailable)
extension AsyncPublisher.Iterator: Sendable {}
