import Foundation
import Streams
import StreamsExtras
import StreamsTesting
import Synchronization
import TestEvents
import Testing

/// No value is lost, doubled or reordered, whatever the threads do meanwhile.
@Suite struct ConservationTests {
    private static let count = 60

    @Test(arguments: conservers)
    func `passes on every value in order while threads send and time advances`(conserver: Conserver) async {
        let faults = await inRounds(Sanitizer.rounds(60)) { _ in
            let (a, b) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
            let scheduler = ManualScheduler()
            let isSent = Flag()
            let latch = Latch(2) { isSent.raise() }
            let collector = Collector(demand: .unlimited)
            conserver.apply(a.eraseToAnyPublisher(), b.eraseToAnyPublisher(), scheduler).subscribe(collector)
            scheduler.run()

            runThreads([
                {
                    for value in 1...Self.count { a.send(value) }
                    a.send(completion: .finished)
                    latch.countDown()
                },
                {
                    for value in 1...Self.count { b.send(-value) }
                    b.send(completion: .finished)
                    latch.countDown()
                },
                { isSent.untilRaised { scheduler.advance(by: .milliseconds(10)) } },
            ])
            scheduler.advance(by: .seconds(100))

            return collector.faults(expecting: conserver.sides, of: Self.count)
        }

        #expect(faults.flatMap { $0 } == [])
    }

    @Test(arguments: conservers.filter { !$0.dropsWithoutDemand })
    func `passes on every value in order while threads request and time advances`(conserver: Conserver) async {
        let faults = await inRounds(Sanitizer.rounds(20)) { _ in
            let scheduler = ManualScheduler()
            let collector = Collector(demand: .max(1))
            let (a, b) = ((1...Self.count).publisher, (1...Self.count).publisher.map { -$0 })
            conserver.apply(a.eraseToAnyPublisher(), b.eraseToAnyPublisher(), scheduler).subscribe(collector)
            scheduler.run()

            runThreads([
                { for _ in 1...20 { collector.request(.max(1)) } },
                { for _ in 1...10 { collector.request(.max(2)) } },
                { for _ in 1...20 { scheduler.advance(by: .milliseconds(10)) } },
            ])
            collector.request(.unlimited)
            scheduler.advance(by: .seconds(100))

            return collector.faults(expecting: conserver.sides, of: Self.count)
        }

        #expect(faults.flatMap { $0 } == [])
    }

    @Test func `collects the last values by time when the tick meets the completion`() async {
        await expectAllValues(rounds: Sanitizer.rounds(1500), count: .max) { $0.send(completion: .finished) }
    }

    @Test func `collects by time and by count in order when the tick meets a full array`() async {
        await expectAllValues(rounds: Sanitizer.rounds(1500), count: 2) { source in
            source.send(2)
            source.send(3)
        }
    }

    /// Sends 1, and then runs a tick and `event` on two threads at the same time, repeatedly.
    private func expectAllValues(
        rounds: Int, count: Int, event: @escaping @Sendable (PassthroughSubject<Int, Never>) -> Void
    ) async {
        let trials = (0..<rounds).map { _ in Trial(count: count) }
        let arrived = Atomic(0)
        let left = Atomic(0)

        await onThreads([
            {
                for (round, trial) in trials.enumerated() {
                    arrived.add(1, ordering: .acquiringAndReleasing)
                    while arrived.load(ordering: .acquiring) < 2 * (round + 1) {}
                    // The time until the tick varies, so the event comes a little later in each round.
                    for _ in 0..<round % 500 { left.add(1, ordering: .relaxed) }
                    event(trial.source)
                }
            },
            {
                for (round, trial) in trials.enumerated() {
                    arrived.add(1, ordering: .acquiringAndReleasing)
                    while arrived.load(ordering: .acquiring) < 2 * (round + 1) {}
                    trial.scheduler.advance(by: .milliseconds(10))
                }
            },
        ])

        for trial in trials {
            trial.source.send(completion: .finished)
            trial.scheduler.run()
        }
        let values = Set(trials.map { $0.collector.collected })
        #expect(values == [count == .max ? [1] : [1, 2, 3]])
    }

