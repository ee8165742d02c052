import HTTPMessages
import RequestPipeline
import Streams
import Synchronization
import Testing

/// Requests of several steps.
@Suite struct OperationRequestTests {
    private let begun = Counter()

    private final class Counter: Sendable {
        private let count = Mutex(0)
        var value: Int { count.withLock { $0 } }
        func next() -> Int {
            count.withLock { count in
                count += 1; return count
            }
        }
    }

    private var request: Request<Sample, SampleFailure> {
        Request(Endpoint(.get, "", below: .failure(TransportError(.invalidArgument)))) { [begun] completion in
            let id = begun.next()
            DeliveryQueue.background.deliver { completion(.success(Sample(id: id))) }
            return ClosureCancellable()
        }
    }

    @Test func `each start in each style performs the steps again`() async throws {
        let awaited = try await request.start()
        let calledBack = await withCheckedContinuation { continuation in
            request.start { continuation.resume(returning: $0) }
        }
        var published: [Int] = []
        for try await sample in request.publisher().values { published.append(sample.id) }

        #expect(awaited.id == 1)
        #expect(try calledBack.get().id == 2)
        #expect(published == [3])
    }

    @Test
    func
        `a parameter, a header field or a time limit, which would have no effect, makes it fail before the first step`()
        async
    {
        for request in [
            request.parameters(["a": 1]), request.headers(["X-Y": "z"]), request.timeout(.seconds(1)),
        ] {
            let error = await #expect(throws: SampleFailure.self) { try await request.start() }

            #expect(error?.cause as? TransportError == TransportError(.invalidArgument))
        }
        #expect(begun.value == 0)
    }

    @Test func `a validator that throws makes it fail before the first step`() async {
        let error = await #expect(throws: SampleFailure.self) {
            try await request.requestValidators([Closed()]).start()
        }

        #expect(error?.cause as? TransportError == TransportError(.cancelled))
        #expect(begun.value == 0)
    }

    @Test func `a cancellation reaches the steps`() async {
        let (cancellations, cancellation) = AsyncStream<Void>.makeStream()
        let endless = Request<Sample, SampleFailure>(
            Endpoint(.get, "", below: .failure(TransportError(.invalidArgument)))
        ) { completion in
            let once = CompletionOnce<Result<Sample, SampleFailure>>(completion)
            return ClosureCancellable {
                once(.failure(SampleFailure(cause: TransportError(.cancelled), statusCode: 0)))
                cancellation.yield()
            }
        }

        endless.start { _ in }.cancel()
        var isCancelled = false
        for await _ in cancellations {
            isCancelled = true
            break
        }

        #expect(isCancelled)
    }
}
