import Streams
import StreamsExtras
import StreamsTesting
import Synchronization
import Testing

/// The behaviour of Combine that programs observe, and that an outside test suite found to differ here.
@Suite struct CombineParityTests {
    @Test func `a shared publisher that has completed is not started again by a late subscriber`() {
        let starts = Counter()
        let once = Deferred { Just(starts.next()) }
        let (shared, replayed) = (once.share(), once.share(replay: 1))
        let connected = once.multicast { PassthroughSubject() }.autoconnect()

        #expect(shared.transcript == "1 finished" && shared.transcript == "finished")
        #expect(replayed.transcript == "2 finished" && replayed.transcript == "2 finished")
        #expect(connected.transcript == "3 finished" && connected.transcript == "finished")
        #expect(starts.value == 3)
    }

    @Test func `a shared publisher whose subscribers have all cancelled is started again`() {
        let probe = Probe<Int, SampleError>()
        let shared = probe.share()
        for _ in 1...2 {
            let recorder = Recorder<Int, SampleError>()
            shared.subscribe(recorder)
            recorder.cancel()
        }

        #expect(probe.subscriberCount == 2)
    }

    @Test(arguments: EarlyPipeline.all)
    func `the subscriber has the subscription before the operator subscribes upstream`(pipeline: EarlyPipeline) {
        let log = Log()
        let upstream = Deferred { () -> Probe<Int, Never> in
            log.add("upstream")
            return Probe()
        }

        pipeline.subscribe(upstream.eraseToAnyPublisher(), log)

        #expect(log.events == ["subscription", "upstream"])
    }

    @Test func `max keeps the first of equal greatest values, as Sequence does`() {
        let pairs = [
            Pair(key: 1, name: "a"), Pair(key: 2, name: "b"), Pair(key: 2, name: "c"), Pair(key: 1, name: "d"),
        ]
        let stream = pairs.publisher.eraseToAnyPublisher()

        #expect(stream.max { $0.key < $1.key }.map(\.name).transcript == "b finished")
        #expect(stream.tryMax { $0.key < $1.key }.map(\.name).transcript == "b finished")
        #expect(stream.max().map(\.name).transcript == "b finished")
        #expect(stream.min().map(\.name).transcript == "a finished")
        #expect(stream.max { $0.key < $1.key }.map(\.name).transcript == "\(pairs.max()?.name ?? "") finished")
    }

    @Test func `max calls its closure with the kept value and then the new one`() {
        let log = Log()
        let recorder = Recorder<Int, Never>()
        let subject = PassthroughSubject<Int, Never>()
        let greatest = subject.max {
            log.add("\($0) \($1)")
            return $0 < $1
        }
        greatest.subscribe(recorder)

        for value in [3, 5, 4] { subject.send(value) }
        subject.send(completion: .finished)

        #expect(log.events == ["3 5", "5 4"] && recorder.transcript == "5 finished")
    }

    @Test(arguments: [Subscribers.Completion<SampleError>.finished, .failure(SampleError(code: 3))])
    func `throttle publishes a waiting value at the end of its interval, and then the completion`(
        completion: Subscribers.Completion<SampleError>
    ) {
        let (scheduler, subject) = (ManualScheduler(), PassthroughSubject<Int, SampleError>())
        let recorder = Recorder<Int, SampleError>()
        subject.throttle(for: .seconds(10), scheduler: scheduler, latest: true).subscribe(recorder)
        subject.send(1)
        scheduler.advance(by: .seconds(1))
        subject.send(2)
        scheduler.advance(by: .seconds(1))
        subject.send(completion: completion)

        scheduler.advance(by: .seconds(7))
        #expect(recorder.transcript == "1")
        scheduler.advance(by: .seconds(2))
        #expect(recorder.values == [1, 2] && recorder.completion == completion)
    }

