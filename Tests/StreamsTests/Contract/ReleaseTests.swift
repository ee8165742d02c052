import Streams
import StreamsTesting
import Synchronization
import Testing

/// Rule 6: resources are released when a stream ends, even if the subscriber never releases its subscription.
@Suite struct ReleaseTests {
    enum Ending: CaseIterable { case finished, failed, cancelled, cancelledWithValuesWaiting }

    @Test(arguments: contestants, Ending.allCases)
    func `releases subscriber and upstream`(contestant: Contestant, ending: Ending) {
        let census = Census()
        let (source, other, scheduler) = (StrictSource(census: census), StrictSource(census: census), ManualScheduler())
        var keeper: Keeper<String, any Error>? = Keeper(
            census: census, demand: ending == .cancelledWithValuesWaiting ? .max(1) : .unlimited)
        contestant.apply(
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
                source.send(completion: ending == .finished ? .finished : .failure(Oops()))
                other.send(completion: ending == .finished ? .finished : .failure(Oops()))
                scheduler.advance(by: .seconds(100))
            }
        }
        scheduler.run()

        #expect(census.living == 1, "upstream is kept")
        keeper = nil
        #expect(census.living == 0, "the subscriber is kept")
        scheduler.advance(by: .seconds(1000))
    }

    @Test(arguments: families, Ending.allCases)
    func `releases closures and values`(family: Family, ending: Ending) {
        let (census, scheduler) = (Census(), ManualScheduler())
        let subject = PassthroughSubject<Census.Life, Oops>()
        var keeper: Keeper<Void, any Error>? = Keeper(
            census: census, demand: ending == .cancelledWithValuesWaiting ? .max(1) : .unlimited)
        family.apply(subject, census.life(), scheduler).subscribe(keeper!)
        scheduler.run()
        for _ in 1...3 {
            subject.send(census.life())
            scheduler.run()
        }

        switch ending {
        case .cancelled, .cancelledWithValuesWaiting: keeper?.cancel()
        case .finished:
            subject.send(completion: .finished)
            scheduler.advance(by: .seconds(100))
        case .failed:
            subject.send(completion: .failure(Oops()))
            scheduler.advance(by: .seconds(100))
        }
        scheduler.run()

        #expect(census.living == 1, "a closure or a value is kept")
        keeper = nil
        #expect(census.living == 0, "the subscriber is kept")
        scheduler.advance(by: .seconds(1000))
    }

    @Test(arguments: origins, [false, true])
    func `origins let go too`(origin: Origin, isCancelled: Bool) {
        let census = Census()
        var keeper: Keeper<Void, any Error>? = Keeper(census: census, demand: isCancelled ? .none : .unlimited)

        origin.make(census.life()).subscribe(keeper!)
        if isCancelled { keeper?.cancel() }

        #expect(census.living == 1, "a closure or a value is kept")
        keeper = nil
        #expect(census.living == 0, "the subscriber is kept")
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
        let census = Census()
        let subject = CurrentValueSubject<Int, Never>(0)
        do {
            let keepers = [
                Keeper<Int, Never>(census: census, demand: .unlimited),
                Keeper<Int, Never>(census: census, demand: .unlimited),
            ]
            let token = subject.sink { if $0 == 1 { keepers.forEach(subject.subscribe) } }
            subject.send(1)
            keepers[0].cancel()
            subject.send(completion: .finished)
            withExtendedLifetime(token) {}
        }

        #expect(census.living == 0)
    }
}

/// A subscriber that never releases its subscription.
final class Keeper<Input: Sendable, Failure: Error>: Subscriber {
    private let subscription = Mutex<(any Subscription)?>(nil)
    private let life: Census.Life?
    private let demand: Demand

    init(census: Census? = nil, demand: Demand) {
        life = census?.life()
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