    /// One pipeline that has collected a value.
    private struct Trial: Sendable {
        let source = PassthroughSubject<Int, Never>()
        let scheduler = ManualScheduler()
        let collector = Collector(demand: .unlimited)

        init(count: Int) {
            source.collect(.byTimeOrCount(scheduler, .milliseconds(10), count)).subscribe(collector)
            source.send(1)
        }
    }
}

/// An operator that publishes all values of its upstream publishers.
struct Conserver: Sendable, CustomTestStringConvertible {
    typealias Source = AnyPublisher<Int, Never>

    /// The upstream publishers whose values are expected.
    enum Sides {
        case first, both
    }

    let testDescription: String
    let sides: Sides
    /// Whether it publishes through a subject, which drops values that are not requested, as in Combine.
    var dropsWithoutDemand = false
    let apply: @Sendable (Source, Source, ManualScheduler) -> AnyPublisher<[Int], Never>

    init<P: Publisher<[Int], Never>>(
        _ name: String, _ sides: Sides = .first, _ apply: @escaping @Sendable (Source, Source, ManualScheduler) -> P
    ) {
        testDescription = name
        self.sides = sides
        self.apply = { apply($0, $1, $2).eraseToAnyPublisher() }
    }

    /// An operator that changes no value.
    static func passing<P: Publisher<Int, Never>>(
        _ name: String, _ sides: Sides = .first, _ apply: @escaping @Sendable (Source, Source, ManualScheduler) -> P
    ) -> Conserver {
        Conserver(name, sides) { apply($0, $1, $2).map { [$0] } }
    }

    /// An operator that changes no value and shares its upstream publisher through a subject.
    static func sharing<P: Publisher<Int, Never>>(
        _ name: String, _ sides: Sides = .first, _ apply: @escaping @Sendable (Source, Source, ManualScheduler) -> P
    ) -> Conserver {
        var conserver = passing(name, sides, apply)
        conserver.dropsWithoutDemand = true
        return conserver
    }
}

let conservers: [Conserver] = steps + throwingSteps + conversions + combiners + timers + sharers

private let steps: [Conserver] = [
    .passing("map") { a, _, _ in a.map { $0 + 1 }.map { $0 - 1 } },
    .passing("tryMap") { a, _, _ in a.tryMap { $0 }.assertNoFailure() },
    .passing("filter") { a, _, _ in a.filter { $0 > 0 } },
    .passing("compactMap") { a, _, _ in a.compactMap { $0 > 0 ? $0 : nil } },
    .passing("scan") { a, _, _ in a.scan(0) { $0 + $1 / $1 } },
    .passing("removeDuplicates") { a, _, _ in a.removeDuplicates() },
    .passing("prefix") { a, _, _ in a.prefix(60) },
    .passing("prefix while") { a, _, _ in a.prefix { $0 > 0 } },
    .passing("drop while") { a, _, _ in a.drop { $0 < 1 } },
    .passing("dropFirst") { a, _, _ in a.prepend(0).dropFirst() },
    .passing("replaceEmpty") { a, _, _ in a.replaceEmpty(with: 0) },
    .passing("handleEvents") { a, _, _ in a.handleEvents(receiveOutput: { _ in }) },
    .passing("print") { a, _, _ in a.print("", to: DiscardingStream()) },
    .passing("measureInterval") { a, _, scheduler in
        a.map { [$0] }.zip(a.measureInterval(using: scheduler)).map { $0.0[0] }
    },
    Conserver("collect") { a, _, _ in a.collect() },
    Conserver("collect count") { a, _, _ in a.collect(7) },
]

