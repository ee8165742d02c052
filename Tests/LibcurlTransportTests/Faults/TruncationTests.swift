import HTTPFaultServer
import HTTPMessages
import LibcurlTransport
import Testing

@Suite struct TruncationTests {
    private let transport = CurlTransport()

    @Test(arguments: [
        "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"a\":",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{\"a\":\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n50\r\n{\"a\":",
        "HTTP/1.1 200 OK\r\n\r\n{\"a\":",
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n",
    ])
    func `T7: refuses a truncated response`(answer: String) async throws {
        let server = try FaultServer(endingAfter: answer)

        let failure = await transport.failure(try .post(server.url()))

        #expect(failure?.code == .truncatedResponse)
        #expect(failure?.statusCode == 200)
        #expect(failure?.requestMayHaveArrived == true)
    }

    @Test(arguments: ["HTTP/1.0 200 OK\r\n\r\n", "HTTP/1.1 200 OK\r\nConnection: Close\r\n\r\n"])
    func `T7: accepts a body that ends with the connection if the server announces it`(head: String) async throws {
        let server = try FaultServer(endingAfter: head + "whole")

        #expect(try await transport.response(.get(server.url())).text == "whole")
    }

    @Test(arguments: [
        "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 2\r\n\r\nhello",
        "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: +5\r\n\r\nhello",
        "HTTP/1.1 200 OK\r\nContent-Length: 5, 5\r\n\r\nhello",
        "HTTP/1.1 200 OK\r\nX Y: 5\r\nContent-Length: 5\r\n\r\nhello",
        "HTTP/1.1 200 OK\r\nX: a\r\n b\r\nContent-Length: 5\r\n\r\nhello",
        "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 5\r\n\r\nhello",
        "SSH-2.0-OpenSSH_9.2\r\n",
        "<html>hello</html>",
        "HTTP/1.1 999 Odd\r\nContent-Length: 0\r\n\r\n",
        "HTTP/1.1 101 Switching Protocols\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nz\r\nhello\r\n0\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhelloXX0\r\n\r\n",
    ])
    func `T7: refuses a response with an ambiguous length or damaged chunks, or no HTTP`(answer: String) async throws {
        let server = try FaultServer(endingAfter: answer)

        let failure = await transport.failure(try .get(server.url()))

        #expect(failure?.code == .malformedResponse)
    }

    @Test func `T15: refuses a response whose first field is folded, whatever response came before`() async throws {
        let server = try FaultServer { peer in
            for field in ["X: a", " X: a"] where peer.readRequest() != nil {
                peer.write("HTTP/1.1 200 OK\r\n\(field)\r\nContent-Length: 0\r\n\r\n")
            }
        }

        for _ in 0..<10 {
            _ = try await transport.response(.get(server.url()))
            let failure = await transport.failure(try .get(server.url()))

            #expect(failure?.code == .malformedResponse)
            #expect(failure?.statusCode == 200)
        }
    }

    @Test func `reads chunks, and drops the octets after them`() async throws {
        let server = try FaultServer { peer in
            while peer.readRequest() != nil {
                peer.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: Location\r\n\r\n")
                peer.write("3\r\nhel\r\n2\r\nlo\r\n0\r\nLocation: http://elsewhere/\r\n\r\n")
            }
        }

        let first = try await transport.response(.get(server.url()))
        let second = try await transport.response(.get(server.url()))

        #expect(first.text == "hello")
        #expect(second.text == "hello")
        #expect(!first.fields.contains("Location"))
        #expect(server.connections == 1)
    }

    @Test func `drops the octets after an empty body`() async throws {
        let server = try FaultServer(
            answering: "HTTP/1.1 302 Found\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nLocation: http://b/\r\n\r\n")

        let response = try await transport.response(.get(server.url()))

        #expect(response.status == 302)
        #expect(!response.fields.contains("Location"))
    }

    @Test(arguments: [204, 304])
    func `accepts a response that has no body by its status`(status: Int) async throws {
        let server = try FaultServer(answering: "HTTP/1.1 \(status) X\r\n\r\n")

        let response = try await transport.response(.get(server.url()))

        #expect(response.status == status)
        #expect(response.body.isEmpty)
    }
}
