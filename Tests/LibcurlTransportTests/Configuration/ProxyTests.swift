import Dispatch
import HTTPFaultServer
import HTTPMessages
import LibcurlTransport
import Testing

@Suite struct ProxyTests {
    private typealias Configuration = CurlTransport.Configuration

    private static func transport(_ proxy: Configuration.Proxy) -> CurlTransport {
        CurlTransport { $0.proxy = proxy }
    }

    @Test func `asks the proxy for a tunnel and sends it nothing else`() async throws {
        let proxy = try FaultServer(
            endingAfter: "HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n")
        var request = try TransportRequest.post("https://tenant.example/oauth/token")
        request.fields.append("Bearer SECRET", named: "Authorization")

        let failure = await Self.transport(try Configuration.Proxy(proxy.origin, username: "u", password: "p")).failure(
            request)

        #expect(failure?.code == .connectionFailed)
        #expect(failure?.detail == "the proxy \(proxy.origin) answered 407")
        #expect(failure?.requestMayHaveArrived == false)
        #expect(proxy.requests.first?.hasPrefix("CONNECT tenant.example:443 HTTP/1.1\r\n") == true)
        #expect(proxy.requests.first?.contains("Proxy-Authorization: Basic dTpw\r\n") == true)
        #expect(proxy.requests.first?.contains("SECRET") == false)
    }

    @Test func `bypasses the proxy for loopback`() async throws {
        let proxy = try FaultServer { _ = $0.readRequest() }
        let server = try FaultServer()

        let response = try await Self.transport(try Configuration.Proxy(proxy.origin)).response(.get(server.url()))

        #expect(response.status == 204)
        #expect(proxy.connections == 0)
    }

    @Test(arguments: [
        "http://127.0.0.1:1", "socks5h://127.0.0.1:1", "http://[::1]:1", "http://nowhere.invalid:8080",
        "http://nowhere.invalid.:8080",
    ])
    func `K13 a proxy that is down is named, and not the tenant`(address: String) async throws {
        let proxy = try Configuration.Proxy(address, username: "jane", password: "SECRET")

        let failure = await Self.transport(proxy).failure(try .get("https://tenant.example/"))

        let text = failure?.description ?? ""
        #expect(text.contains("the proxy \(address)") || text.contains("the host of the proxy \(address)"), "\(text)")
        #expect(!text.contains("tenant.example") && !text.contains("SECRET"))
        #expect(failure?.isNetworkError == true)
        #expect(failure?.requestMayHaveArrived == false)
    }

    @Test func `K13 a server that is down is named, if it is reached without the proxy`() async throws {
        let failure = await Self.transport(try Configuration.Proxy("http://127.0.0.1:2"))
            .failure(try .get("https://127.0.0.1:1/"))

        #expect(failure?.code == .connectionFailed)
        #expect(failure?.detail?.hasPrefix("https://127.0.0.1:1 accepts no connection") == true)
    }

    @Test(arguments: ["http://proxy.example.", "https://proxy.example.:3128"])
    func `the name of a proxy may end with the dot of the root`(address: String) throws {
        #expect(try Configuration.Proxy(address).address == address)
    }

    /// A server that sends a part of a response, calls a closure, and sends header fields without end.
    private static func flood(_ isReady: DispatchSemaphore, _ action: @escaping @Sendable () -> Void) throws
        -> FaultServer
    {
        try FaultServer { peer in
            _ = peer.readRequest()
            isReady.wait()
            let fields = String(repeating: "X-Field: \(String(repeating: "a", count: 50))\r\n", count: 1_000)
            peer.write("HTTP/1.1 200 OK\r\n" + fields)
            action()
            while peer.write(fields) {}
        }
    }

    @Test func `T13 a cancelled request does not wait for the end of a proxy's response`() async throws {
        let isSent = DispatchSemaphore(value: 0)
        let outcome = CompletionRecorder()
        let proxy = try Self.flood(isSent) { outcome.exchange?.cancel() }
        let transport = Self.transport(try Configuration.Proxy(proxy.origin))

        outcome.hold(transport.send(try .get("https://tenant.example/")) { outcome.record($0) })
        isSent.signal()

        let failure = await outcome.first.failure
        #expect(failure?.code == .cancelled)
        #expect(failure?.requestMayHaveArrived == false)
    }

    @Test func `T5 a deadline does not wait for the end of a proxy's response`() async throws {
        let isReady = DispatchSemaphore(value: 0)
        let proxy = try Self.flood(isReady) {}
        isReady.signal()
        let request = try TransportRequest.get("https://tenant.example/", timeout: .milliseconds(20))

        let failure = await Self.transport(try Configuration.Proxy(proxy.origin)).failure(request)

        #expect(failure?.code == .timedOut)
        #expect(failure?.requestMayHaveArrived == false)
    }

    @Test(arguments: [
        "", "proxy.example", "ftp://proxy.example", "http://", "http://u:p@proxy.example", "http://a/b", "http://a b",
        "http://a\r\n", "http://.", "http://a..", "http://[::1].",
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
