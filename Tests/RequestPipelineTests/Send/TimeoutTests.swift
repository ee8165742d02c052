import HTTPMessages
import RequestPipeline
import Testing
import TransportDoubles

/// The time limit of one request.
@Suite struct TimeoutTests {
    @Test func `a request has the transport's limit unless it has its own`() async throws {
        let transport = StubTransport(body: #"{"id":1}"#)
        let request = try sampleRequest(transport)

        _ = try await request.start()
        _ = try await request.timeout(.seconds(90)).timeout(.milliseconds(250)).start()

        #expect(transport.requests.map(\.timeout) == [nil, .milliseconds(250)])
    }

    @Test(arguments: [Duration.zero, .seconds(-1)])
    func `a limit that is not positive fails before anything is sent`(limit: Duration) async throws {
        let transport = StubTransport(body: #"{"id":1}"#)

        let error = await #expect(throws: SampleFailure.self) {
            try await sampleRequest(transport).timeout(limit).start()
        }

        #expect((error?.cause as? TransportError)?.code == .invalidArgument)
        #expect(transport.requests.isEmpty)
    }

    @Test func `T13 a request with a limit can be cancelled`() async throws {
        let transport = StubTransport { _ in nil }
        let request = try sampleRequest(transport).timeout(.seconds(600))

        let task = Task { await request.result() }
        await transport.nextArrival()
        task.cancel()

        guard case .failure(let error) = await task.value else { throw TransportError(.malformedResponse) }
        #expect((error.cause as? TransportError)?.code == .cancelled)
    }
}
