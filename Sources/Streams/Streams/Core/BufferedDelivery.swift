/// A buffered subscription for publishers in other modules of this package.
///
/// Values wait until they are requested; they and the completion are delivered one at a time and in order.
package struct BufferedDelivery<Downstream: Subscriber>: Sendable {
    private let subscription: NamedBufferedSubscription<Downstream>

    /// Creates a delivery to a subscriber, which has not received its subscription yet.
    ///
    /// - Parameters:
    ///   - name: The description of the subscription.
    ///   - downstream: The subscriber.
    ///   - capacity: The maximum number of values that wait.
    ///   - whenFull: The treatment of a value for which there is no space.
    ///   - stopped: Called once when the subscriber cancels, or when the delivery fails because of a full buffer.
    package init(
        name: String, downstream: Downstream, capacity: Int,
        whenFull: Publishers.BufferingStrategy<Downstream.Failure> = .dropNewest,
        stopped: @escaping @Sendable (ObjectIdentifier) -> Void
    ) {
        let overflow: BufferedSubscription<Downstream>.Overflow =
            switch whenFull {
            case .dropNewest: .dropNewest
            case .dropOldest: .dropOldest
            case .customError(let failure): .fail(failure)
            }
        subscription = NamedBufferedSubscription(
            name: name, downstream: downstream, capacity: capacity, overflow: overflow, stopped: stopped)
    }

    /// The identity of the subscription.
    package var id: ObjectIdentifier { ObjectIdentifier(subscription) }

    /// Whether the subscriber has cancelled or received the completion.
    package var isClosed: Bool { subscription.demandCounter.isClosed }

    /// Passes the subscription to the subscriber; call it before any value.
    package func begin() { subscription.begin() }

    /// Passes the subscription to the subscriber after `attach`; what `attach` causes to be delivered follows.
    ///
    /// - Parameter attach: A closure that makes a subject deliver to this subscription.
    package func begin(attaching attach: () -> Void) {
        guard subscription.loop.enter() else { return }
        attach()
        subscription.begin()
        subscription.loop.leave()
    }

    /// Delivers a value, immediately or when it is requested.
    ///
    /// - Parameter value: The value.
    /// - Returns: Whether there was space for the value.
    @discardableResult
    package func give(_ value: Downstream.Input) -> BufferingOutcome { subscription.give(value) }

    /// Delivers the completion after the values that wait.
    ///
    /// - Parameter completion: Whether the stream finishes or fails.
    package func finish(_ completion: Subscribers.Completion<Downstream.Failure>) { subscription.finish(completion) }
}

private final class NamedBufferedSubscription<Downstream: Subscriber>: BufferedSubscription<Downstream>,
    @unchecked Sendable  // safe as its base class is; `name` never changes
{
    private let name: String

    init(
        name: String, downstream: Downstream, capacity: Int, overflow: Overflow,
        stopped: @escaping @Sendable (ObjectIdentifier) -> Void
    ) {
        self.name = name
        super.init(
            downstream: downstream, capacity: capacity, overflow: overflow,
            stopped: { stopped(ObjectIdentifier($0)) })
    }

    override var description: String { name }
}
