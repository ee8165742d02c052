import HTTPMessages
import TestEvents
import Testing

@Suite(.timeLimit(.minutes(30))) struct AsyncTransportTests {
    private struct Refused: Error {}

    @TaskLocal private static var trace: String?

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

    private func failure(
        _ request: TransportRequest,
        _ function: @escaping @Sendable (TransportRequest) async throws -> TransportResponse
    ) async -> TransportError? {
        await result(AsyncTransport(function), request).failure
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
        let refused = await failure(try request()) { _ in throw TransportError(.tlsFailure, detail: "a") }
        let cancelled = await failure(try request()) { _ in throw CancellationError() }
        let other = await failure(try request()) { _ in throw Refused() }

        #expect(refused?.code == .tlsFailure && refused?.detail == "a")
        #expect(cancelled?.code == .cancelled)
        #expect(other?.code == .outcomeUnknown && other?.requestMayHaveArrived == true && other?.cause is Refused)
    }

    @Test func `does not send a request with an invalid header field`() async throws {
        let calls = EventCounter()
        var request = try request()
        request.fields.append("a\r\nB: c", named: "X")

        let error = await failure(request) { _ in
            calls.add()
            return TransportResponse(status: 200)
        }

        #expect(error?.code == .invalidArgument && error?.requestMayHaveArrived == false)
        #expect(calls.count == 0)
    }

    @Test func `the function sees the task-local values of the caller`() async throws {
        let transport = AsyncTransport { _ in
            TransportResponse(status: 200, body: Array((Self.trace ?? "none").utf8))
        }

        let response = try await Self.$trace.withValue("span-1") { try await result(transport, request()).get() }

        #expect(response.body == Array("span-1".utf8))
    }

    @Test func `T13 a cancellation completes once, although the function continues`() async throws {
        let (started, completions) = (EventCounter(), EventCounter())
        let (gate, open) = AsyncStream<Void>.makeStream()
        let transport = AsyncTransport { _ in
            started.add()
            // Ignores the cancellation: another task waits for the gate.
            await Task { for await _ in gate {} }.value
            return TransportResponse(status: 200)
        }
        let exchange = transport.send(try request()) { result in
            #expect(result.failure?.code == .cancelled)
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

    @Test func `T13 a cancellation cancels the task of the function, whose error is not reported`() async throws {
        let (started, ended, completions) = (EventCounter(), EventCounter(), EventCounter())
        let transport = AsyncTransport { _ in
            started.add()
            // `reaches` throws when its task is cancelled.
            defer { ended.add() }
            guard (try? await EventCounter().reaches(1)) != nil else { throw Refused() }
            return TransportResponse(status: 200)
        }
        let exchange = transport.send(try request()) { result in
            #expect(result.failure?.code == .cancelled)
            completions.add()
        }
        try await started.reaches(1)

        exchange.cancel()
        try await ended.reaches(1)
        try await completions.reaches(1)

        #expect(completions.count == 1)
    }

    @Test func `T5 ends at the deadline, and cancels the task of the function`() async throws {
        let ended = EventCounter()

        let error = await failure(try request(timeout: .milliseconds(20))) { _ in
            defer { ended.add() }
            try await EventCounter().reaches(1)
            return TransportResponse(status: 200)
        }
        try await ended.reaches(1)

        #expect(error?.code == .timedOut)
    }

    @Test(arguments: [Duration.seconds(Int64.max), .zero, .seconds(-1)])
    func `accepts a deadline of any length`(timeout: Duration) async throws {
        let result = await result(AsyncTransport { _ in TransportResponse(status: 204) }, try request(timeout: timeout))

        switch result {
        case .success(let response): #expect(response.status == 204)
        case .failure(let error): #expect(error.code == .timedOut && timeout <= .zero)
        }
    }
}

extension Result where Success == TransportResponse, Failure == TransportError {
    fileprivate var failure: TransportError? {
        guard case .failure(let error) = self else { return nil }
        return error
    }
}
