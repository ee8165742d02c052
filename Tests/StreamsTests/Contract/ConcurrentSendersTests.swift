import Streams
import StreamsExtras
import StreamsTesting
import TestEvents
import Testing

/// Two threads that send to one subject, while others request values and let timers fire on a concurrent scheduler.
///
/// `ConservationTests` sends from one thread to each subject.
@Suite struct ConcurrentSendersTests {
    @Test(arguments: conservingCases)
    func `delivers each value exactly once, in the order of its sender, and then the completion`(
        conserving: ConcurrentSendersCase
    ) async {
        for round in 1...Sanitizer.rounds(4) {
            let senders = ConcurrentSenders()
            let recorders = (1...2).map { _ in Recorder<[Int], Never>(demand: conserving.demand) }
            for recorder in recorders { conserving.apply(senders).subscribe(recorder) }

            await senders.play(recorders)

            for recorder in recorders {
                let values = recorder.values.flatMap { $0 }
                #expect(values.filter { $0 % 2 == 0 } == senders.even, "round \(round)")
                #expect(values.filter { $0 % 2 != 0 } == senders.odd, "round \(round)")
                #expect(recorder.completionCount == 1, "round \(round)")
                #expect(recorder.events.last == .completion(.finished), "round \(round)")
            }
        }
    }

    @Test(arguments: samplingCases)
    func `delivers the latest value of all, and never an older one after a newer one`(sampler: ConcurrentSendersCase)
        async
    {
        for round in 1...Sanitizer.rounds(4) {
            let senders = ConcurrentSenders()
            let recorder = Recorder<[Int], Never>(demand: sampler.demand)
            sampler.apply(senders).subscribe(recorder)

            await senders.play([recorder])

            let values = recorder.values.flatMap { $0 }
            let (even, odd) = (values.filter { $0 % 2 == 0 }, values.filter { $0 % 2 != 0 })
            #expect(even == even.sorted(), "round \(round)")
            #expect(odd == odd.sorted(), "round \(round)")
            #expect(values.last == senders.even.last || values.last == senders.odd.last, "round \(round)")
            #expect(recorder.completionCount == 1, "round \(round)")
        }
    }

    @Test func `combineLatest ends with the latest values of both`() async {
        for round in 1...Sanitizer.rounds(8) {
            let senders = ConcurrentSenders()
            let recorder = Recorder<[Int], Never>()
            senders.a.combineLatest(senders.b) { [$0, $1] }.subscribe(recorder)

            await senders.play([recorder])

            // A sender may be done before the other begins; then there is one pair for each value of the other.
            #expect(recorder.values.last == senders.even.suffix(1) + senders.odd.suffix(1), "round \(round)")
            #expect(recorder.values.map { $0[0] } == recorder.values.map { $0[0] }.sorted(), "round \(round)")
            #expect(recorder.values.map { $0[1] } == recorder.values.map { $0[1] }.sorted(), "round \(round)")
            #expect(Set(recorder.values).count == recorder.values.count, "a pair came twice, round \(round)")
        }
    }
}

/// An operator that keeps every value, or the latest one: a name and a closure that applies it.
struct ConcurrentSendersCase: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The demand at the subscription; more is requested while values are sent, and everything at the end.
    let demand: Subscribers.Demand
    let apply: @Sendable (ConcurrentSenders) -> AnyPublisher<[Int], Never>

    /// Creates a case whose values are single numbers.
    init(
        _ name: String, demand: Subscribers.Demand = .unlimited,
        _ apply: @escaping @Sendable (ConcurrentSenders) -> some Publisher<Int, Never>
    ) {
        self.init(arrays: name, demand: demand) { apply($0).map { [$0] } }
    }

    /// Creates a case whose values are arrays.
    init(
        arrays name: String, demand: Subscribers.Demand = .unlimited,
        _ apply: @escaping @Sendable (ConcurrentSenders) -> some Publisher<[Int], Never>
    ) {
        testDescription = name
        self.demand = demand
        self.apply = { apply($0).eraseToAnyPublisher() }
    }
}

/// The subjects that two threads send to: even numbers from one thread, odd numbers from the other.
struct ConcurrentSenders: Sendable {
    typealias Source = PassthroughSubject<Int, Never>

    let even = (1...Sanitizer.rounds(250)).map { $0 * 2 }
    let odd = (1...Sanitizer.rounds(250)).map { $0 * 2 - 1 }
    /// Publishes the even numbers.
    let a = Source()
    /// Publishes the odd numbers.
    let b = Source()
    /// Publishes all numbers: both threads send to it.
    let all = Source()
    /// Publishes the odd numbers to each subscriber from the first.
    let replay = ReplaySubject<Int, Never>(capacity: .max)
    let scheduler = ManualScheduler()

    /// Sends everything, while two more threads let timers fire and one requests values.
    func play(_ recorders: [Recorder<[Int], Never>]) async {
        scheduler.run()
        let isSent = Flag()
        let latch = Latch(2) {
            all.send(completion: .finished)
            isSent.raise()
        }
        let fire = { @Sendable in isSent.untilRaised { scheduler.advance(by: .milliseconds(1)) } }

        await onThreads([
            {
                for value in even {
                    a.send(value)
                    all.send(value)
                }
                a.send(completion: .finished)
                latch.countDown()
            },
            {
                for value in odd {
                    b.send(value)
                    replay.send(value)
                    all.send(value)
                }
                b.send(completion: .finished)
                replay.send(completion: .finished)
                latch.countDown()
            },
            fire, fire,
            { isSent.untilRaised { for recorder in recorders { recorder.request(.max(1)) } } },
        ])
        for recorder in recorders { recorder.request(.unlimited) }
        scheduler.advance(by: .seconds(10))
    }
}
