import Dispatch
import Synchronization

/// Where callbacks and subscribers are called when the caller named no queue and the transport needs its own thread.
///
/// Results that arrive together are delivered together: one wake-up for a batch, in the order of arrival. A callback may
/// block for as long as it likes, even for another callback's result: a watch looks at the queue every few milliseconds
/// while something is being delivered, and adds a thread when nothing has moved.
package final class DeliveryQueue: Sendable {
    /// The one of the process: results are delivered in one order, and idle clients own no thread.
    package static let background = DeliveryQueue(label: "auth0.delivery", patience: .milliseconds(10))

    /// What is called.
    package typealias Delivery = @Sendable () -> Void

    private struct State {
        var waiting: [Delivery] = []
        var next = 0
        var workers = 0
        var delivered = 0
        var isWatched = false

        mutating func take() -> Delivery? {
            guard next < waiting.count else {
                waiting.removeAll(keepingCapacity: true)
                next = 0
                return nil
            }
            defer { next += 1 }
            let delivery = waiting[next]
            waiting[next] = nothing
            delivered += 1
            return delivery
        }
    }

    private let state = Mutex(State())
    private let queue: DispatchQueue
    private let patience: DispatchTimeInterval

    init(label: String, patience: DispatchTimeInterval) {
        queue = DispatchQueue(label: label, attributes: .concurrent)
        self.patience = patience
    }

    /// Calls `delivery` soon, with no lock held.
    package func deliver(_ delivery: @escaping Delivery) {
        let (needsWorker, needsWatch) = state.withLock { state in
            state.waiting.append(delivery)
            guard state.workers == 0 else { return (false, false) }
            state.workers = 1
            defer { state.isWatched = true }
            return (true, !state.isWatched)
        }
        if needsWorker { queue.async { self.work() } }
        if needsWatch { watch(since: nil) }
    }

    private func work() {
        while let delivery = state.withLock({ state in
            let delivery = state.take()
            if delivery == nil { state.workers -= 1 }
            return delivery
        }) {
            delivery()
        }
    }

    /// Looks again after a while, for as long as somebody works.
    private func watch(since delivered: Int?) {
        queue.asyncAfter(deadline: .now() + patience) {
            let (isStuck, seen) = self.state.withLock { state -> (Bool, Int?) in
                guard state.workers > 0 else {
                    state.isWatched = false
                    return (false, nil)
                }
                let isStuck = state.next < state.waiting.count && state.delivered == delivered
                if isStuck { state.workers += 1 }
                return (isStuck, state.delivered)
            }
            if isStuck { self.queue.async { self.work() } }
            if let seen { self.watch(since: seen) }
        }
    }
}

private let nothing: DeliveryQueue.Delivery = {}
