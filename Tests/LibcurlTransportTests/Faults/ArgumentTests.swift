import HTTPFaultServer
import HTTPMessages
import LibcurlTransport
import Testing

@Suite struct ArgumentTests {
    private let transport = CurlTransport()

    @Test(arguments: ["\r", "\n", "\0", "a\r\nX: y", "\u{0}"])
    func `T8: refuses text that would break out of a header field`(value: String) async throws {
        let server = try FaultServer { _ = $0.readRequest() }
        for (name, value) in [("X-Name", "a\(value)b"), ("X\(value)Name", "b"), ("X Name", "b"), ("", "b")] {
            var request = try TransportRequest.post(server.url())
            request.fields.append(value, named: name)

            #expect(await transport.failure(request)?.code == .invalidArgument)
        }

        #expect(server.connections == 0)
    }

    @Test func `T8: sends any octets of a value unchanged or not at all`() async throws {
        let server = try FaultServer()
        var generator = SystemRandomNumberGenerator()
        var sent = 0
        for round in 0..<100 {
            let octets = (0..<Int.random(in: 1...24, using: &generator)).map { _ in
                UInt8.random(in: 0...127, using: &generator)
            }
            let value = "v" + String(decoding: octets, as: UTF8.self) + "v"
            var request = try TransportRequest.get(server.url("/\(round)"))
            request.fields.append(value, named: "X-Value")

            switch await transport.result(request) {
            case .success:
                sent += 1
                #expect(server.requests.last?.contains("X-Value: \(value)\r\n") == true)
            case .failure(let error): #expect(error.code == .invalidArgument && value.utf8.contains { $0 < 0x20 })
            }
        }
        #expect(server.requests.count == sent)
    }

    @Test(arguments: [
        "Host", "content-length", "Transfer-Encoding", "Connection", "Upgrade", "TE", "Trailer", "Expect", "Keep-Alive",
        "Proxy-Authorization", "Proxy-Connection",
    ])
    func `T8: refuses fields that frame or route the message`(name: String) async throws {
        var request = try TransportRequest.post("http://127.0.0.1:1/")
        request.fields.append("chunked", named: name)

        let failure = await transport.failure(request)

        #expect(failure?.code == .invalidArgument)
        #expect(failure?.requestMayHaveArrived == false)
    }

    @Test(arguments: ["", "get", "GET /x HTTP/1.1\r\nX: y", "CONNECT", "G T", "GÉT"])
    func `T8: refuses an invalid method`(method: String) async throws {
        let url = try HTTPURL("http://127.0.0.1:1/")

        let failure = await transport.failure(TransportRequest(method: TransportMethod(rawValue: method), url: url))

        #expect(failure?.code == .invalidArgument)
    }

    @Test func `refuses every request when a setting is invalid`() async throws {
        let transport = CurlTransport { $0.userAgent = "a\r\nX: y" }

        let failure = await transport.failure(try .get("http://127.0.0.1:1/"))

        #expect(failure?.code == .invalidArgument)
        #expect(failure?.detail?.contains("userAgent") == true)
    }

    @Test func `sends hundreds of fields and a large body`() async throws {
        let server = try FaultServer()
        var request = try TransportRequest.post(server.url(), String(repeating: "x", count: 300_000))
        for index in 0..<300 { request.fields.append("value \(index)", named: "X-\(index)") }

        _ = try await transport.response(request)
        _ = try await transport.response(.get(server.url()))

        #expect(server.requests.first?.utf8.count ?? 0 > 300_000)
        #expect(server.requests.first?.contains("X-299: value 299\r\n") == true)
        #expect(server.requests.last?.contains("X-299") == false)
    }
}
