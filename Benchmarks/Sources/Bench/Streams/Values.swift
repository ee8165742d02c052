import CProbe
import Harness
import Streams

/// Values of an asynchronous sequence: those of a publisher, compared with those of an `AsyncStream`.
enum Values {
    static let all = [
        // The values are there when the loop asks for them.
        Benchmark("streams/for-await.buffered/async-stream", plan: plan) { (run, _: Void) in
            let (stream, continuation) = AsyncStream<Int>.makeStream()
            var iterator = stream.makeAsyncIterator()
            for _ in 0..<max(1, run.iterations / burst) {
                for value in 0..<burst { continuation.yield(value) }
                for _ in 0..<burst { probe_take(await iterator.next() ?? 0) }
            }
        } setup: {
        },
        Benchmark("streams/for-await.buffered/publisher", plan: plan) { (run, _: Void) in
            let subject = PassthroughSubject<Int, Never>()
            var iterator = subject.values.makeAsyncIterator()
            for _ in 0..<max(1, run.iterations / burst) {
                for value in 0..<burst { subject.send(value) }
                for _ in 0..<burst { probe_take(await iterator.next() ?? 0) }
            }
        } setup: {
        },
        // The loop waits for each value, which another task sends.
        Benchmark("streams/for-await.waiting/async-stream", plan: plan) { (run, _: Void) in
            let (stream, continuation) = AsyncStream<Int>.makeStream()
            let count = run.iterations
            let sender = Task {
                for value in 0..<count {
                    continuation.yield(value)
                    await Task.yield()
                }
                continuation.finish()
            }
            for await value in stream { probe_take(value) }
            await sender.value
        } setup: {
        },
        Benchmark("streams/for-await.waiting/publisher", plan: plan) { (run, _: Void) in
            let subject = PassthroughSubject<Int, Never>()
            var iterator = subject.values.makeAsyncIterator()
            let count = run.iterations
            let sender = Task {
                for value in 0..<count {
                    subject.send(value)
                    await Task.yield()
                }
                subject.send(completion: .finished)
            }
            while let value = await iterator.next() { probe_take(value) }
            await sender.value
        } setup: {
        },
    ]

    static let ratios = [
        Ratio("publisher", to: "async-stream", in: "streams/for-await.buffered", goal: "at most 1.1"),
        Ratio("publisher", to: "async-stream", in: "streams/for-await.waiting", goal: "at most 1.1"),
    ]

    /// The number of values that are sent before the loop takes them.
    private static let burst = 100
    private static let plan = Benchmark.Plan.scaled(warmUp: 2_000, counted: 10_000)
}
