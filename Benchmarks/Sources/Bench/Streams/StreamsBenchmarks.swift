import Dispatch
import Harness
import Streams

/// Values over time: `streams/<case>`, the cost of one element or one operation.
enum StreamsBenchmarks {
    static let all: [Benchmark] =
        [
            row("sequence.map.sink", elements: length, Sequences.map),
            row("sequence.map.filter.map.sink", elements: length, Sequences.mapFilterMap),
            row("sequence.10-operators", elements: length, Sequences.tenOperators),
            row("sequence.tryMap.filter.sink", elements: length, Sequences.tryMap),
            row("sequence.custom-subscriber", elements: length, Sequences.customSubscriber),
            row("flatMap.just", elements: length, Sequences.flatMapJust),
            row("flatMap.sequence10", elements: 100, Sequences.flatMapSequence),
            row("just.map.sink", Single.just),
            row("future.map.sink.store", Single.future),
            row("sdk-pipeline", Single.sdkPipeline),
            row("subject.sink", Subjects.sink),
            row("subject.map.filter.map", Subjects.mapFilterMap),
            row("subject.100-sinks", Subjects.hundredSinks),
            row("subscribe-100-cancel", Subjects.subscribeHundred),
        ]

    /// How many elements a sequence has.
    static let length = 1000

    /// A case: `setUp` makes what is not measured and returns the work, which handles so many elements.
    private static func row(
        _ name: String, elements: Int = 1, _ setUp: @escaping @Sendable () -> () -> Void
    ) -> Benchmark {
        Benchmark("streams/\(name)", plan: .scaled(warmUp: 200 * elements, counted: 100 * elements)) {
            (run, work: () -> Void) in
            for _ in 0..<max(1, run.iterations / elements) { work() }
        } setup: {
            secondThread.async { DispatchSemaphore(value: 0).wait() }
            return setUp()
        }
    }

    /// A process with one thread pays less for locks than any real program does, so a second one is kept alive.
    private static let secondThread = DispatchQueue(label: "parked")
}

/// A failure for pipelines that may have one.
struct Oops: Error {}
