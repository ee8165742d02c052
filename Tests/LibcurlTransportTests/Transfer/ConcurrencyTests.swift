import HTTPFaultServer
import HTTPMessages
import LibcurlTransport
import Testing

@Suite struct ConcurrencyTests {
    private static func echo() throws -> FaultServer {
        try FaultServer { peer in
            while let request = peer.readRequest() {
                let body = request.split(separator: " ")[1]
                peer.write("HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
            }
        }
    }

    @Test func `hundreds of concurrent requests each get their own response`() async throws {
        let server = try Self.echo()
        let transport = CurlTransport()
        let base = server.url("/")

        let answers = try await withThrowingTaskGroup(of: (Int, String).self) { group in
            for index in 0..<400 {
                group.addTask { (index, try await transport.response(.post("\(base)\(index)")).text) }
            }
            return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }

        #expect(answers == Dictionary(uniqueKeysWithValues: (0..<400).map { ($0, "/\($0)") }))
        #expect(server.connections <= 256)
    }

    @Test func `opens no more connections to an origin than configured`() async throws {
        let server = try Self.echo()
        let transport = CurlTransport { $0.maximumConnectionsPerOrigin = 3 }
        let request = try TransportRequest.get(server.url("/x"))

        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<50 {
                group.addTask { #expect(await transport.result(request).response?.text == "/x") }
            }
        }

        #expect(server.connections <= 3)
    }

    @Test func `T9: transports share no connection`() async throws {
        let server = try Self.echo()
        let request = try TransportRequest.get(server.url("/x"))

        for transport in [CurlTransport(), CurlTransport()] {
            _ = try await transport.response(request)
            _ = try await transport.response(request)
        }

        #expect(server.connections == 2)
    }

    @Test func `a completion may send the next request, thousands of times`() async throws {
        let server = try Self.echo()
        let transport = CurlTransport()
        let request = try TransportRequest.get(server.url("/x"))
        let outcome = CompletionRecorder()

        @Sendable func next(_ left: Int) {
            _ = transport.send(request) { result in
                guard left > 0, result.response != nil else { return outcome.record(result) }
                next(left - 1)
            }
        }
        next(2000)

        #expect(await outcome.first.response?.text == "/x")
        #expect(server.connections == 1)
    }
}
