import HTTPFaultServer
import HTTPMessages
import LibcurlTransport
import TestEvents
import Testing

@Suite struct DeadlineTests {
    /// Without the deadlines of the requests these tests would not end.
    private let transport = CurlTransport { $0.timeout = .seconds(86_400) }

    @Test(
        .timeLimit(.minutes(30)),
        arguments: ["", "HTTP/1.1 200 OK\r\nContent-Le", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf"])
    func `T5: ends a request whose response is late`(answer: String) async throws {
        let server = try FaultServer(hangingAfter: answer)

        // A busy machine may have sent nothing at the deadline: then another request has more time.
        var mayHaveArrived = false
        for limit in [60, 600, 6_000] where !mayHaveArrived {
            let started = ContinuousClock.now
            let failure = await transport.failure(try .post(server.url(), timeout: .milliseconds(limit)))

            #expect(failure?.code == .timedOut)
            #expect(ContinuousClock.now - started >= .milliseconds(limit - 1))
            mayHaveArrived = failure?.requestMayHaveArrived == true
        }
        #expect(mayHaveArrived)
    }

    @Test(.timeLimit(.minutes(30)))
    func `T5: a slow body does not extend the deadline`() async throws {
        let server = try FaultServer { peer in
            _ = peer.readRequest()
            peer.write("HTTP/1.1 200 OK\r\nContent-Length: 1048576\r\n\r\n")
            while peer.isOpen(afterMilliseconds: 5), peer.write("x") {}
        }

        let failure = await transport.failure(try .post(server.url(), timeout: .milliseconds(120)))

        #expect(failure?.code == .timedOut)
    }

    @Test(arguments: [Duration.zero, .seconds(-5), .nanoseconds(1)])
    func `a deadline in the past has expired`(timeout: Duration) async throws {
        let server = try FaultServer(hangingAfter: "")

        let failure = await transport.failure(try .get(server.url(), timeout: timeout))

        #expect(failure?.code == .timedOut)
    }

    @Test func `a deadline can be later than any clock value`() async throws {
        let server = try FaultServer(endingAfter: "HTTP/1.1 204 No Content\r\n\r\n")

        let response = try await transport.response(.get(server.url(), timeout: .seconds(Int64.max)))

        #expect(response.status == 204)
    }

    @Test func `waits for a connection no longer than configured`() async throws {
        // A listener that accepts nothing and whose queue is full: further handshakes are not answered.
        let listener = try FullListener()
        let transport = CurlTransport { $0.connectTimeout = .milliseconds(80) }

        let failure = await transport.failure(try .post(listener.url))

        #expect(failure?.code == .timedOut)
        #expect(failure?.requestMayHaveArrived == false)
    }

    @Test func `a request that waits for a connection times out`() async throws {
        let hasArrived = EventCounter()
        let server = try FaultServer { peer in
            _ = peer.readRequest()
            hasArrived.add()
            peer.waitForEnd()
        }
        let transport = CurlTransport { $0.maximumConnectionsPerOrigin = 1 }

        let first = Task { await transport.failure(try .post(server.url(), timeout: .seconds(86_400))) }
        try await hasArrived.reaches(1)
        let second = await transport.failure(try .post(server.url(), timeout: .milliseconds(100)))
        transport.shutdown()
        _ = await first.result

        #expect(second?.code == .timedOut)
        #expect(second?.requestMayHaveArrived == false)
        #expect(server.connections == 1)
    }
}
