import Streams
import StreamsTesting
import Synchronization
import Testing

/// The behaviour of every operator with a subscriber that breaks the protocol.
@Suite struct UnrulyDownstreamTests {
    @Test(arguments: operatorCases)
    func `requests and cancellations that come too late do no harm`(operatorCase: OperatorCase) {
        let (lifetimes, scheduler) = (LifetimeCounter(), ManualScheduler())
        let (source, other) = (StrictSource(lifetimes: lifetimes), StrictSource(lifetimes: lifetimes))
        let subscriber = RetainingSubscriber()
        operatorCase.apply(
            Workbench(source: source.eraseToAnyPublisher(), other: other.eraseToAnyPublisher(), scheduler: scheduler)
        ).subscribe(subscriber)
        scheduler.run()

        for value in 1...3 { source.send(value) }
        subscriber.subscription?.cancel()
        let events = subscriber.log.events.count
        subscriber.subscription?.cancel()
        subscriber.subscription?.request(.max(3))
        for value in 4...9 { source.send(value) }
        source.send(completion: .finished)
        other.send(completion: .finished)
        scheduler.advance(by: .seconds(100))
        subscriber.subscription?.request(.unlimited)
        subscriber.subscription?.cancel()

        #expect(subscriber.log.events.count == events)
        scheduler.run()
    }

    @Test(arguments: operatorCases)
    func `requests after the end bring nothing more`(operatorCase: OperatorCase) {
        let (lifetimes, scheduler) = (LifetimeCounter(), ManualScheduler())
        let (source, other) = (StrictSource(lifetimes: lifetimes), StrictSource(lifetimes: lifetimes))
        let subscriber = RetainingSubscriber()
        operatorCase.apply(
            Workbench(source: source.eraseToAnyPublisher(), other: other.eraseToAnyPublisher(), scheduler: scheduler)
        ).subscribe(subscriber)
        scheduler.run()

        for value in 1...3 { source.send(value) }
        source.send(completion: .finished)
        other.send(completion: .finished)
        scheduler.advance(by: .seconds(100))
        subscriber.subscription?.request(.max(1))
        subscriber.subscription?.cancel()
        scheduler.advance(by: .seconds(100))

        #expect(subscriber.log.ends <= 1 && subscriber.log.valuesAfterEnd == 0)
    }

    /// A subscriber that never releases its subscription, and demands more values at each call.
    private final class RetainingSubscriber: Subscriber {
        typealias Input = String
        typealias Failure = any Error

        let log = Log()
        private let kept = Mutex<(any Subscription)?>(nil)
        var subscription: (any Subscription)? { kept.withLock { $0 } }

        func receive(subscription: any Subscription) {
            kept.withLock { $0 = subscription }
            subscription.request(.max(2))
        }

        func receive(_ input: String) -> Demand {
            log.add("value \(input)")
            subscription?.request(.max(1))
            return .max(1)
        }

        func receive(completion: Completion<any Error>) {
            log.add("end")
            subscription?.request(.max(1))
        }
    }
}
