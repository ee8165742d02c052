import ByteEncodings
import RequestPipeline
import Testing
import TransportDoubles

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

    /// The text of a refused request that sent secrets in its body and in its header.
    private func excerpt(_ body: String, sending password: String) async throws -> String {
        let transport = StubTransport(status: 502, body: body)
        let request = try sampleRequest(transport)
            .fields([
                "grant_type": "password", "username": "ann", "password": password,
                "metadata": JSONValue.object([JSONValue.Member(name: "pin", value: .integer(4711))]),
            ])
            .headers(["Authorization": "Basic YW5uOmh1", "X-Key": "opensesame"])
        let error = await #expect(throws: SampleFailure.self) { try await request.start() }
        return try #require((error?.cause as? ResponseError)?.excerpt)
    }

    @Test(arguments: [
        (#"<html>Blocked: {"username":"ann","password":"hunter2"}"#, "Blocked: …"),
        (
            #"<p>Blocked: {"grant_type": "password", "password": "hunter2", ann}</p> by policy 7"#,
            "Blocked: … … … … … by policy 7"
        ),
        ("Blocked hunter2, user ann: policy 7", "Blocked … user … policy 7"),
        ("<p>Blocked HUNTER2</p> YW5uOmh1 opensesame 4711 password", "Blocked … … … … password"),
        ("<b>hunter2</b><i>(hunter2)</i>", "… …"), ("body: username:ann;password:hunter2;x", "body: …"),
    ])
    func `L1 has no value of the request, and no part of JSON`(body: String, text: String) async throws {
        #expect(try await excerpt(body, sending: "hunter2") == text)
    }

    @Test(arguments: [
        "p&ss <w/rd> \"é", "p%26ss%20%3Cw%2Frd%3E%20%22%c3%a9", "p%26ss+%3Cw%2Frd%3E+%22%C3%A9",
        #"p&ss <w\/rd> \"é"#, #"p&ss \u003Cw/rd\u003e \u0022\u00e9"#, "p&amp;ss &lt;w/rd&gt; &quot;é",
        "p&#38;ss&#x20;&#x3C;w/rd&#62; &#34;&#233;", "P&SS <W/RD> \"é",
    ])
    func `L1 has no value of the request in any encoding`(sent: String) async throws {
        let excerpt = try await excerpt("Blocked \(sent)", sending: "p&ss <w/rd> \"é").lowercased()

        #expect(!excerpt.contains("ss") && !excerpt.contains("rd"), "\(excerpt)")
    }

    @Test(arguments: [#"\ud83d\udd11ss"#, #"\uD83D\uDD11\u0073s"#, "%F0%9F%94%91ss", "&#x1F511;ss"])
    func `L1 has no value of the request in an encoding of a character outside the basic plane`(sent: String)
        async throws
    {
        #expect(try await excerpt("Blocked \(sent) here", sending: "\u{1F511}ss") == "Blocked … here")
    }

    @Test func `L1 has no value that is cut by the limit of the text`() async throws {
        let page = String(repeating: "<p></p>", count: 16 * 1024 / 7 - 1) + "x correcthorsebattery"

        #expect(try await excerpt(page, sending: "correcthorsebattery") == "x …")
    }

    @Test func `L1 a successful response has none`() async throws {
        #expect(try await excerpt("access_token canary", status: 200) == nil)
    }
}