    @Test func `throttle publishes the completion at once if no value waits`() {
        let (scheduler, subject) = (ManualScheduler(), PassthroughSubject<Int, SampleError>())
        let recorder = Recorder<Int, SampleError>()
        subject.throttle(for: .seconds(10), scheduler: scheduler, latest: true).subscribe(recorder)
        subject.send(1)
        scheduler.advance(by: .seconds(1))
        subject.send(completion: .finished)
        scheduler.run()

        #expect(recorder.transcript == "1 finished")
    }

    @Test(arguments: [Subscribers.Completion<SampleError>.finished, .failure(SampleError(code: 3))])
    func `collect by time publishes the last array and the completion on its scheduler`(
        completion: Subscribers.Completion<SampleError>
    ) {
        let (scheduler, subject) = (ManualScheduler(), PassthroughSubject<Int, SampleError>())
        let recorder = Recorder<[Int], SampleError>()
        subject.collect(.byTime(scheduler, .seconds(10))).subscribe(recorder)
        subject.send(1)
        subject.send(completion: completion)

        #expect(recorder.events == [.subscription])
        scheduler.run()
        #expect(recorder.values == (completion == .finished ? [[1]] : []) && recorder.completion == completion)
        #expect(scheduler.pendingCount == 0)
    }

    @Test func `collect by time drops its values at a failure, also if a tick comes before the failure is delivered`() {
        let scheduler = ManualScheduler()
        let collected = scheduler.publisher("a-b-#").collect(.byTime(scheduler, .seconds(4))).map { $0.joined() }

        #expect(scheduler.marbles(of: collected) == "----#")
    }

    @Test func `the value of a subject that has completed can still be set, and is not published`() {
        let (subject, recorder) = (CurrentValueSubject<Int, Never>(1), Recorder<Int, Never>())
        subject.subscribe(recorder)
        subject.send(completion: .finished)

        subject.value = 42
        #expect(subject.value == 42)
        subject.send(43)
        #expect(subject.value == 42 && recorder.transcript == "1 finished")
        #expect(subject.transcript == "finished")
    }

    @Test func `a sink releases its closures at the completion, and at the cancellation`() {
        let lifetimes = LifetimeCounter()
        let sinks = [sink(touching: lifetimes.life()), sink(touching: lifetimes.life())]
        let subject = PassthroughSubject<Int, Never>()
        for sink in sinks { subject.subscribe(sink) }
        #expect(lifetimes.living == 2)

        sinks[0].cancel()
        #expect(lifetimes.living == 1)
        subject.send(completion: .finished)
        #expect(lifetimes.living == 0)

        for sink in sinks {
            sink.receiveValue(1)
            sink.receiveCompletion(.finished)
        }
    }

    private func sink(touching life: LifetimeCounter.Life) -> Subscribers.Sink<Int, Never> {
        Subscribers.Sink(receiveCompletion: { _ in life.touch() }, receiveValue: { _ in life.touch() })
    }

    @Test func `the subject of a connected multicast is released at the completion`() {
        let upstream = PassthroughSubject<Int, SampleError>()
        weak var subject: PassthroughSubject<Int, SampleError>?
        let connection: any Cancellable
        do {
            let made = PassthroughSubject<Int, SampleError>()
            subject = made
            connection = upstream.multicast(subject: made).connect()
        }
        #expect(subject != nil)

        upstream.send(completion: .finished)

        #expect(subject == nil)
        connection.cancel()
    }

    @Test func `max(.max) minus a negative number is a demand of none`() {
        #expect(Demand.max(.max) - (-1) == Demand.none)
        #expect(Demand.max(3) - (-1) == Demand.max(4))
    }

    @Test func `retry(-1) retries without limit`() {
        let starts = Counter()
        let failing = Deferred { () -> AnyPublisher<Int, SampleError> in
            starts.next() < 1000
                ? Fail(error: SampleError()).eraseToAnyPublisher()
                : Just(7).setFailureType(to: SampleError.self).eraseToAnyPublisher()
        }

        #expect(failing.retry(-1).transcript == "7 finished" && starts.value == 1000)
    }

