import Dispatch
import Harness
import Streams

/// Streams: `streams/<case>`, the cost of one element or one operation.
enum StreamsBenchmarks {
    static let all: [Benchmark] =
        sequences + singles + subjects + depths + combinations + queues + threads
        + Values.all

    static let ratios =
        [
            Ratio("receive-on", to: "async", in: "streams/queue", goal: "at most 1.5")
        ] + Values.ratios

    private static let sequences = [
        row("sequence.map.sink", elements: length, Sequences.map),
        row("sequence.map.filter.map.sink", elements: length, Sequences.mapFilterMap),
        row("sequence.10-operators", elements: length, Sequences.tenOperators),
        row("sequence.map.filter.reduce", elements: length, Sequences.mapFilterReduce),
        row("sequence.scan", elements: length, Sequences.scan),
        row("sequence.collect", elements: length, Sequences.collect),
        row("sequence.collect10", elements: length, Sequences.collectTen),
        row("sequence.buffer", elements: length, Sequences.buffer),
        row("sequence.tryMap.filter.sink", elements: length, Sequences.tryMap),
        row("sequence.custom-subscriber", elements: length, Sequences.customSubscriber),
        row("flatMap.just", elements: length, Sequences.flatMapJust),
        row("flatMap.sequence10", elements: 100, Sequences.flatMapSequence),
    ]

    private static let singles = [
        row("just.map.sink", Single.just),
        row("future.map.sink.store", Single.future),
        row("sdk-pipeline", Single.sdkPipeline),
        row("sdk-pipeline.erased", Single.sdkPipelineErased),
    ]

    private static let subjects = [
        row("subject.sink", Subjects.sink),
        row("subject.map.filter.map", Subjects.mapFilterMap),
        row("subject.removeDuplicates", Subjects.removeDuplicates),
        row("subject.scan", Subjects.scan),
        row("subject.100-sinks", Subjects.hundredSinks),
        row("subject.buffer", Subjects.buffer),
        row("subscribe-100-cancel", Subjects.subscribeHundred),
        row("subscribe-100-send", Subjects.subscribeHundredAndSend),
    ]

    private static let depths = (1...12).map { depth in
        row("depth.\(depth)") { Depths.make[depth - 1]() }
    }

    private static let combinations = [
        row("subject.flatMap.just", Combinations.flatMapJust),
        row("subject.flatMap.sequence10", Combinations.flatMapSequence),
        row("merge4", Combinations.merge),
        row("zip2", Combinations.zip),
        row("combineLatest2", Combinations.combineLatest),
        row("share.2-sinks", Combinations.share),
        row("switchToLatest.just", Combinations.switchToLatest),
    ]

    private static let queues = [
        row("queue/async", elements: Queues.burst, Queues.bare),
        row("queue/receive-on", elements: Queues.burst, Queues.receiveOn),
        row("queue.one-by-one/async", Queues.bareOneByOne),
        row("queue.one-by-one/receive-on", Queues.receiveOnOneByOne),
    ]

    private static let threads = [
        Benchmark("streams/subject.2-threads", metric: .nanoseconds, plan: .scaled(warmUp: 2000, counted: 2000)) {
            (run, work: (Int) -> Void) in
            work(run.iterations)
        } setup: {
            Subjects.twoThreads()
        }
    ]

    /// The number of elements of a sequence.
    static let length = 1000

    /// Creates a benchmark: `setUp` prepares what is not measured and returns the work, which processes `elements`
    /// elements.
    private static func row(
        _ name: String, elements: Int = 1, _ setUp: @escaping @Sendable () -> () -> Void
    ) -> Benchmark {
        Benchmark("streams/\(name)", plan: .scaled(warmUp: 200 * elements, counted: 100 * elements)) {
            (run, work: Work) in
            for _ in 0..<max(1, run.iterations / elements) { work.body() }
        } setup: {
            secondThread.async { DispatchSemaphore(value: 0).wait() }
            return Work(body: setUp())
        }
    }

    /// The measured closure. A closure that is a generic argument itself is called through two thunks, 26 instructions.
    private struct Work {
        let body: () -> Void
    }

    /// A second thread that is kept alive: a process with one thread pays less for locks than a real program does.
    private static let secondThread = DispatchQueue(label: "parked")
}

/// The failure of the pipelines that can fail.
struct SampleError: Error {}
