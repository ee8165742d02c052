import Dispatch
import Streams
import Synchronization

/// The queue that calls callbacks and subscribers without a queue of their own, if the transport tolerates no blocking.
///
/// Results that arrive together are delivered in one batch, in order. A callback may block, even for the result of
/// another one: a watchdog adds a thread if no delivery has started for 10 milliseconds.
package final class DeliveryQueue: Sendable {
    /// The queue of the process; idle clients need no thread.
    package static let background = DeliveryQueue()

    /// A closure that delivers a result.
    package typealias Delivery = @Sendable () -> Void

    /// A closure as a struct: each access to a closure in an array would allocate another closure around it.
    private struct Waiting {
        let deliver: Delivery?
    }

    private struct State {
        var waiting: [Waiting] = []
        var next = 0
        var workers = 0
        /// The number of threads that gather results.
        var gathering = 0
        var delivered = 0
        var isWatched = false

        mutating func take() -> Waiting? {
            guard next < waiting.count else {
                waiting.removeAll(keepingCapacity: true)
                next = 0
                return nil
            }
            defer { next += 1 }
            let delivery = waiting[next]
            waiting[next] = Waiting(deliver: nil)
            delivered += 1
            return delivery
        }
    }

    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "auth0.delivery", attributes: .concurrent)
    private static let stallInterval = DispatchTimeInterval.milliseconds(10)

    private init() {}

    /// Calls a closure, which may block, on a background thread, with no lock held.
    package func deliver(_ delivery: @escaping Delivery) {
        startWorker { state in
            state.waiting.append(Waiting(deliver: delivery))
            return state.gathering == 0
        }
    }

    /// Delivers the results of a function, which must not block, after its end: one thread is woken for all of them.
    package func gather(_ body: () -> Void) {
        state.withLock { $0.gathering += 1 }
        body()
        startWorker { state in
            state.gathering -= 1
            return true
        }
    }

    /// Changes the state, and starts a thread for the results that wait, if the change allows it and none runs.
    private func startWorker(if change: (inout State) -> Bool) {
        let (needsWorker, needsWatch) = state.withLock { state in
            guard change(&state), state.workers == 0, state.next < state.waiting.count else { return (false, false) }
            state.workers = 1
            defer { state.isWatched = true }
            return (true, !state.isWatched)
        }
        if needsWorker { queue.async { self.runWorker() } }
        if needsWatch { watch(since: nil) }
    }

    /// Delivers a result that needs no operation, as an operation without anything to cancel.
    func deliver<Value: Sendable>(
        _ result: Value, to completion: @escaping @Sendable (Value) -> Void
    ) -> ClosureCancellable {
        deliver { completion(result) }
        return ClosureCancellable()
    }

    private func runWorker() {
        while let next = state.withLock({ state in
            let next = state.take()
            if next == nil { state.workers -= 1 }
            return next
        }) {
            next.deliver?()
        }
    }

    /// Checks the queue after the stall interval, and repeats while a thread delivers.
    private func watch(since delivered: Int?) {
        queue.asyncAfter(deadline: .now() + Self.stallInterval) {
            let (isStuck, seen) = self.state.withLock { state -> (Bool, Int?) in
                guard state.workers > 0 else {
                    state.isWatched = false
                    return (false, nil)
                }
                let isStuck = state.next < state.waiting.count && state.delivered == delivered
                if isStuck { state.workers += 1 }
                return (isStuck, state.delivered)
            }
            if isStuck { self.queue.async { self.runWorker() } }
            if let seen { self.watch(since: seen) }
        }
    }
}