    @Test func `the value of a Just is at position zero`() {
        #expect(Just(1).output(in: 0..<10).transcript == "1 finished")
        #expect(Just(1).output(in: 0..<0).transcript == "finished")
        #expect(Just(1).output(in: ...3).transcript == "1 finished")
    }

    @Test func `eraseFailure lets publishers with different failures into one chain`() {
        let first = Fail<Int, SampleError>(error: SampleError(code: 1)).eraseFailure()
        let chain = Just(1).setFailureType(to: RecorderError.self).eraseFailure().flatMap { _ in first }

        #expect(chain.transcript == "SampleError(code: 1)")
    }

    @Test func `a subscriber that attaches during a delivery sees the name of the subject`() {
        let (subject, log) = (CurrentValueSubject<Int, Never>(1), Log())
        let inner = Mutex<AnyCancellable?>(nil)
        let token = subject.sink { [weak subject] value in
            guard let subject, value == 2 else { return }
            let late = subject.handleEvents(receiveSubscription: { log.add("\($0)") }).sink { _ in }
            inner.withLock { $0 = late }
        }
        subject.send(2)

        #expect(log.events == ["CurrentValueSubject"])
        token.cancel()
        inner.withLock { $0.take() }?.cancel()
    }

    @Test func `an iterator of values may be called where errors are not typed`() async throws {
        let failing = Fail<Int, SampleError>(error: SampleError(code: 4))
        var iterator = failing.values.makeAsyncIterator()
        await #expect(throws: SampleError(code: 4)) { try await rethrown { try await iterator.next() } }
        var sure = [1, 2].publisher.values.makeAsyncIterator()
        let first = await sure.next()
        #expect(first == 1)
    }

    private func rethrown<Value>(_ body: () async throws -> Value) async rethrows -> Value { try await body() }

    @Test func `a failure waits in a buffer behind the values that are kept`() {
        let (probe, recorder) = (Probe<Int, SampleError>(), Recorder<Int, SampleError>(demand: .none))
        probe.buffer(size: 3, prefetch: .byRequest, whenFull: .dropNewest).subscribe(recorder)
        probe.send(1)
        probe.send(2)
        probe.send(completion: .failure(SampleError(code: 5)))

        #expect(recorder.completion == nil)
        recorder.request(.max(1))
        #expect(recorder.completion == nil)
        recorder.request(.max(1))
        #expect(recorder.transcript == "1 2 SampleError(code: 5)")
    }
}

private struct Pair: Comparable, Sendable {
    let key: Int
    let name: String

    static func < (lhs: Self, rhs: Self) -> Bool { lhs.key < rhs.key }
    static func == (lhs: Self, rhs: Self) -> Bool { lhs.key == rhs.key }
}

/// An operator with a subscription of its own, which it passes downstream at once, as in Combine.
struct EarlyPipeline: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let subscribe: @Sendable (AnyPublisher<Int, Never>, Log) -> Void

    private init<P: Publisher>(_ name: String, _ apply: @escaping @Sendable (AnyPublisher<Int, Never>) -> P) {
        testDescription = name
        subscribe = { upstream, log in
            let subscription = Mutex<(any Subscription)?>(nil)
            apply(upstream).subscribe(
                AnySubscriber(receiveSubscription: { new in
                    log.add("subscription")
                    subscription.withLock { $0 = new }
                }))
            subscription.withLock { $0.take() }?.cancel()
        }
    }

    static let all: [EarlyPipeline] = [
        EarlyPipeline("flatMap") { $0.flatMap { Just($0) } },
        EarlyPipeline("switchToLatest") { $0.map { Just($0) }.switchToLatest() },
        EarlyPipeline("drop(untilOutputFrom:)") {
            $0.drop(untilOutputFrom: Empty<Int, Never>(completeImmediately: false))
        },
    ]
}
