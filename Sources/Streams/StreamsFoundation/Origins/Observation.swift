import Foundation
import Streams
import Synchronization

/// The subscription of one subscriber to a notification center; it delivers the demanded notifications, one at a time.
final class Observation<Downstream: Subscriber>: Subscription, CustomStringConvertible
where Downstream.Input == PostedNotification {
    private struct State: Sendable {
        var downstream: Downstream?
        var demand = Subscribers.Demand.none
        var waiting: [PostedNotification] = []
        /// Whether a call delivers; at first the one that passes the subscription.
        var isDelivering = true
        var stop: (@Sendable () -> Void)?

        /// Removes the next notification to deliver; `nil` ends the delivery.
        mutating func next() -> (Downstream, PostedNotification)? {
            guard let downstream, !waiting.isEmpty else {
                isDelivering = false
                return nil
            }
            return (downstream, waiting.removeFirst())
        }
    }

    private let state: Mutex<State>

    init(downstream: Downstream) { state = Mutex(State(downstream: downstream)) }

    deinit { state.withLock { $0.stop.take() }?() }

    func start(_ observer: any NSObjectProtocol, at center: NotificationCenter) {
        nonisolated(unsafe) let observer = observer
        state.withLock { $0.stop = { center.removeObserver(observer) } }
    }

    /// Delivers a notification; without demand it is dropped, because a notification center keeps none.
    func post(_ notification: PostedNotification) {
        let isMine = state.withLock { state in
            guard state.downstream != nil, state.demand > .none else { return false }
            state.demand -= 1
            state.waiting.append(notification)
            defer { state.isDelivering = true }
            return !state.isDelivering
        }
        if isMine { deliver() }
    }

    /// Delivers the waiting notifications.
    func deliver() {
        while let (downstream, notification) = state.withLock({ $0.next() }) {
            let more = downstream.receive(notification)
            state.withLock { $0.demand += more }
        }
    }

    func request(_ demand: Subscribers.Demand) {
        state.withLock { $0.demand += demand }
    }

    func cancel() {
        // Released after the lock, as their `deinit` may post notifications.
        let (rest, downstream, stop) = state.withLock { state in
            let rest = state.waiting
            state.waiting = []
            return (rest, state.downstream.take(), state.stop.take())
        }
        _ = (rest, downstream)
        stop?()
    }

    var dropsWithoutDemand: Bool { true }
    var description: String { "NotificationCenter Observer" }
}
