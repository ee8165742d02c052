import HTTPMessages
import TestEvents
import Testing

@Suite(.timeLimit(.minutes(10))) struct AsyncTransportTests {
    private struct Refused: Error {}

    private func request(timeout: Duration? = nil) throws -> TransportRequest {
        TransportRequest(method: .get, url: try HTTPURL("https://example.com/"), timeout: timeout)
    }

    private func result(
        _ transport: AsyncTransport, _ request: TransportRequest
    ) async -> Result<TransportResponse, TransportError> {
        await withCheckedContinuation { continuation in
            _ = transport.send(request) { continuation.resume(returning: $0) }
        }
    }

    @Test func `returns the response of the function`() async throws {
        let transport = AsyncTransport { request in
            TransportResponse(status: 201, fields: ["Location": request.url.string], body: [1])
        }

        let response = try await result(transport, request()).get()

        #expect(response.status == 201)
        #expect(response.fields["Location"] == "https://example.com/")
        #expect(response.body == [1])
    }

    @Test func `reports a transport error unchanged, and another error as its cause`() async throws {
        let refused = await result(AsyncTransport { _ in throw TransportError(.tlsFailure) }, try request())
        let cancelled = await result(AsyncTransport { _ in throw CancellationError() }, try request())
        let other = await result(AsyncTransport { _ in throw Refused() }, try request())

        #expect(refused == .failure(TransportError(.tlsFailure)))
        #expect(cancelled == .failure(TransportError(.cancelled)))
        guard case .failure(let error) = other else { return #expect(Bool(false), "no error") }
        #expect(error.code == .outcomeUnknown && error.requestMayHaveArrived && error.cause is Refused)
    }

    @Test func `T13 a cancellation completes once, although the function goes on`() async throws {
        let (started, completions) = (EventCounter(), EventCounter())
        let (gate, open) = AsyncStream<Void>.makeStream()
        let transport = AsyncTransport { _ in
            started.add()
            // Deaf to cancellation: another task waits for the gate.
            await Task { for await _ in gate {} }.value
            return TransportResponse(status: 200)
        }
        let exchange = transport.send(try request()) { result in
            #expect(result == .failure(TransportError(.cancelled)))
            completions.add()
        }
        try await started.reaches(1)

        exchange.cancel()
        exchange.cancel()
        try await completions.reaches(1)
        open.finish()
        exchange.cancel()

        #expect(completions.count == 1)
    }

    @Test func `T5 ends at the deadline, and cancels the function`() async throws {
        let cancelled = EventCounter()
        let transport = AsyncTransport { _ in
            let (silence, _) = AsyncStream<Void>.makeStream()
            for await _ in silence {}
            cancelled.add()
            throw CancellationError()
        }

        let outcome = await result(transport, try request(timeout: .milliseconds(20)))
        try await cancelled.reaches(1)

        #expect(outcome == .failure(TransportError(.timedOut)))
    }
}
