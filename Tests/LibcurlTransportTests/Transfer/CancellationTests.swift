import HTTPFaultServer
import HTTPMessages
import LibcurlTransport
import TestEvents
import Testing

@Suite struct CancellationTests {
    /// No request here ends by a timeout, because machines can be slow.
    private let transport = CurlTransport { $0.timeout = .seconds(86_400) }

    /// The part of the response that the server has sent when the client cancels.
    private static let stages = [
        "", "HTTP/1.1 200", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf",
    ]

    @Test(.timeLimit(.minutes(30)), arguments: stages)
    func `T13: cancels during a response and closes the connection`(answer: String) async throws {
        let hasAnswered = EventCounter()
        let server = try FaultServer { peer in
            _ = peer.readRequest()
            peer.write(answer)
            hasAnswered.add()
            peer.waitForEnd()
        }
        let outcome = CompletionRecorder()

        let exchange = transport.send(try .post(server.url())) { outcome.record($0) }
        try await hasAnswered.reaches(1)
        exchange.cancel()

        #expect(await outcome.first.failure?.code == .cancelled)
        try await server.closures.reaches(1)
        exchange.cancel()
        #expect(outcome.count == 1)
    }

    @Test func `T13: a request that is cancelled immediately completes once, as cancelled`() async throws {
        let server = try FaultServer { $0.waitForEnd() }
        let outcome = CompletionRecorder()

        let exchange = transport.send(try .post(server.url())) { outcome.record($0) }
        exchange.cancel()

        #expect(await outcome.first.failure?.code == .cancelled)
        #expect(outcome.count == 1)
    }

    @Test func `T13: cancelling a completed exchange does nothing`() async throws {
        let server = try FaultServer()
        let outcome = CompletionRecorder()

        let exchange = transport.send(try .get(server.url())) { outcome.record($0) }
        let first = await outcome.first
        for _ in 0..<3 { exchange.cancel() }
        _ = try await transport.response(.get(server.url()))

        #expect(first.response?.status == 204)
        #expect(outcome.count == 1)
        #expect(server.connections == 1)
    }

    @Test func `T13: thousands of requests that are cancelled at any moment, from many threads, complete once each`()
        async throws
    {
        let server = try FaultServer(answering: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        let request = try TransportRequest.post(server.url())
        let transport = transport

        let codes = await withTaskGroup(of: [TransportError.Code?].self) { group in
            for task in 0..<8 {
                group.addTask {
                    var codes: [TransportError.Code?] = []
                    for round in 0..<250 {
                        let outcome = CompletionRecorder()
                        let exchange = transport.send(request) { outcome.record($0) }
                        // From immediately to certainly after the end.
                        for _ in 0..<((round * 37 + task * 11) % 64) { await Task.yield() }
                        exchange.cancel()
                        exchange.cancel()
                        codes.append(await outcome.first.failure?.code)
                        #expect(outcome.count == 1)
                    }
                    return codes
                }
            }
            return await group.reduce(into: []) { $0 += $1 }
        }

        #expect(codes.count == 2000)
        #expect(codes.allSatisfy { $0 == nil || $0 == .cancelled })
        #expect(codes.contains { $0 == .cancelled })
    }

    @Test func `T13: can be cancelled in its own completion and in another one`() async throws {
        let server = try FaultServer { peer in
            while let request = peer.readRequest() {
                guard !request.contains("/hang") else { return peer.waitForEnd() }
                peer.write("HTTP/1.1 204 No Content\r\n\r\n")
            }
        }
        let hanging = CompletionRecorder()
        let exchange = transport.send(try .get(server.url("/hang"))) { result in
            hanging.record(result)
            hanging.exchange?.cancel()
        }
        hanging.hold(exchange)

        let outcome = CompletionRecorder()
        _ = transport.send(try .get(server.url("/fine"))) { result in
            exchange.cancel()
            outcome.record(result)
        }

        #expect(await outcome.first.response?.status == 204)
        #expect(await hanging.first.failure?.code == .cancelled)
        #expect(hanging.count == 1)
    }
}
