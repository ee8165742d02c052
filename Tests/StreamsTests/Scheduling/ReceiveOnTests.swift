import Streams
import StreamsTesting
import Synchronization
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

    @Test func `other actions have their turn while values keep arriving`() {
        let (clock, subject) = (ManualScheduler(), PassthroughSubject<Int, Never>())
        let state = Mutex((count: 0, atTurn: 0))
        let subscription = subject.receive(on: clock).sink { value in
            state.withLock { $0.count += 1 }
            if value < 1_000 { subject.send(value + 1) }
        }

        subject.send(1)
        clock.schedule { state.withLock { $0.atTurn = $0.count } }
        clock.run()

        #expect(state.withLock { $0.count } == 1_000)
        #expect((1..<1_000).contains(state.withLock { $0.atTurn }))
        subscription.cancel()
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
