import Streams
import StreamsExtras
import StreamsTesting
import Synchronization
import TestEvents
import Testing

@Suite struct AsyncGroupTests {
    @Test func `an asynchronous sequence gives what is demanded`() async {
        let stream = AsyncStream<Int> { continuation in
            for value in 1...5 { continuation.yield(value) }
            continuation.finish()
        }
        var seen: [Int] = []
        for await value in stream.publisher.map({ $0 * 2 }).values { seen.append(value) }

        #expect(seen == [2, 4, 6, 8, 10])
    }

    @Test func `a future runs an asynchronous function`() async throws {
        let good = Future<Int, SampleError> { () async throws(SampleError) -> Int in 5 }
        let bad = Future<Int, SampleError> { () async throws(SampleError) -> Int in throw SampleError(code: 6) }

        #expect(try await good.value == 5)
        await #expect(throws: SampleError(code: 6)) { try await bad.value }
    }

    @Test(.timeLimit(.minutes(30))) func `a future cancels its function with its last subscriber`() async throws {
        let cancellations = EventCounter()
        let future = Future<Bool, Never> {
            // The cancellation of this task ends the wait.
            if (try? await EventCounter().reaches(1)) == nil { cancellations.add() }
            return true
        }

        future.sink { _ in }.cancel()

        try await cancellations.reaches(1)
    }

    @Test func `create gives what a callback sends, keeps it, and stops the work once`() {
        let stops = Counter()
        let sender = Mutex<Publishers.Create<Int, SampleError>.Sender?>(nil)
        let recorder = Recorder<Int, SampleError>(demand: .max(1))
        Publishers.Create<Int, SampleError>(capacity: .max) { made in
            sender.withLock { $0 = made }
            return AnyCancellable { _ = stops.next() }
        }.subscribe(recorder)

        for value in 1...3 { sender.withLock { $0 }?.send(value) }
        recorder.request(.max(1))
        #expect(recorder.values == [1, 2])
        sender.withLock { $0.take() }?.send(completion: .finished)
        recorder.request(.max(1))

        #expect(recorder.transcript == "1 2 3 finished")
        #expect(stops.value == 1)
    }

    @MainActor
    @Test func `a sink on the main actor may touch what belongs to it`() async {
        let page = MainPage()
        let subject = PassthroughSubject<Int, Never>()
        await withCheckedContinuation { continuation in
            page.token = subject.sinkOnMainActor { value in
                page.values.append(value)
                if value == 3 { continuation.resume() }
            }
            for value in 1...3 { subject.send(value) }
        }

        #expect(page.values == [1, 2, 3])
        page.token?.cancel()
    }

    @MainActor final class MainPage {
        var values: [Int] = []
        var token: AnyCancellable?
    }
}
