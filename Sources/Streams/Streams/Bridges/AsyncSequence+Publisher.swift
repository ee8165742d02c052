import Synchronization

extension AsyncSequence where Self: Sendable, Element: Sendable, Failure: Sendable {
    /// A publisher of the elements.
    ///
    /// An element is read when the subscriber demands one; cancelling the subscription cancels the iteration.
    ///
    /// ```swift
    /// let numbers = AsyncStream { continuation in
    ///     for number in 1...3 { continuation.yield(number) }
    ///     continuation.finish()
    /// }
    /// for await number in numbers.publisher.map({ $0 * 10 }).values { print(number) }
    /// // prints 10, 20, 30
    /// ```
    public var publisher: AsyncSequencePublisher<Self> { AsyncSequencePublisher(self) }
}

/// A publisher of the elements of an asynchronous sequence, read as they are demanded.
public struct AsyncSequencePublisher<Elements: AsyncSequence & Sendable>: Publisher where Elements.Element: Sendable {
    /// The type of the published values.
    public typealias Output = Elements.Element
    /// The type of the failure: the error that the iteration throws.
    public typealias Failure = Elements.Failure

    private let elements: Elements

    /// Creates a publisher of elements.
    ///
    /// - Parameter elements: The sequence; each subscriber iterates over it once.
    public init(_ elements: Elements) { self.elements = elements }

    /// Attaches `subscriber`; its first demand starts the iteration. See ``Publisher``, whose parameters are the same.
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        let feed = AsyncFeed(elements: elements, downstream: subscriber)
        subscriber.receive(subscription: feed)
        feed.begin()
    }
}

/// The subscription that iterates over an asynchronous sequence in its own task, which waits for demand.
private final class AsyncFeed<Elements: AsyncSequence & Sendable, Downstream: Subscriber>: Subscription,
    CustomStringConvertible
where Elements.Element == Downstream.Input, Elements.Failure == Downstream.Failure {
    private struct State: Sendable {
        /// The sequence, until the iteration starts.
        var elements: Elements?
        /// The subscriber; `nil` after the completion or the cancellation.
        var downstream: Downstream?
        var task: Task<Void, Never>?
        var waiter: UnsafeContinuation<Bool, Never>?
        /// Whether the subscriber has its subscription: the task delivers nothing before.
        var isSubscribed = false
        var isStarted = false

        /// Whether the iteration starts now.
        mutating func starts() -> Bool {
            guard isSubscribed, !isStarted else { return false }
            isStarted = true
            return true
        }
    }

    private let demandCounter = DemandCounter()
    private let state: Mutex<State>

    init(elements: Elements, downstream: Downstream) {
        state = Mutex(State(elements: elements, downstream: downstream))
    }

    var description: String { "AsyncSequence" }

    func request(_ demand: Subscribers.Demand) {
        demand.requireSome()
        guard demandCounter.add(demand) else { return }
        let (waiter, isFirst) = state.withLock { ($0.waiter.take(), $0.starts()) }
        waiter?.resume(returning: true)
        if isFirst { start() }
    }

    /// Starts the iteration if the subscriber has requested a value.
    func begin() {
        let isFirst = state.withLock { state in
            state.isSubscribed = true
            return demandCounter.demand > .none && state.starts()
        }
        if isFirst { start() }
    }

    func cancel() {
        demandCounter.close()
        let (task, waiter, last) = state.withLock { state in
            (state.task.take(), state.waiter.take(), (state.elements.take(), state.downstream.take()))
        }
        task?.cancel()
        waiter?.resume(returning: false)
        _ = last
    }

    private func start() {
        let task = Task { await self.run() }
        let isLate = state.withLock { state in
            if state.downstream != nil { state.task = task }
            return state.downstream == nil
        }
        if isLate { task.cancel() }
    }

    private func run() async {
        guard var iterator = state.withLock({ $0.elements.take() })?.makeAsyncIterator() else { return }
        do throws(Elements.Failure) {
            while await hasDemand() {
                guard let element = try await iterator.next(isolation: nil) else { return end(.finished) }
                guard demandCounter.take() else { return }
                guard let downstream = state.withLock({ $0.downstream }) else { return }
                demandCounter.add(downstream.receive(element))
            }
        } catch {
            end(.failure(error))
        }
    }

    private func end(_ completion: Subscribers.Completion<Downstream.Failure>) {
        let (task, downstream) = state.withLock { ($0.task.take(), $0.downstream.take()) }
        _ = task
        if demandCounter.close() { downstream?.receive(completion: completion) }
    }

    /// Waits for demand; `false` if the subscription is cancelled.
    private func hasDemand() async -> Bool {
        if demandCounter.demand > .none { return true }
        return await withUnsafeContinuation { waiter in
            let answer = state.withLock { state -> Bool? in
                if state.downstream == nil { return false }
                if demandCounter.demand > .none { return true }
                state.waiter = waiter
                return nil
            }
            if let answer { waiter.resume(returning: answer) }
        }
    }
}
