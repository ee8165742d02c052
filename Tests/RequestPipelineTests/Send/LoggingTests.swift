import Foundation
import Glibc
import HTTPMessages
import RequestPipeline
import Testing
import TransportDoubles

@Suite struct LoggingTests {
    @Test func `writes a whole message to a standard error that accepts only a part at a time`() async {
        await #expect(processExitsWith: .success) {
            var ends: [Int32] = [-1, -1]
            let standardError = dup(STDERR_FILENO)
            #expect(pipe(&ends) == 0 && fcntl(ends[1], F_SETFL, O_NONBLOCK) == 0)
            #expect(dup2(ends[1], STDERR_FILENO) == STDERR_FILENO && close(ends[1]) == 0)

            // Not a task: this thread, perhaps the only one for tasks, is blocked until the pipe is closed.
            Thread.detachNewThread {
                StandardErrorLogger().trace(url: String(repeating: "x", count: 1_000_000), source: "test")
                dup2(standardError, STDERR_FILENO)
            }
            var (count, buffer) = (0, [UInt8](repeating: 0, count: 65_536))
            while case let more = read(ends[0], &buffer, buffer.count), more > 0 { count += more }

            #expect(count == 1_000_007)
        }
    }

    @Test func `L1 no secret of a request or a response reaches a logger`() async throws {
        let recorder = LogRecorder()
        let transport = StubTransport(
            fields: ["Set-Cookie": "s=canary", "Content-Type": "application/json", "DPoP-Nonce": "canary"],
            body:
                #"{"id":1,"access_token":"canary","nested":{"id_token":"canary","list":["canary",7,true]},"token_type":"Bearer"}"#
        )
        let request = try sampleRequest(transport, logger: recorder)
            .fields(["grant_type": "password", "password": "canary", "code": "canary", "unknown": "canary"])
            .parameters(["user_metadata": ["a": "canary", "deep": ["scope": "canary"]] as [String: any Sendable]])
            .headers(["Authorization": "Bearer canary", "X-Api-Key": "canary"])

        _ = try await request.start()

        let texts = await recorder.next(2)
        #expect(texts.allSatisfy { !$0.contains("canary") })
        #expect(texts[0].hasPrefix("POST https://tenant.example/oauth/token\n"))
        #expect(texts[0].contains(#""grant_type":"password""#))
        #expect(texts[0].contains("Authorization: <REDACTED>"))
        #expect(texts[1].contains("Content-Type: application/json"))
        #expect(texts[1].contains(#""token_type":"Bearer""#))
    }

    @Test func `L1 the query of a URL is redacted, and a body that is no JSON`() async throws {
        let recorder = LogRecorder()
        let transport = StubTransport(body: "canary=canary")
        let request = try sampleRequest(transport, .get, logger: recorder).parameters(["q": "canary", "fields": "a,b"])

        _ = try? await request.start()

        let texts = await recorder.next(2)
        #expect(texts[0].contains("?fields=a,b&q=REDACTED"))
        #expect(texts[1].hasSuffix("<13 bytes>"))
    }

    @Test(arguments: [
        ("https://a.example/cb?canary&fields=a", "https://a.example/cb?REDACTED&fields=a"),
        ("https://a.example/cb?canary", "https://a.example/cb?REDACTED"),
        ("https://a.example/cb?scope&%7B%22p%22:%22canary%22%7D=", "https://a.example/cb?scope&REDACTED"),
        ("https://a.example/cb?code=canary#canary", "https://a.example/cb?code=REDACTED"),
    ])
    func `L1 an item of a query without a name, or with one that is none, is redacted`(url: String, shown: String) {
        #expect(Redaction.url(url) == shown)
    }

    @Test func `L1 L2 a member whose name is none is redacted with its name`() throws {
        let token = String(repeating: "Canary7", count: 6)
        let names = [#"{\"password\":\"canary\"}"#, token, "can ary", "canary\\u202e", "canary=1", ""]
        let kept = ["mfa_token", "https://app.example/roles", "authorization_response_iss_parameter_supported"]
        let body = (names + kept).map { "\"\($0)\": \"canary\"" }.joined(separator: ", ")

        let redacted = Redaction.response(TransportResponse(status: 200, body: Array("{\(body)}".utf8)))

        let text = String(decoding: redacted.body, as: UTF8.self)
        #expect(!text.lowercased().contains("canary") && !text.contains("can ary"), "\(text)")
        for name in kept { #expect(text.contains("\"\(name)\":")) }
    }

    @Test func `L2 text of a server cannot forge a line`() async throws {
        let recorder = LogRecorder()
        let transport = StubTransport(
            status: 400, body: #"{"error":"a\nHTTP/1.1 200\u001b[31m\u202e","error_description":"x\r\ny"}"#)

        _ = try? await sampleRequest(transport, logger: recorder).start()

        let text = await recorder.next(2)[1]
        #expect(!text.contains("\u{1B}"))
        #expect(!text.contains("\u{202E}"))
        #expect(!text.contains("\nHTTP/1.1 200"))
        #expect(text.contains(#"a\\u{A}HTTP"#))
    }
}
