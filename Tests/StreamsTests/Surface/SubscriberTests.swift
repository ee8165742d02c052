import Streams
import StreamsTesting
import Synchronization
import Testing

@Suite struct SubscriberTests {
    @Test func `demands are added, multiplied and compared like numbers, without overflow`() {
        typealias Demand = Subscribers.Demand
        var demand = Demand.max(2)
        demand += 3
        demand -= 1
        demand *= 2
        demand += .max(1)
        demand -= .max(2)

        #expect(demand == 7 && 7 == demand && demand != 8 && 8 != demand && demand.max == 7)
        #expect(demand > 6 && demand >= 7 && demand < 8 && demand <= 7 && 6 < demand && 7 <= demand && 8 > demand)
        #expect(Demand.max(.max) + 1 == .unlimited && Demand.max(.max) * 2 == .unlimited)
        #expect(
            Demand.unlimited + 1 == .unlimited && Demand.unlimited - 5 == .unlimited
                && Demand.unlimited * 0 == .unlimited)
        #expect(Demand.max(3) - .unlimited == .none && Demand.unlimited - .unlimited == .unlimited)
        #expect(Demand.unlimited > .max(.max) && Demand.unlimited > Int.max && Demand.unlimited != Int.max)
        #expect(Demand.unlimited.max == nil && Demand.none == .max(0))
    }

    @Test func `a subscriber of closures receives every event and returns its demand`() {
        let log = Mutex<[String]>([])
        let probe = Probe<Int, SampleError>()
        probe.subscribe(
            AnySubscriber(
                receiveSubscription: { subscription in
                    log.withLock { $0.append("subscription") }
                    subscription.request(.max(1))
                },
                receiveValue: { value in
                    log.withLock { $0.append("\(value)") }
                    return .max(2)
                },
                receiveCompletion: { completion in log.withLock { $0.append("\(completion)") } }))

        let answer = probe.send(1)
        probe.send(completion: .finished)

        #expect(answer == .max(2) && probe.demand == .max(1))
        #expect(log.withLock { $0 } == ["subscription", "1", "finished"])
    }

    @Test func `a subscriber without closures demands nothing`() {
        let probe = Probe<Int, SampleError>()
        probe.subscribe(AnySubscriber())

        #expect(probe.send(1) == .none && probe.requests == [])
    }

    @Test func `a subject is a subscriber, and feeds its own`() {
        let (subject, recorder) = (PassthroughSubject<Int, SampleError>(), Recorder<Int, SampleError>())
        subject.subscribe(recorder)

        three.subscribe(AnySubscriber(subject))

        #expect(recorder.transcript == "1 2 3 finished")
    }

    @Test func `subscribe feeds a subject until its token is cancelled`() {
        let (source, subject, recorder) = (
            Probe<Int, SampleError>(), PassthroughSubject<Int, SampleError>(), Recorder<Int, SampleError>()
        )
        subject.subscribe(recorder)
        let token = source.subscribe(subject)

        source.send(1)
        token.cancel()
        source.send(2)

        #expect(recorder.transcript == "1" && source.isCancelled)
        recorder.cancel()
    }

    @Test func `a cancelled sink receives nothing`() {
        let log = Mutex<[String]>([])
        let subject = PassthroughSubject<Int, SampleError>()
        let sink = Subscribers.Sink<Int, SampleError>(
            receiveCompletion: { completion in log.withLock { $0.append("\(completion)") } },
            receiveValue: { value in log.withLock { $0.append("\(value)") } })
        subject.subscribe(sink)

        subject.send(1)
        sink.cancel()
        subject.send(2)
        subject.send(completion: .finished)

        #expect(log.withLock { $0 } == ["1"])
    }

    @Test func `a sink accepts no value while its completion closure runs`() {
        let log = Mutex<[String]>([])
        let probe = Probe<Int, SampleError>()
        // The probe breaks the protocol.
        let sink = Subscribers.Sink<Int, SampleError>(
            receiveCompletion: { completion in
                probe.send(1)
                log.withLock { $0.append("\(completion)") }
            },
            receiveValue: { value in log.withLock { $0.append("\(value)") } })
        probe.subscribe(sink)

        probe.send(completion: .finished)
        probe.send(2)

        #expect(log.withLock { $0 } == ["finished"])
        sink.cancel()
    }

    @Test func `an assignment has its object until the end`() {
        let (box, subject) = (StateGroupTests.Box(), PassthroughSubject<Int, Never>())
        let assign = Subscribers.Assign(object: box, keyPath: \.value)
        subject.subscribe(assign)

        subject.send(4)
        #expect(assign.object === box && assign.keyPath == \.value && box.value == 4)
        subject.send(completion: .finished)

        #expect(assign.object == nil)
    }

    @Test func `tokens are kept in sets and in arrays, and cancel when they go`() {
        let cancelled = Counter()
        var set: Set<AnyCancellable> = []
        var array: [AnyCancellable] = []
        let made = (1...4).map { _ in AnyCancellable { _ = cancelled.next() } }
        made[0].store(in: &set)
        made[1].store(in: &array)
        (made[2] as any Cancellable).store(in: &set)
        #expect(AnyCancellable(made[3]) != made[3] && set.contains(made[0]) && array == [made[1]])

        set = []
        made.forEach { $0.cancel() }
        made.forEach { $0.cancel() }

        #expect(cancelled.value == 4)
    }
}
