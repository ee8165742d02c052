import ByteEncodings
import HTTPMessages
import RequestPipeline
import Testing
import TransportDoubles

@Suite struct ResponseInterpretationTests {
    private func failure(status: Int = 200, fields: TransportFields = [:], body: String) async -> SampleFailure? {
        let transport = StubTransport(status: status, fields: fields, body: body)
        return await #expect(throws: SampleFailure.self) { try await sampleRequest(transport).start() }
    }

    @Test(arguments: [
        ("", ResponseError.Code.emptyBody), (" ", .emptyBody), ("<html>canary</html>", .notJSON),
        ("[1]", .unexpectedShape), ("\"canary\"", .unexpectedShape), (#"{"id":"canary"}"#, .unexpectedShape),
        (#"{"id":1,"id":2}"#, .notJSON), (#"{"id":1}}"#, .notJSON), ("\u{FEFF}{\"id\":1}", .notJSON),
    ])
    func `T10 a success that is not the promised JSON is a failure that does not show it`(
        body: String, code: ResponseError.Code
    ) async throws {
        let error = await failure(body: body)

        #expect((error?.cause as? ResponseError)?.code == code)
        #expect(error?.statusCode == 200)
        #expect("\(String(describing: error))".contains("canary") == false)
    }

    @Test(arguments: [
        ("text/html; charset=utf-8", "<html>canary</html>", "no well-formed JSON", "text/html, unexpected"),
        ("TEXT/Plain", "canary", "no well-formed JSON", "text/plain, unexpected"),
        ("text/canary", "<html>canary</html>", "no well-formed JSON", "unexpected"),
        ("canary", "canary", "no well-formed JSON", "unexpected"),
        ("application/json", "", "an empty response", "application/json)"),
        ("application/json", "[]", "JSON of another structure", "application/json)"),
    ])
    func `K13 the text of an unusable response says what came instead, and what to do`(
        type: String, body: String, words: String, facts: String
    ) async throws {
        let error = try #require(await failure(fields: ["Content-Type": type], body: body)?.cause as? ResponseError)

        let text = try #require(error.errorDescription)
        #expect(text.hasPrefix("\(words) from tenant.example (status 200, \(facts)"), "\(text)")
        #expect(text.contains(": compare the address, and "))
        #expect(!text.contains("canary") && !error.description.contains("canary"))
    }

    @Test(arguments: [200, 400])
    func `T7 JSON that ends with the connection inside a value is truncated`(status: Int) async throws {
        for body in [#"{"id":1"#, #"{"id":"canary"#, "[1,"] {
            let error = await failure(status: status, body: body)

            #expect((error?.cause as? TransportError)?.code == .truncatedResponse)
            #expect((error?.cause as? TransportError)?.statusCode == status)
            #expect((error?.cause as? TransportError)?.requestMayHaveArrived == true)
            #expect("\(String(describing: error))".contains("canary") == false)
        }
    }

    @Test(arguments: [["Content-Length": "7"], ["Transfer-Encoding": "chunked"]] as [TransportFields])
    func `T7 JSON that ends inside a value is malformed if the message is whole`(fields: TransportFields) async throws {
        let error = await failure(fields: fields, body: #"{"id":1"#)

        #expect((error?.cause as? ResponseError)?.code == .notJSON)
    }

    @Test(arguments: [199, 300, 301, 304, 400, 404, 500, 599])
    func `only 2xx is success`(status: Int) async throws {
        let error = await failure(status: status, body: #"{"id":1,"error":"no"}"#)

        #expect(error?.statusCode == status)
        #expect(error?.info["error"] as? String == "no")
    }

    @Test(arguments: [200, 201, 299])
    func `RFC 6749 §5.2 an error body with a status of success is a refusal with its code`(status: Int) async throws {
        let error = await failure(status: status, body: #"{"error":"invalid_grant","error_description":"spent"}"#)

        #expect(error?.info["error"] as? String == "invalid_grant")
        #expect(error?.info["error_description"] as? String == "spent")
        #expect(error?.statusCode == status)
        #expect(error?.cause == nil)
    }

    @Test(arguments: [#"{"error":7}"#, #"{"error":null}"#, #"{"error":{"code":"x"}}"#, #"{"errors":"x"}"#])
    func `a body without an error code is not the expected value`(body: String) async throws {
        let error = await failure(body: body)

        #expect((error?.cause as? ResponseError)?.code == .unexpectedShape)
    }

    @Test(arguments: [200, 201, 204, 299])
    func `a call without a result accepts any body`(status: Int) async throws {
        for body in ["", "OK", "<p>", "{}", "null"] {
            let transport = StubTransport(status: status, body: body)
            let request = try sampleRequest(transport)
            let void = Request<Void, SampleFailure>(request.endpoint, client: request.client, decode: Decoders.nothing)

            try await void.start()
        }
    }

    @Test func `a refusal without JSON becomes a failure with the status`() async throws {
        let error = await failure(status: 502, body: "<html>Bad gateway: canary</html>")

        #expect(error?.statusCode == 502)
        #expect((error?.cause as? ResponseError)?.code == .notJSON)
    }

    @Test(
        arguments: [
            ("120", 120), ("0", 0), ("315360000", 86_400), ("99999999999999999999", 86_400), ("-1", nil), ("1.5", nil),
            ("soon", nil), ("", nil), ("Sun, 06 Nov 1994 08:49:37 GMT", 37), ("Sun, 06 Nov 1994 08:48:00 GMT", 0),
            ("Sun, 06 Nov 2094 08:49:37 GMT", 86_400), ("Thu, 29 Feb 1996 08:49:37 GMT", 86_400),
            ("Sunday, 06-Nov-94 08:49:37 GMT", 37), ("Sun Nov  6 08:49:37 1994", 37),
            ("Sun Nov 16 08:49:37 1994", 86_400), ("Saturday, 05-Nov-94 08:49:37 GMT", 0),
            ("Sunday, 06-Nov-94 08:49:37 CET", nil), ("Sun Nov  6 08:49:37", nil), ("Sun Nov  6 24:49:37 1994", nil),
            ("Sunday, 06-Nov-194 08:49:37 GMT", nil),
            ("Sun, 06-Nov 1994 08:49:37 GMT", nil), ("Sun, +6 Nov 1994 08:49:37 GMT", nil),
            ("Sunday 06-Nov-94 08:49:37 GMT", nil), ("Sun, 06 Nov 1994 8:049:37 GMT", nil),
        ] as [(String, Int?)])
    func `T11 Retry-After is read and bounded`(text: String, seconds: Int?) async throws {
        let transport = StubTransport(
            status: 429, fields: ["Retry-After": text, "Date": "Sun, 06 Nov 1994 08:49:00 GMT"],
            body: #"{"error":"too_many_attempts"}"#)

        let error = await #expect(throws: SampleFailure.self) { try await sampleRequest(transport).start() }

        #expect(error?.info["retry_after"] as? Int == seconds)
        #expect(transport.requests.count == 1)
    }

    // Thu, 01 Jan 2026 00:00:00 GMT is 1,767,225,600 s.
    @Test(
        arguments: [
            (429, "1767225607", 7), (429, "1767225599", 0), (429, "99999999999999999999", nil), (429, "7", 7),
            (429, "1767225607000", nil), (429, "1767225607.5", nil), (429, "", nil), (503, "1767225607", nil),
        ] as [(Int, String, Int?)])
    func `T11 the end of a rate limit is the delay if Retry-After is missing`(
        status: Int, reset: String, seconds: Int?
    ) async throws {
        let transport = StubTransport(
            status: status, fields: ["X-RateLimit-Reset": reset, "Date": "Thu, 01 Jan 2026 00:00:00 GMT"],
            body: #"{"error":"too_many_requests"}"#)

        let error = await #expect(throws: SampleFailure.self) { try await sampleRequest(transport).start() }

        #expect(error?.info["retry_after"] as? Int == seconds)
    }

    @Test func `T11 the end of a rate limit is bounded for a server whose clock is before 1970`() async throws {
        let transport = StubTransport(
            status: 429,
            fields: ["X-RateLimit-Reset": "99999999999999999999", "Date": "Wed, 01 Jan 1969 00:00:00 GMT"],
            body: #"{"error":"too_many_requests"}"#)

        let error = await #expect(throws: SampleFailure.self) { try await sampleRequest(transport).start() }

        #expect(error?.info["retry_after"] as? Int == nil)
    }

    @Test func `decodes a large response`() async throws {
        let padding = String(repeating: "x", count: 200_000)
        let transport = StubTransport(body: #"{"padding":"\#(padding)","id":7}"#)

        #expect(try await sampleRequest(transport).start() == Sample(id: 7))
    }
}
