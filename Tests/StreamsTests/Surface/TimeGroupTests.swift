import Streams
import StreamsTesting
import Testing

@Suite struct TimeGroupTests {
    let scheduler = ManualScheduler()
    let subject = PassthroughSubject<Int, SampleError>()
    let recorder = Recorder<Int, SampleError>()

    @Test func `delay moves everything by the same time`() {
        subject.delay(for: .seconds(2), scheduler: scheduler).subscribe(recorder)
        subject.send(1)
        scheduler.advance(by: .seconds(1))
        subject.send(completion: .finished)
        #expect(recorder.transcript == "")

        scheduler.advance(by: .seconds(1))
        #expect(recorder.transcript == "1")
        scheduler.advance(by: .seconds(1))

        #expect(recorder.transcript == "1 finished")
    }

    @Test func `debounce waits for a pause`() {
        subject.debounce(for: .seconds(2), scheduler: scheduler).subscribe(recorder)
        subject.send(1)
        scheduler.advance(by: .seconds(1))
        subject.send(2)
        scheduler.advance(by: .seconds(2))
        subject.send(3)
        subject.send(completion: .finished)
        scheduler.advance(by: .seconds(9))

        #expect(recorder.transcript == "2 finished")
    }

    @Test(arguments: [(latest: true, seen: "1 3"), (latest: false, seen: "1 2")])
    func `throttle gives one value in each stretch`(latest: Bool, seen: String) {
        subject.throttle(for: .seconds(2), scheduler: scheduler, latest: latest).subscribe(recorder)
        subject.send(1)
        scheduler.run()
        subject.send(2)
        subject.send(3)
        scheduler.advance(by: .seconds(2))

        #expect(recorder.transcript == seen)
        recorder.cancel()
    }

    @Test func `timeout ends a silence, with a failure if there is one to say`() {
        let silent = Recorder<Int, SampleError>()
        subject.timeout(.seconds(2), scheduler: scheduler) { SampleError(code: 2) }.subscribe(recorder)
        subject.timeout(.seconds(3), scheduler: scheduler).subscribe(silent)
        subject.send(1)
        scheduler.advance(by: .seconds(1))
        subject.send(2)
        scheduler.advance(by: .seconds(5))
        subject.send(3)

        #expect(recorder.transcript == "1 2 SampleError(code: 2)")
        #expect(silent.transcript == "1 2 finished")
    }

    @Test func `timeout schedules one action at a time, which does not retain the subscriber`() {
        let source = PassthroughSubject<Int, Never>()
        weak var released: Recorder<Int, Never>?
        do {
            let recorder = Recorder<Int, Never>()
            released = recorder
            source.timeout(.seconds(60), scheduler: scheduler).subscribe(recorder)
            for value in 1...100 {
                source.send(value)
                scheduler.advance(by: .seconds(1))
            }

            #expect(recorder.values.count == 100)
            #expect(scheduler.pendingCount == 1)
            source.send(completion: .finished)
            scheduler.run()
        }

        #expect(released == nil)
    }

    @Test func `measureInterval tells how long it took`() {
        let lengths = Recorder<ManualScheduler.SchedulerTimeType.Stride, SampleError>()
        subject.measureInterval(using: scheduler).subscribe(lengths)
        scheduler.advance(by: .seconds(2))
        subject.send(1)
        scheduler.advance(by: .seconds(3))
        subject.send(2)

        #expect(lengths.values == [.seconds(2), .seconds(3)])
        lengths.cancel()
    }
}
