import Streams
import StreamsExtras
import StreamsTesting
import Testing

/// The publishers that continue after a request for no values, as in Combine; `TrapTests` has those that trap.
@Suite struct EmptyRequestTests {
    private let scheduler = ManualScheduler()
    private let probe = Probe<Int, SampleError>()

    @Test func `a request for no values is no error for an origin that has values to keep`() {
        survives([1, 2].publisher, "1 2 finished")
        survives(Record<Int, SampleError>(output: [1, 2], completion: .finished), "1 2 finished")
        survives(
            Record<Int, SampleError>(output: [1], completion: .failure(SampleError(code: 2))), "1 SampleError(code: 2)")
    }

    @Test func `a request for no values is no error for operators that forward it`() {
        survives(probe.append(1), "1 finished") { probe.send(completion: .finished) }
    }

    @Test(arguments: EmptyRequest.all)
    private func `a request for no values changes nothing`(of operation: EmptyRequest) {
        let recorder = Recorder<String, SampleError>(demand: .none)
        operation.apply(probe, scheduler).subscribe(recorder)
        scheduler.run()
        recorder.request(.none)
        scheduler.run()
        recorder.request(.max(5))
        scheduler.run()
        probe.send(1)
        scheduler.advance(by: .seconds(2))

        #expect(recorder.values == [operation.value])
        recorder.cancel()
        scheduler.run()
    }

    @Test func `a request for no values of a shared publisher that has ended is no error`() {
        let shared = probe.share()
        let recorder = Recorder<Int, SampleError>(demand: .none)
        shared.subscribe(recorder)
        let subscription = recorder.subscription
        probe.send(completion: .finished)

        subscription?.request(.none)
        #expect(recorder.transcript == "finished")
    }

    private func survives<P: Publisher>(_ publisher: P, _ transcript: String, then: () -> Void = {}) {
        let recorder = Recorder<P.Output, P.Failure>(demand: .none)
        publisher.subscribe(recorder)
        recorder.request(.none)
        #expect(recorder.values.isEmpty)
        recorder.request(.unlimited)
        then()
        #expect(recorder.transcript == transcript)
    }
}

/// An operator that a request for no values passes through.
private struct EmptyRequest: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let value: String
    let apply: @Sendable (Probe<Int, SampleError>, ManualScheduler) -> AnyPublisher<String, SampleError>

    init<P: Publisher>(
        _ name: String, value: String = "1", _ make: @escaping @Sendable (Probe<Int, SampleError>, ManualScheduler) -> P
    ) where P.Failure == SampleError {
        testDescription = name
        self.value = value
        apply = { make($0, $1).map { "\($0)" }.eraseToAnyPublisher() }
    }

    private static let other = Empty<Int, SampleError>(completeImmediately: false)

    static let all = [
        EmptyRequest("append") { probe, _ in probe.append(2) },
        EmptyRequest("buffer") { probe, _ in probe.buffer(size: 2, prefetch: .byRequest, whenFull: .dropNewest) },
        EmptyRequest("delay") { $0.delay(for: 1, scheduler: $1) },
        EmptyRequest("receive(on:)") { $0.receive(on: $1) },
        EmptyRequest("subscribe(on:)") { $0.subscribe(on: $1) },
        EmptyRequest("throttle") { $0.throttle(for: 1, scheduler: $1, latest: true) },
        EmptyRequest("timeout") { $0.timeout(10, scheduler: $1) },
        EmptyRequest("measureInterval", value: "ManualTime") { probe, scheduler in
            probe.measureInterval(using: scheduler).map { _ in "ManualTime" }
        },
        EmptyRequest("handleEvents") { probe, _ in probe.handleEvents() },
        EmptyRequest("prefix(untilOutputFrom:)") { probe, _ in probe.prefix(untilOutputFrom: other) },
        EmptyRequest("drop(untilOutputFrom:)") { probe, _ in
            probe.drop(untilOutputFrom: Just(1).setFailureType(to: SampleError.self))
        },
    ]
}
