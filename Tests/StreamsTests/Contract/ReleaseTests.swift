import Streams
import StreamsTesting
import Synchronization
import Testing

/// Rule 6: resources are released when a stream ends, even if the subscriber never releases its subscription.
@Suite struct ReleaseTests {
    enum Ending: CaseIterable { case finished, failed, cancelled, cancelledWithValuesWaiting }

    @Test(arguments: operatorCases, Ending.allCases)
    func `releases subscriber and upstream`(operatorCase: OperatorCase, ending: Ending) {
        let lifetimes = LifetimeCounter()
        let (source, other, scheduler) = (
            StrictSource(lifetimes: lifetimes), StrictSource(lifetimes: lifetimes), ManualScheduler()
        )
        var keeper: Keeper<String, any Error>? = Keeper(
            lifetimes: lifetimes, demand: ending == .cancelledWithValuesWaiting ? .max(1) : .unlimited)
        operatorCase.apply(
            Workbench(source: source.eraseToAnyPublisher(), other: other.eraseToAnyPublisher(), scheduler: scheduler)
        ).subscribe(keeper!)
        scheduler.run()
        for value in 1...3 {
            source.send(value)
            other.send(value)
            scheduler.advance(by: .seconds(1))
        }

        switch ending {
        case .cancelled, .cancelledWithValuesWaiting: keeper?.cancel()
        case .finished, .failed:
            // Some attempts may follow the first.
            for _ in 1...4 {
                source.send(completion: ending == .finished ? .finished : .failure(SampleError()))
                other.send(completion: ending == .finished ? .finished : .failure(SampleError()))
                scheduler.advance(by: .seconds(100))
            }
        }
        scheduler.run()

        #expect(lifetimes.living == 1, "upstream is kept")
        keeper = nil
        #expect(lifetimes.living == 0, "the subscriber is kept")
        scheduler.advance(by: .seconds(1000))
    }

    @Test(arguments: families, Ending.allCases)
    func `releases closures and values`(family: Family, ending: Ending) {
        let (lifetimes, scheduler) = (LifetimeCounter(), ManualScheduler())
        let subject = PassthroughSubject<LifetimeCounter.Life, SampleError>()
        var keeper: Keeper<Void, any Error>? = Keeper(
            lifetimes: lifetimes, demand: ending == .cancelledWithValuesWaiting ? .max(1) : .unlimited)
        family.apply(subject, lifetimes.life(), scheduler).subscribe(keeper!)
        scheduler.run()
        for _ in 1...3 {
            subject.send(lifetimes.life())
            scheduler.run()
        }

        switch ending {
        case .cancelled, .cancelledWithValuesWaiting: keeper?.cancel()
        case .finished:
            subject.send(completion: .finished)
            scheduler.advance(by: .seconds(100))
        case .failed:
            subject.send(completion: .failure(SampleError()))
            scheduler.advance(by: .seconds(100))
        }
        scheduler.run()

        #expect(lifetimes.living == 1, "a closure or a value is kept")
        keeper = nil
        #expect(lifetimes.living == 0, "the subscriber is kept")
        scheduler.advance(by: .seconds(1000))
    }

    @Test(arguments: origins, [false, true])
    func `origins release their subscribers, too`(origin: Origin, isCancelled: Bool) {
        let lifetimes = LifetimeCounter()
        var keeper: Keeper<Void, any Error>? = Keeper(lifetimes: lifetimes, demand: isCancelled ? .none : .unlimited)

        origin.make(lifetimes.life()).subscribe(keeper!)
        if isCancelled { keeper?.cancel() }

        #expect(lifetimes.living == 1, "a closure or a value is kept")
        keeper = nil
        #expect(lifetimes.living == 0, "the subscriber is kept")
    }

    @Test func `a subject goes, though its subscribers keep their subscriptions`() {
        let (ended, cancelled) = (Keeper<Int, Never>(demand: .unlimited), Keeper<Int, Never>(demand: .unlimited))
        weak var passthrough: PassthroughSubject<Int, Never>?
        weak var current: CurrentValueSubject<Int, Never>?

        do {
            let (one, two) = (PassthroughSubject<Int, Never>(), CurrentValueSubject<Int, Never>(1))
            (passthrough, current) = (one, two)
            one.subscribe(ended)
            two.subscribe(cancelled)
            one.send(completion: .finished)
            cancelled.cancel()
        }

        #expect(passthrough == nil && current == nil)
        #expect(ended.isKeeping && cancelled.isKeeping)
    }

    @Test func `a subscriber that came during a delivery goes as well`() {
        let lifetimes = LifetimeCounter()
        let subject = CurrentValueSubject<Int, Never>(0)
        do {
            let keepers = [
                Keeper<Int, Never>(lifetimes: lifetimes, demand: .unlimited),
                Keeper<Int, Never>(lifetimes: lifetimes, demand: .unlimited),
            ]
            let token = subject.sink { if $0 == 1 { keepers.forEach(subject.subscribe) } }
            subject.send(1)
            keepers[0].cancel()
            subject.send(completion: .finished)
            withExtendedLifetime(token) {}
        }

        #expect(lifetimes.living == 0)
    }
}

/// A subscriber that never releases its subscription.
final class Keeper<Input: Sendable, Failure: Error>: Subscriber {
    private let subscription = Mutex<(any Subscription)?>(nil)
    private let life: LifetimeCounter.Life?
    private let demand: Demand

    init(lifetimes: LifetimeCounter? = nil, demand: Demand) {
        life = lifetimes?.life()
        self.demand = demand
    }

    var isKeeping: Bool { subscription.withLock { $0 } != nil }

    func receive(subscription: any Subscription) {
        self.subscription.withLock { $0 = subscription }
        if demand > .none { subscription.request(demand) }
    }

    func receive(_ input: Input) -> Demand { .none }
    func receive(completion: Completion<Failure>) {}
    func cancel() { subscription.withLock { $0 }?.cancel() }
}
