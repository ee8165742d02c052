import Streams
import StreamsTesting
import Testing

/// The behaviour of an operator whose upstream breaks the protocol.
@Suite struct MisuseTests {
    private static let operators: [@Sendable (Probe<Int, SampleError>) -> AnyPublisher<Int, SampleError>] = [
        { $0.scan(0, +).eraseToAnyPublisher() },
        { $0.dropFirst(0).eraseToAnyPublisher() },
        { $0.reduce(0, +).eraseToAnyPublisher() },
        { $0.flatMap { Just($0) }.eraseToAnyPublisher() },
        { $0.receive(on: ImmediateScheduler.shared).eraseToAnyPublisher() },
        { $0.handleEvents().eraseToAnyPublisher() },
        { $0.buffer(size: 5, prefetch: .byRequest, whenFull: .dropNewest).eraseToAnyPublisher() },
        { $0.collect(1).map { $0[0] }.eraseToAnyPublisher() },
        { $0.share().eraseToAnyPublisher() },
    ]

    @Test(arguments: operators.indices)
    func `refuses a second subscription and continues with the first`(index: Int) {
        let (probe, second) = (Probe<Int, SampleError>(), Probe<Int, SampleError>())
        let (recorder, other) = (Recorder<Int, SampleError>(), Recorder<Int, SampleError>(demand: .none))
        Self.operators[index](probe).subscribe(recorder)
        second.subscribe(other)

        other.subscription.map { probe.send(subscription: $0) }
        probe.send(5)
        probe.send(completion: .finished)

        #expect(second.isCancelled)
        #expect(recorder.transcript == "5 finished")
        #expect(recorder.subscriptionCount == 1)
    }

    @Test(arguments: operators.indices)
    func `ignores what comes after the end`(index: Int) {
        let probe = Probe<Int, SampleError>()
        let recorder = Recorder<Int, SampleError>()
        Self.operators[index](probe).subscribe(recorder)

        probe.send(completion: .finished)
        let events = recorder.events.count
        probe.send(1)
        probe.send(completion: .failure(SampleError()))

        #expect(recorder.events.count == events)
        #expect(recorder.completion == .finished)
    }
}
