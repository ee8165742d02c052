import Streams
import StreamsExtras
import StreamsTesting
import Synchronization
import TestEvents
import Testing

/// Every family under real threads that send, demand, subscribe and cancel at the same time.
@Suite struct StressTests {
    @Test(arguments: stressCases)
    func `keeps the rules under several threads, and releases everything`(stressCase: StressCase) async {
        for round in 1...6 {
            let lifetimes = LifetimeCounter()
            let inputs = StressInputs()
            let publisher = stressCase.apply(inputs.a, inputs.b, inputs.scheduler)
            let steady = Sentinel(lifetimes: lifetimes, demand: round.isMultiple(of: 2) ? .unlimited : .max(5))
            let passers = Mutex<[Sentinel]>([])
            publisher.subscribe(steady)

            await onThreads([
                { for value in 1...Sanitizer.rounds(300) { inputs.a.send(value) } },
                { for value in 1...Sanitizer.rounds(300) { inputs.b.send(value) } },
                {
                    for _ in 1...Sanitizer.rounds(150) {
                        steady.request(.max(2))
                        inputs.scheduler.advance(by: .milliseconds(50))
                    }
                    if round == 3 { steady.cancel() }
                    if round == 4 { inputs.a.send(completion: .finished) }
                },
                {
                    for _ in 1...60 {
                        let passer = Sentinel(lifetimes: lifetimes, demand: .max(1))
                        passers.withLock { $0.append(passer) }
                        publisher.subscribe(passer)
                        passer.request(.max(1))
                        passer.cancel()
                    }
                },
            ])
            inputs.end()

            let faults = passers.withLock { $0.flatMap(\.faults) } + steady.faults
            #expect(faults == [], "round \(round)")
            passers.withLock { $0 = [] }
            #expect(lifetimes.living == 1, "a subscriber that has cancelled is kept, round \(round)")
            steady.cancel()
            inputs.scheduler.advance(by: .seconds(10))
        }
    }

    @Test func `a future that is fulfilled and cancelled at the same time completes each subscriber at most once`()
        async
    {
        for _ in 1...Sanitizer.rounds(200) {
            let lifetimes = LifetimeCounter()
            let promise = Mutex<Future<Int, Never>.Promise?>(nil)
            let future = Future<Int, Never> { fulfill in promise.withLock { $0 = fulfill } }
            let (kept, dropped) = (
                Sentinel(lifetimes: lifetimes, demand: .unlimited), Sentinel(lifetimes: lifetimes, demand: .unlimited)
            )
            future.subscribe(dropped)

            await onThreads([
                { promise.withLock { $0 }?(.success(1)) },
                { promise.withLock { $0 }?(.success(2)) },
                { future.subscribe(kept) },
                { dropped.cancel() },
            ])

            #expect(kept.received == 1)
            #expect(kept.faults + dropped.faults == [])
        }
    }

    @Test func `values that several threads send all arrive, once each`() async {
        let subject = PassthroughSubject<Int, Never>()
        let (readers, reading) = AsyncStream<Void>.makeStream()
        let reader = Task {
            var seen = Set<Int>()
            var values = subject.values.makeAsyncIterator()
            reading.finish()
            while let value = await values.next() {
                if !seen.insert(value).inserted { Issue.record("\(value) came twice") }
            }
            return seen.count
        }
        for await _ in readers {}

        await onThreads(
            (0..<4).map { thread in
                { for index in 0..<500 { subject.send(thread * 1000 + index) } }
            })
        subject.send(completion: .finished)

        #expect(await reader.value == 2000)
    }

    @Test func `reading values may be cancelled while they come`() async {
        for _ in 1...Sanitizer.rounds(50) {
            let subject = PassthroughSubject<Int, Never>()
            let values = subject.buffer(size: 8, prefetch: .keepFull, whenFull: .dropOldest).values
            let reader = Task { for await _ in values {} }

            await onThreads([{ for value in 1...200 { subject.send(value) } }, { reader.cancel() }])
            subject.send(completion: .finished)

            await reader.value
        }
    }
}

/// A family under test.
struct StressCase: Sendable, CustomTestStringConvertible {
    typealias Source = PassthroughSubject<Int, Never>

    let testDescription: String
    let apply: @Sendable (Source, Source, ManualScheduler) -> AnyPublisher<Int, Never>

    init<P: Publisher<Int, Never>>(
        _ name: String, _ apply: @escaping @Sendable (Source, Source, ManualScheduler) -> P
    ) {
        testDescription = name
        self.apply = { apply($0, $1, $2).eraseToAnyPublisher() }
    }
}

