import Streams
import Synchronization

/// A publisher that breaks the protocol: it runs a script as soon as a subscriber attaches.
struct UnrulyPublisher: Publisher {
    typealias Output = Int
    typealias Failure = SampleError

    /// One line of a script.
    enum Queue: Sendable {
        case subscription
        case value(Int)
        case end
        case failure
    }

    let script: [Queue]
    let subscriptions = Subscriptions()

    func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == SampleError {
        play(script, to: subscriber)
        subscriptions.add(AnySubscriber(subscriber))
    }

    /// Runs more lines of the script for every subscriber.
    func play(_ more: [Queue]) {
        for subscriber in subscriptions.subscribers { play(more, to: subscriber) }
    }

    private func play<S: Subscriber>(_ lines: [Queue], to subscriber: S)
    where S.Input == Int, S.Failure == SampleError {
        for line in lines {
            switch line {
            case .subscription: subscriber.receive(subscription: subscriptions.make())
            case .value(let value): _ = subscriber.receive(value)
            case .end: subscriber.receive(completion: .finished)
            case .failure: subscriber.receive(completion: .failure(SampleError()))
            }
        }
    }

    /// The subscriptions that were passed downstream, and whether each was cancelled.
    final class Subscriptions: Sendable {
        private struct State: Sendable {
            var cancelled: [Bool] = []
            var subscribers: [AnySubscriber<Int, SampleError>] = []
        }

        private let state = Mutex(State())

        var cancelled: [Bool] { state.withLock { $0.cancelled } }
        var subscribers: [AnySubscriber<Int, SampleError>] { state.withLock { $0.subscribers } }
        func add(_ subscriber: AnySubscriber<Int, SampleError>) { state.withLock { $0.subscribers.append(subscriber) } }

        /// Releases the subscribers, which reference this publisher.
        func forget() {
            let gone = state.withLock { state in
                defer { state.subscribers = [] }
                return state.subscribers
            }
            _ = gone
        }

        func make() -> any Subscription {
            let number = state.withLock { state in
                state.cancelled.append(false)
                return state.cancelled.count - 1
            }
            return UpstreamSubscription { self.state.withLock { $0.cancelled[number] = true } }
        }

        private final class UpstreamSubscription: Subscription {
            private let onCancel: @Sendable () -> Void
            init(onCancel: @escaping @Sendable () -> Void) { self.onCancel = onCancel }
            func request(_ demand: Demand) {}
            func cancel() { onCancel() }
        }
    }
}
