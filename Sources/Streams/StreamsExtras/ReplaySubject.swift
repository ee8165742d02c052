public import Streams
import Synchronization

/// A subject that keeps its latest values and replays them to late subscribers, even after its completion.
///
/// This subject does not exist in Combine. Each subscriber receives every value on demand, in the same order for all
/// subscribers: values that a subscriber has not demanded yet are buffered without a bound.
///
/// ```swift
/// let subject = ReplaySubject<Int, Never>(capacity: 2)
/// for number in 1...3 { subject.send(number) }
/// let subscription = subject.sink { print($0) }
/// // prints 2, 3
/// ```
public final class ReplaySubject<Output: Sendable, Failure: Error>: Subject, @unchecked Sendable {
    // Unchecked: only the thread that owns `loop` accesses `kept`, `deliveries` and `end`.
    private typealias Delivery = BufferedSubscription<AnySubscriber<Output, Failure>>

    /// The maximum number of values that are kept for late subscribers.
    public let capacity: Int
    private let loop = DrainLoop()
    private let feeds = Mutex(Feeds())
    @exclusivity(unchecked) private var kept = Queue<Output>()
    @exclusivity(unchecked) private var deliveries: [Delivery] = []
    @exclusivity(unchecked) private var end: Subscribers.Completion<Failure>?

    /// Creates a subject without values.
    ///
    /// - Parameter capacity: The maximum number of values that are kept for late subscribers; `.max` keeps all of them.
    ///   A negative number counts as 0. Values that an attached subscriber has not demanded yet do not count.
    public init(capacity: Int) { self.capacity = Swift.max(0, capacity) }

    deinit { cancelAll(of: feeds) }

    /// Attaches `subscriber`, which receives the kept values first; see `Publisher`, whose parameters are the same.
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        let delivery = Delivery(
            name: "ReplaySubject", downstream: AnySubscriber(subscriber), stopped: { [weak self] in self?.leave($0) })
        // The place in the queue is taken before the subscriber can send a value from `receive(subscription:)`.
        delivery.begin {
            loop.serialize(attach(delivery), or: { self.attach(delivery) })
        }
    }

    /// Publishes a value to every subscriber, and keeps it for later subscribers; does nothing after a completion.
    ///
    /// - Parameter value: The value.
    /// - Complexity: O(*s*) in the number of subscribers.
    public func send(_ value: Output) { loop.serialize(deliver(value), or: { self.deliver(value) }) }

    /// Ends the stream; late subscribers still receive the kept values and the completion.
    ///
    /// - Parameter completion: Whether the stream finishes or fails.
    public func send(completion: Subscribers.Completion<Failure>) {
        loop.serialize(finish(completion), or: { self.finish(completion) })
    }

    /// Requests unlimited values from a publisher that this subject is subscribed to.
    ///
    /// - Parameter subscription: The subscription to that publisher.
    public func send(subscription: any Subscription) {
        _ = feeds.withLock { $0.add(subscription) }
        subscription.request(.unlimited)
    }

    private func leave(_ delivery: Delivery) { loop.serialize(detach(delivery), or: { self.detach(delivery) }) }

    // MARK: Inside the drain loop

    private func deliver(_ value: Output) {
        guard end == nil else { return }
        kept.append(value)
        if kept.count > capacity { _ = kept.popFirst() }
        for delivery in deliveries { delivery.give(value) }
    }

    private func finish(_ completion: Subscribers.Completion<Failure>) {
        guard end == nil else { return }
        end = completion
        let all = deliveries
        deliveries = []
        let feeds = feeds.withLock { $0.take() }
        for delivery in all { delivery.finish(completion) }
        _ = feeds
    }

    private func attach(_ delivery: Delivery) {
        var late = kept
        while let value = late.popFirst() { delivery.give(value) }
        if let end {
            delivery.finish(end)
        } else if !delivery.isClosed {
            deliveries.append(delivery)
        }
    }

    private func detach(_ delivery: Delivery) { deliveries.removeAll { $0 === delivery } }
}
