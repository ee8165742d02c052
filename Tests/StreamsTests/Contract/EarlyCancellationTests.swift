import Streams
import StreamsTesting
import Testing

/// Cancellations inside `receive(subscription:)`, and the order of cancellations upstream.
@Suite struct EarlyCancellationTests {
    @Test func `contract 4: prefix(untilOutputFrom:) sends no completion after a cancellation`() {
        let recorder = Recorder<Int, Never>()
        let upstream = Probe<Int, Never>()
        recorder.cancel()

        upstream.prefix(untilOutputFrom: Just(0)).subscribe(recorder)

        #expect(recorder.events == [.subscription])
        #expect(upstream.cancellationCount == 1)
    }

    @Test func `contract 1: prefix(untilOutputFrom:) finishes after its subscription, and publishes nothing before`() {
        let upstream = Probe<Int, Never>()
        let recorder = Recorder<Int, Never>()

        upstream.prefix(untilOutputFrom: Just(0)).subscribe(recorder)
        upstream.send(1)

        #expect(recorder.events == [.subscription, .completion(.finished)])
        #expect(upstream.cancellationCount == 1)
    }

    /// Operators that request values of their own accord after they have passed the subscription on.
    private static let eager: Set = [
        "buffer byRequest", "buffer keepFull", "debounce", "throttle latest", "throttle first", "collect by time",
    ]

    @Test(arguments: operatorCases.filter { eager.contains($0.name) })
    func `contract 4: nothing is requested after a cancellation`(operatorCase: OperatorCase) {
        let probe = Probe<Int, SampleError>()
        let bench = Workbench(
            source: probe.eraseToAnyPublisher(), other: Empty().eraseToAnyPublisher(), scheduler: ManualScheduler())
        let recorder = Recorder<String, any Error>()
        recorder.cancel()

        operatorCase.apply(bench).subscribe(recorder)

        #expect(probe.cancellationCount == 1)
        #expect(probe.requests == [])
        #expect(bench.scheduler.pendingCount == 0)
    }

    @Test func `contract 4: switchToLatest publishes no value that its own cancellation causes upstream`() {
        let numbers = PassthroughSubject<Int, Never>()
        let switches = PassthroughSubject<Int, Never>()
        let recorder = Recorder<Int, Never>()
        switches.handleEvents(receiveCancel: { numbers.send(2) }).map { _ in numbers }.switchToLatest()
            .subscribe(recorder)
        switches.send(0)
        numbers.send(1)

        recorder.cancel()

        #expect(recorder.events == [.subscription, .value(1)])
    }

    @Test func `contract 4: switchToLatest begins no publisher that its own cancellation causes upstream`() {
        let log = Log()
        let switches = PassthroughSubject<AnyPublisher<Int, Never>, Never>()
        let recorder = Recorder<Int, Never>()
        let late = Deferred { () -> Just<Int> in
            log.add("late")
            return Just(1)
        }.eraseToAnyPublisher()
        switches.switchToLatest().subscribe(recorder)
        switches.send(
            PassthroughSubject<Int, Never>().handleEvents(receiveCancel: { switches.send(late) }).eraseToAnyPublisher())

        recorder.cancel()

        #expect(log.events == [])
    }

    @Test func `the upstream publisher is cancelled before the publisher that opens or closes the gate`() {
        let log = Log()
        func signals(_ name: String) -> some Publisher<Int, Never> {
            PassthroughSubject<Int, Never>().handleEvents(receiveCancel: { log.add(name) })
        }

        signals("upstream").prefix(untilOutputFrom: signals("end")).sink { _ in }.cancel()
        signals("upstream").drop(untilOutputFrom: signals("start")).sink { _ in }.cancel()

        #expect(log.events == ["upstream", "end", "upstream", "start"])
    }
}
