import Streams
import StreamsTesting
import Testing

@Suite struct ReceiveOnTests {
    let scheduler = ManualScheduler()

    @Test func `passes values and the end on from the scheduler, in order`() {
        let subject = PassthroughSubject<Int, Never>()
        let recorder = Recorder<Int, Never>()
        subject.receive(on: scheduler).subscribe(recorder)

        for value in 1...3 { subject.send(value) }
        subject.send(completion: .finished)
        #expect(recorder.events == [.subscription])
        scheduler.run()

        #expect(recorder.values == [1, 2, 3])
        #expect(recorder.completion == .finished)
    }

    @Test func `delivers nothing after it is cancelled`() {
        let subject = PassthroughSubject<Int, Never>()
        let recorder = Recorder<Int, Never>()
        subject.receive(on: scheduler).subscribe(recorder)
        subject.send(1)

        recorder.cancel()
        scheduler.run()

        #expect(recorder.values == [])
    }

    @Test func `subscribe(on:) subscribes, requests and cancels on the scheduler`() {
        let probe = Probe<Int, Never>()
        let recorder = Recorder<Int, Never>()
        probe.subscribe(on: scheduler).subscribe(recorder)
        #expect(probe.subscriberCount == 0)

        scheduler.run()
        #expect(probe.requests == [.unlimited])
        recorder.cancel()
        #expect(!probe.isCancelled)
        scheduler.run()

        #expect(probe.isCancelled)
    }
}