private let stressCases: [StressCase] = [
    StressCase("subject") { a, _, _ in a },
    StressCase("current value subject") { a, _, _ in a.multicast(subject: CurrentValueSubject(0)).autoconnect() },
    StressCase("replay subject") { a, _, _ in a.multicast(subject: ReplaySubject(capacity: 3)).autoconnect() },
    StressCase("steps") { a, _, _ in a.scan(0, +).filter { $0 > 3 }.removeDuplicates().dropFirst(2) },
    StressCase("collect") { a, _, _ in a.collect(3).map(\.count) },
    StressCase("flatMap") { a, b, _ in
        a.flatMap { $0.isMultiple(of: 9) ? b.prefix(2).eraseToAnyPublisher() : Just($0).eraseToAnyPublisher() }
    },
    StressCase("flatMap at most 2") { a, b, _ in a.flatMap(maxPublishers: .max(2)) { _ in b.prefix(2) } },
    StressCase("merge") { a, b, _ in a.merge(with: b.map { -$0 }, a.map { $0 }, b) },
    StressCase("zip") { a, b, _ in a.zip(b, +) },
    StressCase("combineLatest") { a, b, _ in a.combineLatest(b, +) },
    StressCase("switchToLatest") { a, b, _ in a.map { value in b.map { $0 + value } }.switchToLatest() },
    StressCase("prefix untilOutputFrom") { a, b, _ in a.prefix(untilOutputFrom: b.dropFirst(100)) },
    StressCase("drop untilOutputFrom") { a, b, _ in a.drop(untilOutputFrom: b.dropFirst(10)) },
    StressCase("append") { a, b, _ in a.prefix(40).append(b.prefix(40)).append(a) },
    StressCase("share") { a, b, _ in a.merge(with: b).share() },
    StressCase("share replay") { a, _, _ in a.share(replay: 2) },
    StressCase("buffer") { a, b, _ in a.merge(with: b).buffer(size: 4, prefetch: .keepFull, whenFull: .dropOldest) },
    StressCase("receive on") { a, b, scheduler in a.merge(with: b).receive(on: scheduler) },
    StressCase("subscribe on") { a, _, scheduler in a.subscribe(on: scheduler) },
    StressCase("delay") { a, b, scheduler in a.merge(with: b).delay(for: .milliseconds(70), scheduler: scheduler) },
    StressCase("debounce") { a, b, scheduler in a.merge(with: b).debounce(for: .milliseconds(70), scheduler: scheduler)
    },
    StressCase("throttle") { a, b, scheduler in
        a.merge(with: b).throttle(for: .milliseconds(70), scheduler: scheduler, latest: true)
    },
    StressCase("timeout") { a, b, scheduler in a.merge(with: b).timeout(.seconds(3), scheduler: scheduler) },
    StressCase("collect by time") { a, b, scheduler in
        a.merge(with: b).collect(.byTimeOrCount(scheduler, .milliseconds(70), 5)).map(\.count)
    },
]

/// The subjects and the scheduler of one stress run.
private struct StressInputs {
    let a = PassthroughSubject<Int, Never>()
    let b = PassthroughSubject<Int, Never>()
    let scheduler = ManualScheduler()

    func end() {
        scheduler.advance(by: .seconds(10))
        a.send(completion: .finished)
        b.send(completion: .finished)
        scheduler.advance(by: .seconds(10))
    }
}

/// A thread-safe subscriber that counts demand and records violations of the protocol.
final class Sentinel: Subscriber {
    private struct State: Sendable {
        var subscription: (any Subscription)?
        var demanded = Demand.none
        var received = 0
        var isOver = false
        var faults: [String] = []
    }

    private let state = Mutex(State())
    private let isBusy = Atomic(false)
    private let life: LifetimeCounter.Life
    private let demand: Demand

    init(lifetimes: LifetimeCounter, demand: Demand) {
        life = lifetimes.life()
        self.demand = demand
    }

    var faults: [String] { state.withLock { $0.faults } }
    var received: Int { state.withLock { $0.received } }

    func receive(subscription: any Subscription) {
        state.withLock { state in
            if state.subscription != nil { state.faults.append("a second subscription") }
            state.subscription = subscription
        }
        request(demand)
    }

    func receive(_ input: Int) -> Demand {
        enter("a value")
        state.withLock { state in
            state.received += 1
            if let limit = state.demanded.max, state.received > limit { state.faults.append("more than demanded") }
        }
        isBusy.store(false, ordering: .releasing)
        return .none
    }

    func receive(completion: Completion<Never>) {
        enter("an end")
        state.withLock { $0.isOver = true }
        isBusy.store(false, ordering: .releasing)
    }

    private func enter(_ event: String) {
        let isAlone = !isBusy.exchange(true, ordering: .acquiring)
        state.withLock { state in
            if !isAlone { state.faults.append("\(event) during another call") }
            if state.isOver { state.faults.append("\(event) after the end") }
        }
    }

    func request(_ demand: Demand) {
        let subscription = state.withLock { state in
            if state.subscription != nil { state.demanded += demand }
            return state.subscription
        }
        subscription?.request(demand)
    }

    func cancel() {
        let subscription = state.withLock { $0.subscription.take() }
        subscription?.cancel()
    }
}
