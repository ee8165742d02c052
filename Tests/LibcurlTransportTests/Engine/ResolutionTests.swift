import HTTPFaultServer
import HTTPMessages
import LibcurlTransport
import TestEvents
import Testing

/// Names whose name server does not answer, each test in a process of its own: the limit is that of a process.
@Suite struct ResolutionTests {
    private static let forever = Duration.seconds(86_400)

    private static func transport(connectTimeout: Duration = forever) -> CurlTransport {
        HangingNames.install()
        return CurlTransport { ($0.connectTimeout, $0.timeout) = (connectTimeout, forever) }
    }

    @Test(.timeLimit(.minutes(30)))
    func `requests to a host share one hanging resolution, which outlives their time limits`() async {
        await #expect(processExitsWith: .success) {
            let transport = Self.transport(connectTimeout: .milliseconds(20))
            let request = try TransportRequest.get("https://a.hangs.test/")

            for _ in 0..<6 { #expect(await transport.failure(request)?.code == .timedOut) }

            try await HangingNames.begun.reaches(1)
            #expect(HangingNames.begun.count == 1)
            transport.shutdown()
            HangingNames.answer("a.hangs.test")
            await TestChild.end(transport)
        }
    }

    @Test(.timeLimit(.minutes(30)))
    func `a request continues with the resolution of one that was cancelled or late`() async {
        await #expect(processExitsWith: .success) {
            let server = try FaultServer { $0.reset() }
            let transport = Self.transport()
            for (index, timeout) in [nil, Duration.milliseconds(20)].enumerated() {
                let name = "\(index).hangs.test"
                let url = "https://\(name):\(server.port)/"
                let first = CompletionRecorder()
                let exchange = transport.send(try .get(url, timeout: timeout)) { first.record($0) }
                try await HangingNames.begun.reaches(index + 1)
                if timeout == nil { exchange.cancel() }
                #expect(await first.first.failure?.code == (timeout == nil ? .cancelled : .timedOut))

                let second = CompletionRecorder()
                _ = transport.send(try .get(url)) { second.record($0) }
                HangingNames.answer(name)

                // The address is found; the server ends the connection before its TLS handshake.
                let code = await second.first.failure?.code
                #expect(code == .tlsFailure || code == .connectionFailed)
                #expect(server.connections > index && HangingNames.begun.count == index + 1)
            }
            await TestChild.end(transport)
        }
    }

    @Test(.timeLimit(.minutes(30)))
    func `eight names of a process are resolved at a time, and fewer that hang delay no other name`() async {
        await #expect(processExitsWith: .success) {
            let server = try FaultServer()
            let other = "http://localhost:\(server.port)/"
            let transports = [Self.transport(), Self.transport()]
            let outcomes = (0..<20).map { _ in CompletionRecorder() }
            func send(_ index: Int) throws -> any TransportExchange {
                transports[index % 2].send(try .get("https://\(index).hangs.test/")) { outcomes[index].record($0) }
            }

            var exchanges = try (0..<7).map(send)
            try await HangingNames.begun.reaches(7)
            #expect(try await transports[0].response(.get(other)).status == 204)

            exchanges += try (7..<20).map(send)
            try await HangingNames.begun.reaches(8)
            for exchange in exchanges { exchange.cancel() }
            for outcome in outcomes { #expect(await outcome.first.failure?.code == .cancelled) }
            let third = Self.transport()
            #expect(await third.failure(try .get(other, timeout: .milliseconds(20)))?.code == .timedOut)
            #expect(HangingNames.begun.count == 8 && HangingNames.maximum == 8)

            let waiting = Task { try await third.response(.get(other)).status }
            HangingNames.answer("0.hangs.test")
            #expect(try await waiting.value == 204)
            for transport in transports { transport.shutdown() }
            for index in 0..<20 { HangingNames.answer("\(index).hangs.test") }
            await TestChild.end(third)
        }
    }

    @Test(.timeLimit(.minutes(30)))
    func `names that wait for a resolution are resolved in their order`() async {
        await #expect(processExitsWith: .success) {
            let server = try FaultServer()
            let transport = Self.transport()
            let outcomes = (0..<12).map { _ in CompletionRecorder() }
            for (index, outcome) in outcomes.enumerated() {
                _ = transport.send(try .get("https://\(index).hangs.test:1/")) { outcome.record($0) }
                try await HangingNames.begun.reaches(min(index + 1, 8))
                // The loop has taken this request when a later one has its response.
                #expect(try await transport.response(.get("http://127.0.0.1:\(server.port)/")).status == 204)
            }

            for index in 0..<4 {
                HangingNames.answer(HangingNames.names[index])
                try await HangingNames.begun.reaches(9 + index)
            }
            #expect(HangingNames.names == (0..<12).map { "\($0).hangs.test" })
            for name in HangingNames.names { HangingNames.answer(name) }
            for outcome in outcomes { #expect(await outcome.first.failure?.code == .connectionFailed) }
            await TestChild.end(transport)
        }
    }

    @Test(.timeLimit(.minutes(30)))
    func `the thread of a transport that is shut down ends with the last resolution, also in a completion`() async {
        await #expect(processExitsWith: .success) {
            // libcurl's timer and the event of its resolver compete, and one of them may come first by chance.
            for index in 0..<20 {
                let (transport, name) = (Self.transport(), "\(index).hangs.test")
                let outcome = CompletionRecorder()
                _ = transport.send(try .get("https://\(name)/")) { result in
                    HangingNames.answer(name)
                    let isResolved = SystemState.blocks { TestChild.transportThreads == 1 }
                    #expect(isResolved)
                    outcome.record(result)
                }
                try await HangingNames.begun.reaches(index + 1)

                await TestChild.end(transport)
                #expect(await outcome.first.failure?.code == .cancelled)
            }
        }
    }

    @Test(.timeLimit(.minutes(30)))
    func `a request that ends while a SOCKS proxy connects to a resolved host closes its connection`() async {
        await #expect(processExitsWith: .success) {
            HangingNames.install()
            let isConnecting = EventCounter()
            let proxy = try FaultServer { peer in
                _ = peer.read()
                peer.write([5, 0])
                _ = peer.read()
                isConnecting.add()
                peer.waitForEnd()
            }
            let transport = try CurlTransport {
                $0.proxy = try .init("socks5://127.0.0.1:\(proxy.port)")
                ($0.connectTimeout, $0.timeout) = (Self.forever, Self.forever)
            }
            let outcome = CompletionRecorder()

            let exchange = transport.send(try .get("https://a.known.test/")) { outcome.record($0) }
            try await isConnecting.reaches(1)
            exchange.cancel()

            #expect(await outcome.first.failure?.code == .cancelled)
            try await proxy.closures.reaches(1)
            await TestChild.end(transport)
        }
    }
}
