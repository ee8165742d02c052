import Streams
import StreamsTesting
import Synchronization
import Testing

/// The publishers and the scheduler that an operator under test may use.
struct Workbench: Sendable {
    let source: AnyPublisher<Int, SampleError>
    let other: AnyPublisher<Int, SampleError>
    let scheduler: ManualScheduler
}

/// An operator under test: a name and a line that applies it.
struct OperatorCase: Sendable, CustomTestStringConvertible {
    let name: String
    let apply: @Sendable (Workbench) -> AnyPublisher<String, any Error>

    init<P: Publisher>(_ name: String, _ apply: @escaping @Sendable (Workbench) -> P) {
        self.name = name
        self.apply = { bench in
            apply(bench).mapError { $0 as any Error }.map { "\($0)" }.eraseToAnyPublisher()
        }
    }

    var testDescription: String { name }
}

/// A publisher that conforms to the protocol, and publishes a value when the test requests one and it is demanded.
final class StrictSource: Publisher {
    typealias Output = Int
    typealias Failure = SampleError

    private let lines = Mutex<[Queue]>([])
    private let lifetimes: LifetimeCounter

    init(lifetimes: LifetimeCounter) { self.lifetimes = lifetimes }

    func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == SampleError {
        let line = Queue(AnySubscriber(subscriber), lifetimes.life())
        lines.withLock { $0.append(line) }
        subscriber.receive(subscription: line)
    }

    /// Publishes a value to each subscriber with outstanding demand.
    func send(_ value: Int) { lines.withLock { $0 }.forEach { $0.send(value) } }
    func send(completion: Completion<SampleError>) { lines.withLock { $0 }.forEach { $0.send(completion: completion) } }

    private final class Queue: Subscription {
        private struct State: Sendable {
            var downstream: AnySubscriber<Int, SampleError>?
            var life: LifetimeCounter.Life?
            var demand = Demand.none
        }

        private let state: Mutex<State>
        /// Held during calls to the subscriber: an end that another thread sends comes after the value in progress.
        private let calls = Mutex(())

        init(_ downstream: AnySubscriber<Int, SampleError>, _ life: LifetimeCounter.Life) {
            state = Mutex(State(downstream: downstream, life: life))
        }

        func send(_ value: Int) {
            calls.withLock { _ in
                let downstream = state.withLock { state -> AnySubscriber<Int, SampleError>? in
                    guard state.demand > .none else { return nil }
                    state.demand -= 1
                    return state.downstream
                }
                guard let more = downstream?.receive(value) else { return }
                state.withLock { $0.demand += more }
            }
        }

        func send(completion: Completion<SampleError>) {
            calls.withLock { _ in
                let (downstream, life) = state.withLock { ($0.downstream.take(), $0.life.take()) }
                downstream?.receive(completion: completion)
                _ = life
            }
        }

        func request(_ demand: Demand) {
            precondition(demand > .none)
            state.withLock { $0.demand += demand }
        }

        func cancel() {
            let old = state.withLock { ($0.downstream.take(), $0.life.take()) }
            _ = old
        }
    }
}

/// A subscriber that records violations of the protocol.
final class Judge: Subscriber {
    typealias Input = String
    typealias Failure = any Error

    private struct State: Sendable {
        var subscription: (any Subscription)?
        var subscriptions = 0
        var demanded = Demand.none
        var received = 0
        var isOver = false
        var isBusy = false
        var faults: [String] = []
    }

    private let state = Mutex(State())
    private let life: LifetimeCounter.Life
    private let answer: @Sendable () -> Demand

    init(lifetimes: LifetimeCounter, answer: @escaping @Sendable () -> Demand) {
        life = lifetimes.life()
        self.answer = answer
    }

    var faults: [String] { state.withLock { $0.faults } }

    func receive(subscription: any Subscription) {
        state.withLock { state in
            state.subscriptions += 1
            if state.subscriptions > 1 { state.faults.append("a second subscription") }
            state.subscription = subscription
        }
    }

    func receive(_ input: String) -> Demand {
        let more = answer()
        state.withLock { state in
            if state.isBusy { state.faults.append("two calls at a time") }
            if state.isOver { state.faults.append("a value after the end") }
            if state.subscriptions == 0 { state.faults.append("a value before the subscription") }
            state.isBusy = true
            state.received += 1
            if let limit = state.demanded.max, state.received > limit { state.faults.append("more than demanded") }
            state.demanded += more
        }
        state.withLock { $0.isBusy = false }
        return more
    }

    func receive(completion: Completion<any Error>) {
        let subscription = state.withLock { state in
            if state.isBusy { state.faults.append("an end during another call") }
            if state.isOver { state.faults.append("an end after the end") }
            if state.subscriptions == 0 { state.faults.append("an end before the subscription") }
            state.isOver = true
            return state.subscription.take()
        }
        _ = subscription
    }

    func request(_ demand: Demand) {
        let subscription = state.withLock { state in
            state.demanded += demand
            return state.subscription
        }
        subscription?.request(demand)
    }

    /// Cancels; a call that has begun on another thread may still come, so the end is marked `strictly` only on one
    /// thread.
    func cancel(strictly: Bool) {
        let subscription = state.withLock { state in
            if strictly { state.isOver = true }
            return state.subscription.take()
        }
        subscription?.cancel()
    }
}

/// A random number generator with the same sequence in each run.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64
    init(seed: Int) { state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 &+ 1 }
    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state
    }
}
