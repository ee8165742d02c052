import Foundation
import Streams
import StreamsFoundation
import StreamsTesting
import Synchronization
import Testing

/// Values that arrive while a subscriber receives its subscription, and has already requested them.
@Suite struct SubscribingTests {
    /// A subscriber that requests all values, and then waits for another thread which sends one.
    private final class WaitingSubscriber: Subscriber {
        typealias Failure = Never

        private let state = Mutex((isSubscribing: false, early: 0, values: [Int]()))
        private let send: @Sendable () -> Void
        private let subscription = Mutex<(any Subscription)?>(nil)

        init(_ send: @escaping @Sendable () -> Void) { self.send = send }

        var early: Int { state.withLock { $0.early } }
        var values: [Int] { state.withLock { $0.values } }

        func receive(subscription: any Subscription) {
            state.withLock { $0.isSubscribing = true }
            self.subscription.withLock { $0 = subscription }
            subscription.request(.unlimited)
            let isSent = DispatchSemaphore(value: 0)
            Thread { [send] in
                send()
                isSent.signal()
            }
            .start()
            isSent.wait()
            state.withLock { $0.isSubscribing = false }
        }

        func receive(_ input: Int) -> Subscribers.Demand {
            state.withLock { state in
                state.values.append(input)
                if state.isSubscribing { state.early += 1 }
            }
            return .none
        }

        func receive(completion: Subscribers.Completion<Never>) {}

        func cancel() { subscription.withLock { $0.take() }?.cancel() }
    }

    /// A publisher of one value, which another thread delivers inside the call that requests it.
    private struct OtherThread: Publisher {
        typealias Output = Int
        typealias Failure = Never

        func receive<S: Subscriber<Int, Never>>(subscriber: S) {
            subscriber.receive(subscription: Sending(subscriber: subscriber))
        }

        private final class Sending<S: Subscriber<Int, Never>>: Subscription {
            private let subscriber: S

            init(subscriber: S) { self.subscriber = subscriber }

            func request(_ demand: Subscribers.Demand) {
                let isDelivered = DispatchSemaphore(value: 0)
                Thread { [subscriber] in
                    _ = subscriber.receive(1)
                    isDelivered.signal()
                }
                .start()
                isDelivered.wait()
            }

            func cancel() {}
        }
    }

    /// Each case has a clock of its own: that of another one would let the time of its timeout pass.
    private typealias Chain = @Sendable (OtherThread, ManualScheduler) -> AnyPublisher<Int, Never>

    private static let chains: [(name: String, chain: Chain)] = [
        ("receive", { source, _ in source.receive(on: ImmediateScheduler.shared).eraseToAnyPublisher() }),
        ("subscribe", { source, _ in source.subscribe(on: ImmediateScheduler.shared).eraseToAnyPublisher() }),
        (
            "delay",
            { source, _ in source.delay(for: .zero, scheduler: ImmediateScheduler.shared).eraseToAnyPublisher() }
        ),
        ("timeout", { $0.timeout(.seconds(9), scheduler: $1).eraseToAnyPublisher() }),
        ("collect", { source, _ in source.collect(1).map { $0[0] }.eraseToAnyPublisher() }),
        ("handleEvents", { source, _ in source.handleEvents(receiveOutput: { _ in }).eraseToAnyPublisher() }),
        ("merge", { source, _ in source.merge(with: Empty(completeImmediately: false)).eraseToAnyPublisher() }),
        ("flatMap", { source, _ in source.flatMap { Just($0) }.eraseToAnyPublisher() }),
        ("share", { source, _ in source.share().eraseToAnyPublisher() }),
        ("append", { source, _ in source.append(Empty()).eraseToAnyPublisher() }),
        ("retry", { source, _ in source.retry(1).eraseToAnyPublisher() }),
        (
            "replaceError",
            { source, _ in source.setFailureType(to: (any Error).self).replaceError(with: 0).eraseToAnyPublisher() }
        ),
        (
            "catch",
            { source, _ in source.setFailureType(to: (any Error).self).catch { _ in Just(0) }.eraseToAnyPublisher() }
        ),
    ]

    @Test(arguments: chains.indices)
    func `a value of another thread arrives after the subscription, with`(index: Int) {
        let (subscriber, clock) = (WaitingSubscriber {}, ManualScheduler())

        Self.chains[index].chain(OtherThread(), clock).subscribe(subscriber)
        clock.run()

        #expect(subscriber.early == 0 && subscriber.values == [1], "\(Self.chains[index].name)")
        subscriber.cancel()
    }

    /// A publisher that a test ends, and that counts the values that are requested.
    private final class Manual: Publisher {
        typealias Output = Int
        typealias Failure = Never

        private let state = Mutex((subscriber: AnySubscriber<Int, Never>?.none, requested: 0))

        var requested: Int { state.withLock { $0.requested } }

        func finish() { state.withLock { $0.subscriber.take() }?.receive(completion: .finished) }

        func receive<S: Subscriber<Int, Never>>(subscriber: S) {
            state.withLock { $0.subscriber = AnySubscriber(subscriber) }
            subscriber.receive(subscription: Counting(of: self))
        }

        private final class Counting: Subscription {
            private let manual: Manual

            init(of manual: Manual) { self.manual = manual }

            func request(_ demand: Subscribers.Demand) {
                manual.state.withLock { $0.requested += demand.max ?? 1 }
            }

            func cancel() { _ = manual.state.withLock { $0.subscriber.take() } }
        }
    }

    @Test func `a successor that begins meanwhile is asked once for what was requested`() {
        let (first, second) = (Manual(), Manual())
        let subscriber = WaitingSubscriber { first.finish() }

        first.append(second).subscribe(subscriber)

        #expect(first.requested == 0 && second.requested == 1)
        subscriber.cancel()
    }

    @Test func `a notification that is posted meanwhile arrives after the subscription`() {
        let (center, name) = (NotificationCenter(), Notification.Name("posted"))
        let subscriber = WaitingSubscriber { center.post(name: name, object: nil) }

        center.publisher(for: name).map { _ in 1 }.subscribe(subscriber)

        #expect(subscriber.early == 0 && subscriber.values == [1])
        center.post(name: name, object: nil)
        #expect(subscriber.values == [1, 1])
        subscriber.cancel()
    }

    @Test func `an asynchronous sequence delivers after the subscription`() async {
        let (numbers, number) = AsyncStream<Int>.makeStream()
        number.yield(1)
        // Tasks that began later than the one of the sequence would have; on a thread of its own, because it waits.
        let early = await withCheckedContinuation { continuation in
            Thread {
                let subscriber = WaitingSubscriber {
                    for _ in 0..<5 {
                        let isDone = DispatchSemaphore(value: 0)
                        Task { isDone.signal() }
                        isDone.wait()
                    }
                }
                numbers.publisher.map { $0 }.subscribe(subscriber)
                continuation.resume(returning: subscriber.early)
                subscriber.cancel()
            }
            .start()
        }

        #expect(early == 0)
        number.finish()
    }
}
