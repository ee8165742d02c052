import HTTPFaultServer
import HTTPMessages
import LibcurlTransport
import Testing

@Suite struct ProxyTests {
    private typealias Configuration = CurlTransport.Configuration

    private static func transport(_ proxy: Configuration.Proxy) -> CurlTransport {
        var configuration = CurlTransport.Configuration()
        configuration.proxy = proxy
        return CurlTransport(configuration: configuration)
    }

    @Test func `asks the proxy for a tunnel and sends it nothing else`() async throws {
        let proxy = try FaultServer { peer in
            _ = peer.readRequest()
            peer.write("HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n")
        }
        var request = try TransportRequest.post("https://tenant.example/oauth/token")
        request.fields.append("Bearer SECRET", named: "Authorization")

        let failure = await Self.transport(try Configuration.Proxy(proxy.origin, username: "u", password: "p")).failure(
            request)

        #expect(failure?.code == .connectionFailed)
        #expect(failure?.detail == "the proxy answered 407")
        #expect(failure?.requestMayHaveArrived == false)
        #expect(proxy.requests.first?.hasPrefix("CONNECT tenant.example:443 HTTP/1.1\r\n") == true)
        #expect(proxy.requests.first?.contains("Proxy-Authorization: Basic dTpw\r\n") == true)
        #expect(proxy.requests.first?.contains("SECRET") == false)
    }

    @Test func `bypasses the proxy for loopback`() async throws {
        let proxy = try FaultServer { _ = $0.readRequest() }
        let server = try FaultServer { peer in
            while peer.readRequest() != nil { peer.write("HTTP/1.1 204 No Content\r\n\r\n") }
        }

        let response = try await Self.transport(try Configuration.Proxy(proxy.origin)).response(.get(server.url()))

        #expect(response.status == 204)
        #expect(proxy.connections == 0)
    }

    @Test(arguments: [
        "", "proxy.example", "ftp://proxy.example", "http://", "http://u:p@proxy.example", "http://a/b", "http://a b",
        "http://a\r\n",
    ])
    func `refuses an invalid proxy`(address: String) {
        #expect(throws: TransportError(.invalidArgument)) { try Configuration.Proxy(address) }
    }

    @Test(arguments: ["a\r\nX: y", "a\0"])
    func `refuses credentials that would break out of their header field`(text: String) {
        #expect(throws: TransportError(.invalidArgument)) { try Configuration.Proxy("http://a:1", username: text) }
        #expect(throws: TransportError(.invalidArgument)) { try Configuration.Proxy("http://a:1", password: text) }
        #expect(throws: TransportError(.invalidArgument)) { try Configuration.Proxy("http://a:1", exceptions: [text]) }
    }
}
