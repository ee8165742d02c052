import HTTPFaultServer
import HTTPMessages
import LibcurlTransport
import Testing

@Suite struct H2Tests {
    private let certificates: Certificates
    private let transport: CurlTransport

    init() throws {
        certificates = try Certificates.shared.get()
        transport = CurlTransport(
            configuration: .init(certificateAuthorities: .file(certificates.authority.certificate)))
    }

    /// The failure of the second request on a connection.
    enum Fate: CaseIterable { case crash, internalError, cancelled, goAwayAfter }

    @Test(arguments: Fate.allCases)
    func `T12: never repeats over HTTP 2 a request that the server may have processed`(fate: Fate) async throws {
        let server = try H2Server(certificates.good) { server in
            server.greet()
            if let stream = server.readRequest() { server.answer(stream) }
            guard let stream = server.readRequest() else { return }
            switch fate {
            case .crash: server.crash()
            case .internalError: server.write(.reset, stream: stream, H2Server.bytes(2))
            case .cancelled: server.write(.reset, stream: stream, H2Server.bytes(8))
            case .goAwayAfter:
                server.write(.goAway, stream: 0, H2Server.bytes(stream) + H2Server.bytes(0))
                server.crash()
            }
        }
        let request = try TransportRequest.post(server.url)

        #expect(try await transport.response(request).status == 204)
        #expect(await transport.failure(request)?.code == .outcomeUnknown)
        #expect(server.requests == 2)
    }

    @Test func `repeats a request that the server has not processed, by its own account`() async throws {
        let server = try H2Server(certificates.good) { server in
            server.greet()
            if let stream = server.readRequest() { server.answer(stream) }
            guard let stream = server.readRequest() else { return }
            // REFUSED_STREAM: RFC 9113 §8.7 says that the request was not processed. libcurl then leaves the connection.
            server.write(.reset, stream: stream, H2Server.bytes(7))
            server.greet()
            if let stream = server.readRequest() { server.answer(stream) }
        }
        let request = try TransportRequest.post(server.url)

        #expect(try await transport.response(request).status == 204)
        #expect(try await transport.response(request).status == 204)
        #expect(server.requests == 3)
    }

    @Test func `many requests share one connection`() async throws {
        let server = try H2Server(certificates.good) { server in
            server.greet()
            for _ in 0..<50 { if let stream = server.readRequest() { server.answer(stream) } }
        }
        let (transport, request) = (transport, try TransportRequest.post(server.url))

        let statuses = await withTaskGroup(of: Int?.self) { group in
            for _ in 0..<50 { group.addTask { await transport.result(request).response?.status } }
            return await group.reduce(into: []) { $0.append($1) }
        }

        #expect(statuses == Array(repeating: 204, count: 50))
    }
}
