extension Publisher {
    /// The values as an asynchronous sequence, which throws the publisher's own failure.
    ///
    /// Nothing is lost: a value is demanded when it is asked for, and from an upstream that would lose values meanwhile (a
    /// subject) everything is taken and kept, without a bound. The subscription starts when the iteration does, and ends
    /// with it or with the task.
    public var values: AsyncPublisher<Self> { AsyncPublisher(self) }

    /// The values as an asynchronous sequence that keeps only so many for a reader who is slower.
    ///
    /// Not in Combine. An upstream that waits for demand is not rushed, and loses nothing whatever the policy.
    ///
    /// - Parameter policy: What is kept, and what becomes of a value for which there is no room.
    /// - Returns: The sequence, which throws the publisher's own failure.
    public func values(buffering policy: AsyncBufferingPolicy<Failure>) -> AsyncPublisher<Self> {
        AsyncPublisher(self, buffering: policy)
    }
}

/// What is kept of values that come while nobody waits for one, from a publisher that would lose them.
public enum AsyncBufferingPolicy<Failure: Error>: Sendable {
    /// Everything, without a bound: nothing is lost.
    case unbounded
    /// The first ones, up to a number; when there are so many, a new one is lost.
    case bufferingOldest(Int)
    /// The last ones, up to a number; when there are so many, the oldest is lost.
    case bufferingNewest(Int)
    /// Up to a number; when there are so many and one more comes, the sequence throws after those that it has.
    case failing(above: Int, with: @Sendable () -> Failure)

    /// How many may wait.
    var limit: Int {
        switch self {
        case .unbounded: .max
        case .bufferingOldest(let limit), .bufferingNewest(let limit), .failing(above: let limit, with: _): limit
        }
    }
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
    private let policy: AsyncBufferingPolicy<Failure>

    /// Makes a sequence of the values of a publisher; nothing is lost.
    ///
    /// - Parameter publisher: Where the values come from; subscribed once for each iteration.
    public init(_ publisher: Upstream) { self.init(publisher, buffering: .unbounded) }

    /// Makes a sequence of the values of a publisher.
    ///
    /// - Precondition: The policy's number is not negative.
    /// - Parameters:
    ///   - publisher: Where the values come from; subscribed once for each iteration.
    ///   - policy: What is kept for a reader who is slower.
    public init(_ publisher: Upstream, buffering policy: AsyncBufferingPolicy<Failure>) {
        precondition(policy.limit >= 0, "a number of values must not be negative")
        self.publisher = publisher
        self.policy = policy
    }

    /// Subscribes.
    public func makeAsyncIterator() -> Iterator {
        let inbox = AsyncInbox<Element, Failure>(policy)
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