private let throwingSteps: [Conserver] = [
    .passing("tryFilter") { a, _, _ in a.tryFilter { $0 > 0 }.assertNoFailure() },
    .passing("tryCompactMap") { a, _, _ in a.tryCompactMap { $0 > 0 ? $0 : nil }.assertNoFailure() },
    .passing("tryScan") { a, _, _ in a.tryScan(0) { $0 + $1 / $1 }.assertNoFailure() },
    .passing("tryRemoveDuplicates") { a, _, _ in
        a.removeDuplicates { $0 == $1 }.tryRemoveDuplicates { $0 == $1 }.assertNoFailure()
    },
    .passing("tryPrefix while") { a, _, _ in a.tryPrefix { $0 > 0 }.assertNoFailure() },
    .passing("tryDrop while") { a, _, _ in a.tryDrop { $0 < 1 }.assertNoFailure() },
    Conserver("reduce") { a, _, _ in a.reduce([]) { $0 + [$1] } },
    Conserver("tryReduce") { a, _, _ in a.tryReduce([]) { $0 + [$1] }.assertNoFailure() },
]

private let conversions: [Conserver] = [
    .passing("map key paths") { a, _, _ in a.map(\.self, \.self).map(\.0).map(\.self, \.self, \.self).map(\.0) },
    .passing("mapError") { a, _, _ in a.setFailureType(to: SampleError.self).mapError { $0 }.assertNoFailure() },
    .passing("replaceError") { a, _, _ in a.setFailureType(to: SampleError.self).replaceError(with: 0) },
    .passing("replaceNil") { a, _, _ in a.map { Optional($0) }.replaceNil(with: 0) },
    .passing("output") { a, _, _ in a.output(in: 0...) },
    .passing("encode and decode") { a, _, _ in
        a.encode(encoder: TextCoder()).decode(type: Int.self, decoder: TextCoder()).assertNoFailure()
    },
    .passing("breakpoint") { a, _, _ in a.breakpoint(receiveOutput: { _ in false }).breakpointOnError() },
]

private let combiners: [Conserver] = [
    .passing("flatMap") { a, _, _ in a.flatMap { Just($0) } },
    .passing("flatMap at most 2") { a, _, _ in a.flatMap(maxPublishers: .max(2)) { Just($0) } },
    .passing("flatMap of sequences") { a, _, _ in a.flatMap { [$0].publisher.append(Empty<Int, Never>()) } },
    .passing("concatMap") { a, _, _ in a.concatMap { Just($0).prefix(1) } },
    .passing("merge", .both) { a, b, _ in a.merge(with: b) },
    .passing("merge 4", .both) { a, b, _ in a.merge(with: Empty(), b, Empty()) },
    .passing("merge 3", .both) { a, b, _ in a.merge(with: Empty(), b) },
    .passing("merge 5", .both) { a, b, _ in a.merge(with: Empty(), Empty(), Empty(), b) },
    .passing("merge 6", .both) { a, b, _ in a.merge(with: Empty(), Empty(), Empty(), Empty(), b) },
    .passing("merge 7", .both) { a, b, _ in a.merge(with: Empty(), Empty(), Empty(), Empty(), Empty(), b) },
    .passing("merge 8", .both) { a, b, _ in a.merge(with: Empty(), Empty(), Empty(), Empty(), Empty(), Empty(), b) },
    .passing("merge many", .both) { a, b, _ in Publishers.MergeMany([a, b]) },
    .passing("merge by flatMap", .both) { a, b, _ in [a, b].publisher.flatMap { $0 } },
    Conserver("zip", .both) { a, b, _ in a.zip(b).map { [$0, $1] } },
    Conserver("zip 3", .both) { a, b, _ in a.zip(b, b).map { first, second, _ in [first, second] } },
    Conserver("zip 4", .both) { a, b, _ in a.zip(b, b, b).map { first, second, _, _ in [first, second] } },
    .passing("append") { a, _, _ in a.append(Empty<Int, Never>()) },
    .passing("prepend") { a, _, _ in a.prepend(Empty<Int, Never>()) },
    .passing("catch") { a, _, _ in a.setFailureType(to: SampleError.self).catch { _ in Empty<Int, Never>() } },
    .passing("retry") { a, _, _ in a.setFailureType(to: SampleError.self).retry(2).assertNoFailure() },
    .passing("retry later") { a, _, scheduler in
        a.setFailureType(to: SampleError.self)
            .retry(1, backoff: .exponential(from: .seconds(1), to: .seconds(1)), scheduler: scheduler).assertNoFailure()
    },
    .passing("tryCatch") { a, _, _ in
        a.setFailureType(to: SampleError.self).tryCatch { _ in Empty<Int, SampleError>() }.assertNoFailure()
    },
    .passing("switchToLatest") { a, _, _ in Just(a).switchToLatest() },
    .passing("prefix untilOutputFrom") { a, _, _ in
        a.prefix(untilOutputFrom: Empty<Int, Never>(completeImmediately: false))
    },
]

