import HTTPMessages
import LibcurlTransport
import Testing

@Suite struct CancellationTests {
    /// Nothing here ends because it took long: machines are slow at times.
    private let transport: CurlTransport = {
        var configuration = CurlTransport.Configuration()
        configuration.timeout = .seconds(86_400)
        return CurlTransport(configuration)
    }()

    /// Where a server is with an answer when the client gives up.
    private static let stages = [
        "", "HTTP/1.1 200", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf",
    ]

    @Test(arguments: stages)
    func `T13: gives up while an answer is under way, and closes the connection`(answer: String) async throws {
        let hasAnswered = Gate()
        let isClosed = Gate()
        let server = try FaultServer { peer in
            _ = peer.readRequest()
            peer.write(answer)
            hasAnswered.open()
            peer.waitForEnd()
            isClosed.open()
        }
        let outcome = Outcome()

        let exchange = transport.send(try .post(server.url())) { outcome.record($0) }
        await hasAnswered.wait()
        exchange.cancel()

        #expect(await outcome.first.failure?.code == .cancelled)
        await isClosed.wait()
        exchange.cancel()
        #expect(outcome.count == 1)
    }

    @Test func `T13: what is given up at once was never sent`() async throws {
        let server = try FaultServer { _ = $0.readRequest() }
        let outcome = Outcome()

        // The first request starts the thread, so the second is surely cancelled before it is looked at or after.
        let exchange = transport.send(try .post(server.url())) { outcome.record($0) }
        exchange.cancel()

        let failure = await outcome.first.failure
        #expect(failure?.code == .cancelled || failure?.code == .outcomeUnknown)
        #expect(outcome.count == 1)
    }

    @Test func `T13: a completed exchange is left as it is`() async throws {
        let server = try FaultServer { peer in
            while peer.readRequest() != nil { peer.write("HTTP/1.1 204 No Content\r\n\r\n") }
        }
        let outcome = Outcome()

        let exchange = transport.send(try .get(server.url())) { outcome.record($0) }
        let first = await outcome.first
        for _ in 0..<3 { exchange.cancel() }
        _ = try await transport.response(.get(server.url()))

        #expect(first.response?.status == 204)
        #expect(outcome.count == 1)
        #expect(server.connections == 1)
    }

    @Test func `T13: thousands given up at any moment, from many threads, complete once each`() async throws {
        let server = try FaultServer { peer in
            while peer.readRequest() != nil { peer.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok") }
        }
        let request = try HTTPRequest.post(server.url())
        let transport = transport

        let codes = await withTaskGroup(of: [TransportError.Code?].self) { group in
            for task in 0..<8 {
                group.addTask {
                    var codes: [TransportError.Code?] = []
                    for round in 0..<250 {
                        let outcome = Outcome()
                        let exchange = transport.send(request) { outcome.record($0) }
                        // From at once to after it is surely done.
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

    @Test func `T13: may be given up from its own completion and from another's`() async throws {
        let server = try FaultServer { peer in
            while let request = peer.readRequest() {
                guard !request.contains("/hang") else { return peer.waitForEnd() }
                peer.write("HTTP/1.1 204 No Content\r\n\r\n")
            }
        }
        let hanging = Outcome()
        let exchange = transport.send(try .get(server.url("/hang"))) { result in
            hanging.record(result)
            hanging.exchange?.cancel()
        }
        hanging.hold(exchange)

        let outcome = Outcome()
        _ = transport.send(try .get(server.url("/fine"))) { result in
            exchange.cancel()
            outcome.record(result)
        }

        #expect(await outcome.first.response?.status == 204)
        #expect(await hanging.first.failure?.code == .cancelled)
        #expect(hanging.count == 1)
    }
}
