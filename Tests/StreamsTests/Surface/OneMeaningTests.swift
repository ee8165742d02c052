import Streams
import Synchronization
import Testing

/// An operator means the same behind every origin: its closure runs when a subscriber gets a value, and once for each.
@Suite struct OneMeaningTests {
    /// Counts the calls of a closure of an operator.
    private final class Calls: Sendable {
        private let number = Atomic(0)
        var count: Int { number.load(ordering: .relaxed) }
        func note<T>(_ value: T) -> T {
            number.add(1, ordering: .relaxed)
            return value
        }
    }

    private func expectOneCallEach<P: Publisher>(
        _ chain: (Calls) -> P, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let calls = Calls()
        let publisher = chain(calls)
        #expect(calls.count == 0, sourceLocation: sourceLocation)
        _ = publisher.transcript
        _ = publisher.transcript
        #expect(calls.count == 2, sourceLocation: sourceLocation)
    }

    @Test func `S4: a closure behind a known value runs for each subscriber, not at the call`() {
        expectOneCallEach { calls in Just(1).map { calls.note($0) } }
        expectOneCallEach { calls in Just(1).filter { calls.note($0) > 0 } }
        expectOneCallEach { calls in Just(1).tryMap { calls.note($0) } }
        expectOneCallEach { calls in Int?(1).publisher.compactMap { calls.note($0) } }
        expectOneCallEach { calls in Int?(1).publisher.allSatisfy { calls.note($0) > 0 } }
        expectOneCallEach { calls in Result<Int, SampleError>.Publisher(1).map { calls.note($0) } }
        expectOneCallEach { calls in Result<Int, SampleError>.Publisher(SampleError()).mapError { calls.note($0) } }
        expectOneCallEach { calls in [1].publisher.map { calls.note($0) } }
        expectOneCallEach { calls in [1].publisher.reduce(0) { calls.note($0 + $1) } }
    }

    @Test func `S4: a known result that is ignored keeps its failure`() {
        #expect(
            Result<Int, SampleError>.Publisher(SampleError(code: 7)).ignoreOutput().transcript == "SampleError(code: 7)"
        )
    }
}
