import Dispatch
import Streams
import StreamsExtras
import Synchronization
import Testing

/// Subscribers that attach to a subject during a delivery, and send values when they receive their subscription.
@Suite struct LateSubscriberTests {
    @Test(arguments: SubjectCase.all)
    func `receives what it sends while it attaches during a delivery`(subject: SubjectCase) {
        let (publisher, send, finish) = subject.make()
        let log = Log()
        let token = publisher.sink { value in
            guard value == 1 else { return }
            publisher.subscribe(
                late(log) {
                    send(10)
                    send(11)
                })
            log.add("attached")
        }

        send(1)
        send(12)

        let start = subject.isImmediate ? subject.kept + ["attached"] : ["attached"] + subject.kept
        #expect(log.events == ["subscription"] + start + ["10", "11", "12"])
        withExtendedLifetime(token) { finish() }
    }

    @Test(arguments: SubjectCase.all)
    func `receives its subscription before any value, although another thread delivers meanwhile`(
        subject: SubjectCase
    ) async {
        let (publisher, send, finish) = subject.make()
        let log = Log()
        let (isDelivering, isAttached, isDelivered) = (Signal(value: 0), Signal(value: 0), Signal(value: 0))
        let token = publisher.sink { value in
            guard value == 1 else { return }
            isDelivering.signal()
            isAttached.wait()
        }

        await onThreads([
            {
                send(1)
                isDelivered.signal()
            },
            {
                isDelivering.wait()
                publisher.subscribe(
                    late(log) {
                        send(10)
                        send(11)
                        isAttached.signal()
                        isDelivered.wait()
                    })
            },
        ])

        #expect(log.events == ["subscription"] + subject.kept + ["10", "11"])
        withExtendedLifetime(token) { finish() }
    }

    @Test func `receives the latest value when it requests one after its attachment`() {
        let subject = CurrentValueSubject<Int, Never>(0)
        let log = Log()
        let subscription = Mutex<(any Subscription)?>(nil)
        let request = { subscription.withLock { $0 }?.request(.max(1)) }
        let reader = AnySubscriber<Int, Never>(
            receiveSubscription: { new in subscription.withLock { $0 = new } },
            receiveValue: {
                log.add("\($0)")
                return .none
            })
        let token = subject.sink { value in
            guard value == 1 else { return }
            subject.subscribe(reader)
            subject.send(2)
        }

        subject.send(1)
        request()
        subject.send(3)
        request()
        request()
        subject.send(4)

        #expect(log.events == ["2", "3", "4"])
        withExtendedLifetime(token) { subject.send(completion: .finished) }
    }

    @Test(arguments: [(Subscribers.Demand.unlimited, 1001), (.max(1), 1)])
    func `a sender does not wait for the delivery of another thread, and its values wait without a bound`(
        demand: Subscribers.Demand, count: Int
    ) async {
        let subject = PassthroughSubject<LifetimeCounter.Life, Never>()
        let lifetimes = LifetimeCounter()
        let received = Mutex(0)
        let waiting = Mutex(0)
        let (isDelivering, isSent) = (Signal(value: 0), Signal(value: 0))
        subject.subscribe(
            AnySubscriber(
                receiveSubscription: { $0.request(demand) },
                receiveValue: { _ in
                    let isFirst = received.withLock { received in
                        received += 1
                        return received == 1
                    }
                    if isFirst {
                        isDelivering.signal()
                        isSent.wait()
                    }
                    return .none
                }))

        await onThreads([
            { subject.send(lifetimes.life()) },
            {
                isDelivering.wait()
                for _ in 1...1000 { subject.send(lifetimes.life()) }
                waiting.withLock { $0 = lifetimes.living }
                isSent.signal()
            },
        ])

        #expect(waiting.withLock { $0 } == 1001)
        #expect(received.withLock { $0 } == count, "a value is lost only when its turn comes without demand")
        #expect(lifetimes.living == 0)
        subject.send(completion: .finished)
    }
}

private typealias Signal = DispatchSemaphore

/// Returns a subscriber that requests everything, calls `work` in `receive(subscription:)`, and logs its events.
private func late(_ log: Log, work: @escaping @Sendable () -> Void) -> AnySubscriber<Int, Never> {
    AnySubscriber(
        receiveSubscription: {
            $0.request(.unlimited)
            work()
            log.add("subscription")
        },
        receiveValue: {
            log.add("\($0)")
            return .none
        })
}

/// A subject that has delivered the value 1.
struct SubjectCase: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The values that the subject keeps for a new subscriber.
    let kept: [String]
    /// Whether a new subscriber receives them before `subscribe(_:)` returns.
    let isImmediate: Bool
    let make: @Sendable () -> (AnyPublisher<Int, Never>, send: @Sendable (Int) -> Void, finish: () -> Void)

    private init<S: Subject>(
        _ name: String, kept: [String] = [], isImmediate: Bool = false, _ make: @escaping @Sendable () -> S
    ) where S.Output == Int, S.Failure == Never {
        (testDescription, self.kept, self.isImmediate) = (name, kept, isImmediate)
        self.make = {
            let subject = make()
            return (subject.eraseToAnyPublisher(), { subject.send($0) }, { subject.send(completion: .finished) })
        }
    }

    static let all = [
        SubjectCase("PassthroughSubject") { PassthroughSubject() },
        SubjectCase("CurrentValueSubject", kept: ["1"], isImmediate: true) { CurrentValueSubject(0) },
        SubjectCase("ReplaySubject") { ReplaySubject(capacity: 0) },
        SubjectCase("ReplaySubject of one value", kept: ["1"]) { ReplaySubject(capacity: 1) },
    ]
}
