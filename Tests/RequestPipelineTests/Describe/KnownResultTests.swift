import HTTPMessages
import RequestPipeline
import Streams
import Synchronization
import Testing

@Suite struct KnownResultTests {
    private let known = Request<Sample, SampleFailure>(result: .success(Sample(id: 7)))

    @Test func `is delivered in three styles, regardless of modifiers`() async throws {
        let request = known.parameters(["a": 1]).headers(["X-Y": "z"])

        let awaited = try await request.start()
        let calledBack = await withCheckedContinuation { continuation in
            request.start { continuation.resume(returning: $0) }
        }
        var published: [Int] = []
        for try await sample in request.start().values { published.append(sample.id) }

        #expect(awaited.id == 7)
        #expect(try calledBack.get().id == 7)
        #expect(published == [7])
    }

    @Test func `is never delivered from inside start`() async {
        let hasReturned = Mutex(false)

        // The lock is held until `start` has returned: a delivery from inside would trap on it, and one from elsewhere
        // waits.
        let order = await withCheckedContinuation { continuation in
            hasReturned.withLock { isOver in
                known.start { _ in continuation.resume(returning: hasReturned.withLock { $0 }) }
                isOver = true
            }
        }

        #expect(order)
    }

    @Test func `is replaced by an error that would have stopped the request`() async {
        let refused = await #expect(throws: SampleFailure.self) {
            try await known.requestValidators([Closed()]).start()
        }
        let unsayable = await #expect(throws: SampleFailure.self) {
            try await known.parameters(["a": Closed()]).start()
        }
        let failed = await #expect(throws: SampleFailure.self) {
            try await Request<Sample, SampleFailure>(result: .failure(SampleFailure(info: [:], statusCode: 418)))
                .start()
        }

        #expect(refused?.cause as? TransportError == TransportError(.cancelled))
        #expect(unsayable?.cause as? TransportError == TransportError(.invalidArgument))
        #expect(failed?.statusCode == 418)
    }
}
