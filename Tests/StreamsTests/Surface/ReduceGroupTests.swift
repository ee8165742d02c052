import Streams
import StreamsTesting
import Testing

@Suite struct ReduceGroupTests {
    @Test func `collect, all and by count`() {
        #expect(three.collect().transcript == "[1, 2, 3] finished")
        #expect(three.collect(2).transcript == "[1, 2] [3] finished")
    }

    @Test func `collect by count delivers a completion after the subscription`() {
        let (probe, log) = (Probe<Int, Never>(), Log())

        probe.collect(2).subscribe(
            AnySubscriber(
                receiveSubscription: { _ in
                    probe.send(completion: .finished)
                    log.add("subscribed")
                },
                receiveCompletion: { log.add("\($0)") }))

        #expect(log.events == ["subscribed", "finished"])
    }

    @Test(arguments: [(0, "[]"), (2, "[1, 2]")])
    func `a step of a program that finishes early publishes its result`(count: Int, result: String) {
        let (publisher, log) = (FirstValues(upstream: (1...3).publisher, count: count), Log())

        publisher.sink(receiveCompletion: { log.add("\($0)") }, receiveValue: { log.add("\($0)") }).cancel()

        #expect(log.events == [result, "finished"])
        #expect(publisher.transcript == "\(result) finished")
    }

    @Test func `collect by time, and by time or count`() {
        let (scheduler, subject) = (ManualScheduler(), PassthroughSubject<Int, Never>())
        let (byTime, byBoth) = (Recorder<[Int], Never>(), Recorder<[Int], Never>())
        subject.collect(.byTime(scheduler, .seconds(2))).subscribe(byTime)
        subject.collect(.byTimeOrCount(scheduler, .seconds(2), 2)).subscribe(byBoth)

        for value in 1...3 { subject.send(value) }
        scheduler.advance(by: .seconds(2))
        subject.send(4)
        subject.send(completion: .finished)
        scheduler.run()

        #expect(byTime.transcript == "[1, 2, 3] [4] finished")
        #expect(byBoth.transcript == "[1, 2] [3] [4] finished")
        #expect(scheduler.pendingCount == 0)
    }

    @Test func `reduce, count, min, max and ignoreOutput`() {
        #expect(three.reduce(0, +).transcript == "6 finished")
        #expect(
            three.tryReduce(0) { if $1 == 3 { throw SampleError() } else { $0 + $1 } }.transcript
                == "SampleError(code: 0)")
        #expect(three.count().transcript == "3 finished")
        #expect(three.min().transcript == "1 finished")
        #expect(three.max { $0 % 3 < $1 % 3 }.transcript == "2 finished")
        #expect(three.tryMin { $0 > $1 }.transcript == "3 finished")
        #expect(three.ignoreOutput().transcript == "finished")
    }

    @Test func `ignoreOutput publishes Never, and drops values of upstream`() {
        let (probe, recorder) = (Probe<Int, SampleError>(), Recorder<Never, SampleError>())
        probe.ignoreOutput().subscribe(recorder)

        probe.send(1)
        probe.send(completion: .failure(SampleError(code: 1)))

        #expect(recorder.transcript == "SampleError(code: 1)")
    }

    @Test func `contains and allSatisfy stop as soon as they know`() {
        let probe = Probe<Int, Never>()
        let recorder = Recorder<Bool, Never>()
        probe.contains(2).subscribe(recorder)
        probe.send(2)

        #expect(probe.isCancelled)
        #expect(recorder.transcript == "true finished")
        #expect(three.contains { $0 > 3 }.transcript == "false finished")
        #expect(
            three.tryContains { if $0 == 2 { throw SampleError() } else { $0 == 3 } }.transcript
                == "SampleError(code: 0)")
        #expect(three.allSatisfy { $0 < 3 }.transcript == "false finished")
        #expect(three.tryAllSatisfy { $0 < 4 }.transcript == "true finished")
    }
}

/// A gathering operator that finishes as soon as its array is full.
private struct FirstValues<Upstream: _SynchronousPublisher>: Publishers._GatheringOperator, _SynchronousPublisher {
    typealias Output = [Upstream.Output]
    typealias Failure = Upstream.Failure

    struct _Work: Publishers._GatheringStep {
        typealias Input = Upstream.Output
        typealias InputFailure = Upstream.Failure
        typealias Output = [Upstream.Output]
        typealias Failure = Upstream.Failure

        let count: Int
        var values: [Upstream.Output] = []
        var isOver: Bool { values.count == count }

        mutating func take(_ input: Upstream.Output) -> Publishers._StepResult<Output, Failure> {
            values.append(input)
            return isOver ? .finish : .skip
        }

        func result() -> [Upstream.Output]? { values }
    }

    let upstream: Upstream
    let count: Int

    func _makeStep() -> _Work { _Work(count: count) }
}
