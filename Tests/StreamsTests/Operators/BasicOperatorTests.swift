import Streams
import StreamsTesting
import Testing

@Suite struct BasicOperatorTests {
    @Test func `map, filter, mapError and setFailureType`() {
        let recorder = Recorder<String, SampleError>()
        [1, 2, 3].publisher.setFailureType(to: SampleError.self).map { $0 * 2 }.filter { $0 > 2 }.map(String.init)
            .mapError { SampleError(code: $0.code + 1) }.subscribe(recorder)

        #expect(recorder.values == ["4", "6"])
    }

    @Test func `tryMap fails when the closure throws, and cancels`() {
        let probe = Probe<Int, Never>()
        let recorder = Recorder<Int, any Error>()
        probe.tryMap { value in
            guard value < 2 else { throw SampleError() }
            return value
        }.subscribe(recorder)

        probe.send(1)
        probe.send(2)
        probe.send(1)

        #expect(recorder.values == [1])
        #expect(recorder.completionCount == 1)
        #expect(probe.cancellationCount == 1)
    }

    @Test func `filter demands another value for one that it leaves out`() {
        let recorder = Recorder<Int, Never>(demand: .max(2))
        (1...10).publisher.filter { $0 % 3 == 0 }.subscribe(recorder)

        #expect(recorder.values == [3, 6])
        recorder.cancel()
    }

    @Test func `prefix ends after its values and cancels`() {
        let probe = Probe<Int, Never>()
        let recorder = Recorder<Int, Never>()
        probe.prefix(2).subscribe(recorder)

        for value in 1...3 { probe.send(value) }

        #expect(recorder.values == [1, 2])
        #expect(recorder.completionCount == 1)
        #expect(probe.cancellationCount == 1)
    }

    @Test func `prefix of none finishes at once`() {
        let recorder = Recorder<Int, Never>(demand: .none)
        [1].publisher.prefix(0).subscribe(recorder)

        #expect(recorder.events == [.subscription, .completion(.finished)])
    }

    @Test func `first keeps its value until it is demanded`() {
        let probe = Probe<Int, Never>()
        let recorder = Recorder<Int, Never>(demand: .none)
        probe.first().subscribe(recorder)
        probe.send(1)
        #expect(recorder.values == [])
        #expect(probe.isCancelled)

        recorder.request(.max(1))

        #expect(recorder.events == [.subscription, .value(1), .completion(.finished)])
    }

    @Test func `catch continues with another publisher, for the remaining demand`() {
        let probe = Probe<Int, SampleError>()
        let recorder = Recorder<Int, Never>(demand: .max(3))
        probe.catch { [10 + $0.code, 20, 30].publisher }.subscribe(recorder)

        probe.send(1)
        probe.send(completion: .failure(SampleError(code: 5)))
        #expect(recorder.values == [1, 15, 20])
        recorder.request(.unlimited)

        #expect(recorder.values == [1, 15, 20, 30])
        #expect(recorder.completion == .finished)
    }
}