private let timers: [Conserver] = [
    Conserver("collect by time") { a, _, scheduler in a.collect(.byTime(scheduler, .milliseconds(10))) },
    Conserver("collect by time of two", .both) { a, b, scheduler in
        a.merge(with: b).collect(.byTime(scheduler, .milliseconds(10)))
    },
    Conserver("collect by time or count", .both) { a, b, scheduler in
        a.merge(with: b).collect(.byTimeOrCount(scheduler, .milliseconds(10), 3))
    },
    .passing("receive on", .both) { a, b, scheduler in a.merge(with: b).receive(on: scheduler) },
    .passing("subscribe on") { a, _, scheduler in a.subscribe(on: scheduler) },
    .passing("delay", .both) { a, b, scheduler in a.merge(with: b).delay(for: .milliseconds(70), scheduler: scheduler)
    },
    .passing("timeout") { a, _, scheduler in a.timeout(.seconds(1_000_000), scheduler: scheduler) },
]

private let sharers: [Conserver] = [
    .sharing("share", .both) { a, b, _ in a.merge(with: b).share() },
    .passing("share replay", .both) { a, b, _ in a.merge(with: b).share(replay: 3) },
    .sharing("multicast") { a, _, _ in a.multicast { PassthroughSubject<Int, Never>() }.autoconnect() },
    .sharing("multicast subject") { a, _, _ in a.multicast(subject: PassthroughSubject()).autoconnect() },
    .sharing("makeConnectable") { a, _, _ in a.makeConnectable().autoconnect() },
    .passing("buffer", .both) { a, b, _ in
        a.merge(with: b).buffer(size: .max, prefetch: .byRequest, whenFull: .dropNewest)
    },
    .passing("buffer kept full") { a, _, _ in a.buffer(size: 60, prefetch: .keepFull, whenFull: .dropNewest) },
    .passing("create", .both) { a, b, _ in
        Publishers.Create<Int, Never>(capacity: .max) { sender in
            a.merge(with: b).sink {
                sender.send(completion: $0)
            } receiveValue: {
                sender.send($0)
            }
        }
    },
]

/// A subscriber that keeps all values.
private final class Collector: Subscriber {
    private struct State: Sendable {
        var subscription: (any Subscription)?
        var values: [Int] = []
        var isOver = false
    }

    private let state = Mutex(State())
    private let demand: Demand

    init(demand: Demand) { self.demand = demand }

    func receive(subscription: any Subscription) {
        state.withLock { $0.subscription = subscription }
        subscription.request(demand)
    }

    func receive(_ input: [Int]) -> Demand {
        state.withLock { $0.values += input }
        return .none
    }

    func receive(completion: Completion<Never>) { state.withLock { $0.isOver = true } }

    func request(_ demand: Demand) { state.withLock { $0.subscription }?.request(demand) }

    var collected: [Int] { state.withLock { $0.values } }

    /// The differences from the values 1, 2, 3 … of the first side and −1, −2, −3 … of the second.
    func faults(expecting sides: Conserver.Sides, of count: Int) -> [String] {
        let (values, isOver) = state.withLock { ($0.values, $0.isOver) }
        let (first, second) = (values.filter { $0 > 0 }, values.filter { $0 < 0 }.map { -$0 })
        var faults: [String] = []
        if first != Array(1...count) { faults.append("first \(first)") }
        if sides == .both, second != Array(1...count) { faults.append("second \(second)") }
        if !isOver { faults.append("no completion") }
        return faults
    }
}
