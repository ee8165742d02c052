import HTTPFaultServer
import HTTPMessages
import LibcurlTransport
import Testing

@Suite struct RedirectTests {
    private let transport = CurlTransport()

    @Test(arguments: [300, 301, 302, 303, 307, 308])
    func `T1: never follows a redirect, and names its target's origin only`(status: Int) async throws {
        let other = try FaultServer { _ = $0.readRequest() }
        let server = try FaultServer { peer in
            _ = peer.readRequest()
            let target = "http://user:pass@127.0.0.1:\(other.port)/steal?code=SECRET"
            peer.write("HTTP/1.1 \(status) Moved\r\nLocation: \(target)\r\nContent-Length: 0\r\n\r\n")
        }

        let failure = await transport.failure(try .post(server.url("/oauth/token")))

        #expect(failure?.code == .unexpectedRedirect)
        #expect(failure?.statusCode == status)
        #expect(failure?.detail == "\(status) to http://127.0.0.1:\(other.port)")
        #expect(other.connections == 0)
        #expect(server.requests.count == 1)
    }

    @Test(arguments: [(304, "Location: /x\r\n"), (300, ""), (302, "")])
    func `delivers a 304, and a 3xx without a location`(status: Int, field: String) async throws {
        let server = try FaultServer(endingAfter: "HTTP/1.1 \(status) X\r\n\(field)Content-Length: 0\r\n\r\n")

        let response = try await transport.response(.get(server.url()))

        #expect(response.status == status)
    }
}
