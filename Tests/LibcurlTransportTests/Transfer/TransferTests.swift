import HTTPFaultServer
import HTTPMessages
import LibcurlTransport
import Testing

@Suite struct TransferTests {
    private let transport = CurlTransport()

    @Test func `sends a request unchanged and returns the response`() async throws {
        let server = try FaultServer(answering: "HTTP/1.1 201 Created\r\nContent-Length: 5\r\nX-Kind:  a \r\n\r\nhello")
        var request = try TransportRequest.post(server.url("/token?q=1"), #"{"key":"value"}"#)
        request.fields.append("", named: "X-Empty")
        request.fields.append("1", named: "X-Two")
        request.fields.append("2", named: "X-Two")

        let response = try await transport.response(request)

        #expect(response.status == 201)
        #expect(response.text == "hello")
        #expect(response.fields["x-kind"] == "a")
        #expect(
            server.requests == [
                "POST /token?q=1 HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nUser-Agent: auth0-streams\r\n"
                    + "Content-Type: application/json\r\nX-Empty:\r\nX-Two: 1\r\nX-Two: 2\r\n"
                    + "Content-Length: 15\r\n\r\n{\"key\":\"value\"}"
            ])
    }

    @Test(arguments: ["GET", "POST", "PATCH", "PUT", "DELETE", "HEAD", "OPTIONS"])
    func `sends every method on one connection, with and without a body`(method: String) async throws {
        let server = try FaultServer { peer in
            while let request = peer.readRequest() {
                let isHead = request.hasPrefix("HEAD")
                peer.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n" + (isHead ? "" : "ok"))
            }
        }
        let url = try HTTPURL(server.url())
        let methods = [method, "PATCH", method, "GET", method, "HEAD", method, "POST", method].map(TransportMethod.init)

        for method in methods {
            let body = method == .head || method == .get ? [] : Array("{}".utf8)
            _ = try await transport.response(TransportRequest(method: method, url: url))
            _ = try await transport.response(TransportRequest(method: method, url: url, body: body))
        }

        #expect(
            server.requests.map { $0.prefix { $0 != " " } } == methods.flatMap { [$0.rawValue[...], $0.rawValue[...]] })
        #expect(server.connections == 1)
    }
}
