import Streams
import StreamsTesting
import Testing

/// Tests that wait for the events of a recorder.
@Suite(.timeLimit(.minutes(30))) final class RecorderTests: Sendable {
    private let subject = PassthroughSubject<Int, SampleError>()
    private let recorder = Recorder<Int, SampleError>()
    /// Exceeds the suite's time limit, so that a test cannot pass by a timeout.
    private let never = Duration.seconds(3600)

    init() { subject.subscribe(recorder) }
    deinit { recorder.cancel() }

    @Test func `returns at once when the values are there`() async throws {
        for value in 1...3 { subject.send(value) }

        #expect(try await recorder.values(atLeast: 2, timeout: .zero) == [1, 2, 3])
        #expect(try await recorder.values(atLeast: 0, timeout: .zero) == [1, 2, 3])
    }

    @Test func `waits for the values`() async throws {
        // An immediate task runs until it waits.
        let wait = Task.immediate { [recorder, never] in try await recorder.values(atLeast: 3, timeout: never) }

        for value in 1...3 { subject.send(value) }

        #expect(try await wait.value == [1, 2, 3])
    }

    @Test func `waits for values from other threads, several times at once`() async throws {
        async let few = recorder.values(atLeast: 1, timeout: never)
        async let many = recorder.values(atLeast: 2000, timeout: never)
        async let end = recorder.completion(timeout: never)

        let send = { @Sendable [subject] in for value in 0..<1000 { subject.send(value) } }
        await onThreads([send, send])
        subject.send(completion: .finished)

        #expect(try await few.count >= 1)
        #expect(try await many.count == 2000)
        #expect(try await end == .finished)
    }

    @Test func `fails when the time is over, and says how many values are missing`() async throws {
        subject.send(1)

        let error = try await #require(throws: RecorderError.self) {
            try await recorder.values(atLeast: 2, timeout: .zero)
        }

        #expect(error.code == .timedOut)
        #expect(error.description == "RecorderError.timedOut: 1 of 2 values within 0.0 seconds")
    }

    @Test func `receives values after a wait that failed`() async throws {
        await #expect(throws: RecorderError.self) { try await recorder.values(atLeast: 1, timeout: .zero) }

        subject.send(1)

        #expect(try await recorder.values(atLeast: 1, timeout: .zero) == [1])
    }

    @Test func `fails without waiting when the stream has ended`() async throws {
        subject.send(1)
        subject.send(completion: .failure(SampleError(code: 7)))

        let error = try await #require(throws: RecorderError.self) {
            try await recorder.values(atLeast: 2, timeout: never)
        }

        #expect(error.code == .ended)
        #expect(
            error.description == "RecorderError.ended: 1 of 2 values when the stream failed with SampleError(code: 7)")
    }

    @Test func `fails as soon as the stream ends`() async throws {
        let wait = Task.immediate { [recorder, never] in try await recorder.values(atLeast: 1, timeout: never) }

        subject.send(completion: .finished)

        let error = try await #require(throws: RecorderError.self) { try await wait.value }
        #expect(error.code == .ended)
    }

    @Test func `fails as soon as the recorder is cancelled`() async throws {
        let values = Task.immediate { [recorder, never] in try await recorder.values(atLeast: 1, timeout: never) }
        let completion = Task.immediate { [recorder, never] in try await recorder.completion(timeout: never) }

        recorder.cancel()

        for error in [
            try await #require(throws: RecorderError.self) { try await values.value },
            try await #require(throws: RecorderError.self) { try await completion.value },
        ] {
            #expect(error.code == .ended)
            #expect(error.description.hasSuffix("when the recorder was cancelled"))
        }
    }

    @Test func `a cancelled task waits no longer`() async {
        let wait = Task.immediate { [recorder, never] in try await recorder.values(atLeast: 1, timeout: never) }

        wait.cancel()

        await #expect(throws: CancellationError.self) { try await wait.value }
    }

    @Test func `waits for the completion`() async throws {
        let wait = Task.immediate { [recorder, never] in try await recorder.completion(timeout: never) }

        subject.send(1)
        subject.send(completion: .failure(SampleError(code: 2)))

        #expect(try await wait.value == .failure(SampleError(code: 2)))
        #expect(try await recorder.completion(timeout: .zero) == .failure(SampleError(code: 2)))
    }

    @Test func `fails when the time is over before the completion`() async throws {
        subject.send(1)

        let error = try await #require(throws: RecorderError.self) {
            try await recorder.completion(timeout: .zero)
        }

        #expect(error.code == .timedOut)
        #expect(error.description == "RecorderError.timedOut: 1 values and no completion within 0.0 seconds")
    }

    @Test func `counts subscriptions and completions, also those that break the rules`() {
        let (probe, recorder) = (Probe<Int, SampleError>(), Recorder<Int, SampleError>())
        probe.subscribe(recorder)
        probe.send(subscription: Subscriptions.empty)
        for _ in 1...3 { probe.send(completion: .finished) }

        #expect(recorder.subscriptionCount == 2 && recorder.completionCount == 3)
    }
}
