import HTTPFaultServer
import HTTPMessages
import LibcurlTransport
import Testing

@Suite struct OversizeTests {
    private typealias Configuration = CurlTransport.Configuration

    private let transport = CurlTransport()

    private static let ok = "HTTP/1.1 200 OK\r\n"

    @Test(arguments: [
        "Content-Length: 1048577\r\n\r\n", "Content-Length: 10737418240\r\n\r\n", "Connection: close\r\n\r\n",
        "Transfer-Encoding: chunked\r\n\r\n",
    ])
    func `T5: stops a body past the limit, and endless chunks`(fields: String) async throws {
        let text = String(repeating: "x", count: 65536)
        let piece = fields.contains("chunked") ? "10000\r\n\(text)\r\n" : text
        let server = try FaultServer { peer in
            _ = peer.readRequest()
            peer.write(Self.ok + fields)
            while peer.write(piece) {}
        }

        let failure = await transport.failure(try .get(server.url()))

        #expect(failure?.code == .responseTooLarge)
    }

    @Test(arguments: [(65_536, 1, nil), (65_536 + 4096, 1, nil), (80_000, 1, "parts"), (65_537, 16, "1048576 bytes")])
    func `K1 stops a body of many tiny chunks`(count: Int, size: Int, reason: String?) async throws {
        let chunk = String(size, radix: 16) + "\r\n" + String(repeating: "x", count: size) + "\r\n"
        let body = String(repeating: chunk, count: count) + "0\r\n\r\n"
        let server = try FaultServer(endingAfter: Self.ok + "Transfer-Encoding: chunked\r\n\r\n" + body)

        let result = await transport.result(try .get(server.url()))

        #expect(result.response?.body.count == (reason == nil ? count * size : nil))
        #expect(result.failure?.code == (reason == nil ? nil : .responseTooLarge))
        #expect(result.failure?.detail?.contains(reason ?? "") != false)
    }

    @Test(arguments: [
        ("Content-Encoding: gzip", TransportError.Code.responseTooLarge),
        ("Content-Encoding: gzip\r\nX-Twice: no", .responseTooLarge), ("Transfer-Encoding: gzip", .malformedResponse),
        ("Transfer-Encoding: gzip, chunked", .malformedResponse),
        ("Transfer-Encoding: chunked\r\nTransfer-Encoding: gzip", .malformedResponse),
    ])
    func `T5 H11 limits a body after decompression, and refuses a transfer coding`(
        field: String, code: TransportError.Code
    ) async throws {
        let bomb = try Tool.run("sh", ["-c", "head -c 33554432 /dev/zero | gzip -9"])
        let server = try FaultServer { peer in
            _ = peer.readRequest()
            peer.write(Self.ok + field + "\r\nConnection: close\r\n\r\n")
            peer.write(bomb)
        }

        let failure = await transport.failure(try .get(server.url()))

        #expect(bomb.count < 1 << 20)
        #expect(failure?.code == code)
    }

    @Test(arguments: [
        "Transfer-Encoding: identity\r\nContent-Length: 5", "Transfer-Encoding:\tIdentity \r\nContent-Length: 5",
    ])
    func `H11 identity is no transfer coding`(fields: String) async throws {
        let server = try FaultServer(endingAfter: Self.ok + fields + "\r\n\r\nhello")

        #expect(try await transport.response(.get(server.url())).text == "hello")
    }

    @Test func `decodes a coding that it did not ask for`() async throws {
        let text = try Tool.run("sh", ["-c", "printf hello | gzip"])
        let server = try FaultServer { peer in
            _ = peer.readRequest()
            peer.write(Self.ok + "Content-Encoding: gzip\r\nContent-Length: \(text.count)\r\n\r\n")
            peer.write(text)
        }

        let response = try await transport.response(.get(server.url()))

        #expect(response.text == "hello")
        #expect(server.requests.first?.contains("Accept-Encoding") == false)
    }

    @Test func `T5: the limit itself is allowed`() async throws {
        let transport = CurlTransport { $0.limits = .init(bodyBytes: 5) }
        let server = try FaultServer { peer in
            while let request = peer.readRequest() {
                let body = request.contains("/five") ? "12345" : "123456"
                peer.write(Self.ok + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
            }
        }

        #expect(try await transport.response(.get(server.url("/five"))).text == "12345")
        #expect(await transport.failure(try .get(server.url("/six")))?.code == .responseTooLarge)
    }

    @Test func `limits are those that were given, never negative`() {
        let large = Configuration.ResponseLimits(bodyBytes: 1 << 30, headerBytes: 1 << 20, headerFields: 1000)
        let negative = Configuration.ResponseLimits(bodyBytes: -1, headerBytes: -1, headerFields: -1)
        let standard = Configuration.ResponseLimits()

        #expect([large.bodyBytes, large.headerBytes, large.headerFields] == [1 << 30, 1 << 20, 1000])
        #expect([negative.bodyBytes, negative.headerBytes, negative.headerFields] == [0, 0, 0])
        #expect([standard.bodyBytes, standard.headerBytes, standard.headerFields] == [1 << 20, 64 << 10, 100])
    }

    @Test func `T5: a raised limit admits a larger body, and reserves no memory for an announced one`() async throws {
        let transport = CurlTransport { $0.limits = .init(bodyBytes: .max) }
        let body = String(repeating: "x", count: 3 << 20)
        let server = try FaultServer { peer in
            while let request = peer.readRequest() {
                guard request.contains("/large") else {
                    peer.write(Self.ok + "Content-Length: 90000000000000000\r\n\r\n12345")
                    return
                }
                peer.write(Self.ok + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
            }
        }

        #expect(try await transport.response(.get(server.url("/large"))).body.count == 3 << 20)
        #expect(await transport.failure(try .get(server.url("/announced")))?.code == .truncatedResponse)
    }

    // MARK: Header fields

    @Test func `T6: stops endless header fields`() async throws {
        let server = try FaultServer { peer in
            _ = peer.readRequest()
            peer.write(Self.ok)
            while peer.write("X-Field: value\r\n") {}
        }

        let failure = await transport.failure(try .get(server.url()))

        #expect(failure?.code == .responseTooLarge)
        #expect(failure?.detail == "more than 100 header fields")
    }

    @Test(arguments: [70 << 10, 99 << 10, 200 << 10, 400 << 10])
    func `T6: stops a header field past the limit`(count: Int) async throws {
        let field = "X-Long: " + String(repeating: "x", count: count)
        let server = try FaultServer(endingAfter: Self.ok + field + "\r\nContent-Length: 0\r\n\r\n")

        let failure = await transport.failure(try .get(server.url()))

        #expect(failure?.code == .responseTooLarge)
    }

    @Test func `T6: stops endless interim responses`() async throws {
        let interim = String(repeating: "HTTP/1.1 103 Early Hints\r\n\r\n", count: 5000)
        let server = try FaultServer(endingAfter: interim + Self.ok + "Content-Length: 0\r\n\r\n")

        let failure = await transport.failure(try .get(server.url()))

        #expect(failure?.code == .responseTooLarge)
        #expect(failure?.detail == "more than 16 interim responses")
    }

    @Test func `skips a few interim responses and drops their fields`() async throws {
        let interim = "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: a\r\n\r\n"
        let server = try FaultServer(endingAfter: interim + Self.ok + "Content-Length: 2\r\n\r\nok")

        let response = try await transport.response(.get(server.url()))

        #expect(response.status == 200)
        #expect(response.text == "ok")
        #expect(!response.fields.contains("Link"))
    }
}
