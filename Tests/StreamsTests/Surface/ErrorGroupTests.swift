import Streams
import Synchronization
import Testing

@Suite struct ErrorGroupTests {
    /// Fails the given number of times, and then publishes the number of attempts.
    private func flaky(_ failures: Int) -> Deferred<AnyPublisher<Int, SampleError>> {
        let attempts = Counter()
        return Deferred {
            let attempt = attempts.next()
            return attempt <= failures
                ? Fail(error: SampleError(code: attempt)).eraseToAnyPublisher()
                : Just(attempt).setFailureType(to: SampleError.self).eraseToAnyPublisher()
        }
    }

    @Test func `retry subscribes again, so many times`() {
        #expect(flaky(2).retry(2).transcript == "3 finished")
        #expect(flaky(3).retry(2).transcript == "SampleError(code: 3)")
    }

    @Test func `tryCatch goes on, or fails with what is thrown`() {
        let failing = three.append(Fail<Int, SampleError>(error: SampleError(code: 1)))
        #expect(failing.tryCatch { _ in Just(9).setFailureType(to: SampleError.self) }.transcript == "1 2 3 9 finished")
        #expect(
            failing.tryCatch { _ -> Just<Int> in throw SampleError(code: 2) }.transcript == "1 2 3 SampleError(code: 2)"
        )
        #expect(three.assertNoFailure().transcript == "1 2 3 finished")
    }
}

/// Counts calls from any thread.
final class Counter: Sendable {
    private let count = Atomic(0)
    func next() -> Int { count.wrappingAdd(1, ordering: .relaxed).newValue }
    var value: Int { count.load(ordering: .relaxed) }
}
