import RequestPipeline
import TransportDoubles
import Testing

/// The excerpt of an error response that is not JSON, such as the page of a proxy.
@Suite struct TextExcerptTests {
    private func excerpt(_ body: String, status: Int = 502) async throws -> String? {
        let transport = StubTransport(status: status, body: body)
        let error = await #expect(throws: SampleFailure.self) { try await sampleRequest(transport).start() }
        #expect("\(String(describing: error?.cause))".contains("gateway") == false)
        return (error?.cause as? ResponseError)?.excerpt
    }

    @Test(arguments: [
        ("Bad gateway", "Bad gateway"),
        ("<html><head><title>502</title></head><body>Bad\n gateway</body></html>", "502 Bad gateway"),
        (
            "<script>steal('a<b')</script>x<style>p{}</style><p onclick=\"y\">Blocked by policy 7",
            "x Blocked by policy 7"
        ),
        ("a > b <!-- gateway -->c", "a b c"), ("gateway <unclosed", "gateway"),
    ])
    func `shows the text of a page without its markup`(body: String, text: String) async throws {
        #expect(try await excerpt(body) == text)
    }

    @Test func `L2 is escaped and short`() async throws {
        let escaped = try await excerpt("a\u{1B}[31m\u{202E}b\u{0}c")
        let long = try #require(try await excerpt(String(repeating: "word ", count: 100_000)))

        #expect(escaped == #"a\u{1B}[31m\u{202E}b\u{0}c"#)
        #expect(long.unicodeScalars.count == 201)
        #expect(long.hasSuffix("…"))
    }

    @Test func `L1 has no token, no value of a parameter, and nothing of JSON`() async throws {
        let token = String(repeating: "canary-", count: 6)

        #expect(try await excerpt("You sent Bearer \(token) and a code=canary&x=y") == "You sent Bearer … and a code=…")
        for body in [#"{"mfa_token":"canary"]"#, #"[canary]"#, #" "canary" 1"#, "\u{FEFF}{}", "", " ", "<p></p>"] {
            #expect(try await excerpt(body) == nil, "\(body)")
        }
    }

    @Test func `L1 a successful response has none`() async throws {
        #expect(try await excerpt("access_token canary", status: 200) == nil)
    }
}
