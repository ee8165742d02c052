import Streams
import StreamsTesting
import Synchronization
import Testing

@Suite struct ValuesTests {
    @Test func `publishes every value of a sequence and demands one at a time`() async {
        var seen: [Int] = []
        for await value in (0..<1000).publisher.values { seen.append(value) }

        #expect(seen == Array(0..<1000))
    }

    @Test func `loses nothing that a subject sends between two calls`() async {
        let subject = PassthroughSubject<Int, Never>()
        var iterator = subject.values.makeAsyncIterator()
        for value in 0..<1000 { subject.send(value) }
        subject.send(completion: .finished)

        var seen: [Int] = []
        while let value = await iterator.next() { seen.append(value) }

        #expect(seen == Array(0..<1000))
    }

    /// Operators whose output depends on when their values are demanded, by their definition.
    private static let dependent: Set = [
        "buffer byRequest", "buffer error", "buffer keepFull", "flatMap sequences", "prepend values",
    ]

    @Test(arguments: operatorCases.filter { !dependent.contains($0.name) })
    func `loses nothing behind an operator that a sink would get`(operatorCase: OperatorCase) async {
        let (sinkBench, valueBench) = (Subjects(), Subjects())
        let recorder = Recorder<String, any Error>()
        operatorCase.apply(sinkBench.workbench).subscribe(recorder)
        var iterator = operatorCase.apply(valueBench.workbench).values.makeAsyncIterator()
        for bench in [sinkBench, valueBench] { bench.play() }

        var seen: [String] = []
        do { while let value = try await iterator.next() { seen.append(value) } } catch {}

        #expect(seen == recorder.values)
    }

    /// Two subjects that send values and finish.
    private struct Subjects {
        let source = PassthroughSubject<Int, SampleError>()
        let other = PassthroughSubject<Int, SampleError>()
        let scheduler = ManualScheduler()

        var workbench: Workbench {
            Workbench(
                source: source.eraseToAnyPublisher(), other: other.eraseToAnyPublisher(), scheduler: scheduler)
        }

        func play() {
            scheduler.run()
            for value in 1...4 {
                source.send(value)
                other.send(value * 10)
                scheduler.advance(by: .seconds(value == 2 ? 3 : 1))
            }
            source.send(completion: .finished)
            other.send(completion: .finished)
            scheduler.advance(by: .seconds(100))
        }
    }

    @Test func `throws the publisher's own failure`() async {
        var seen: [Int] = []
        do throws(SampleError) {
            for try await value in [1, 2].publisher.setFailureType(to: SampleError.self)
                .flatMap({
                    $0 == 2
                        ? Result<Int, SampleError>.failure(SampleError(code: 7)).publisher
                        : Result<Int, SampleError>.success($0).publisher
                })
                .values
            {
                seen.append(value)
            }
            Issue.record("it did not fail")
        } catch {
            #expect(error == SampleError(code: 7))
        }
    }

    @Test func `a call demands another value if another call took the value that it demanded`() async {
        let probe = Probe<Int, Never>()
        let onRequest = Mutex<(@Sendable () -> Void)?>(nil)
        let first = probe.handleEvents(receiveRequest: { _ in onRequest.withLock { $0.take() }?() }).values
            .makeAsyncIterator()
        nonisolated(unsafe) let (own, other) = (first, first)
        onRequest.withLock {
            $0 = {
                probe.send(1)
                Task.immediate {
                    var iterator = other
                    #expect(await iterator.next() == 1)
                }
            }
        }

        let reading = Task.immediate {
            var iterator = own
            return await iterator.next()
        }
        probe.send(2)

        #expect(probe.requests == [.max(1), .max(1)])
        #expect(await reading.value == 2)
    }

    @Test func `ends and cancels with its task`() async {
        let probe = Probe<Int, Never>()
        let task = Task {
            for await _ in probe.values {}
            return true
        }

        task.cancel()

        #expect(await task.value)
        #expect(probe.isCancelled || probe.subscriberCount == 0)
    }

    @MainActor
    @Test func `is walked through on the main actor`() async {
        var sum = 0
        for await value in (1...100).publisher.values { sum += value }

        #expect(sum == 5050)
    }
}
