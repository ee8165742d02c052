import HTTPMessages
import RequestPipeline
import Testing
import TransportDoubles

@Suite struct TokenChallengeTests {
    private func failure(_ fields: TransportFields, _ body: String, status: Int = 401) async throws -> SampleFailure? {
        let transport = StubTransport(status: status, fields: fields, body: body)
        return await #expect(throws: SampleFailure.self) { try await sampleRequest(transport).start() }
    }

    @Test func `a DPoP challenge takes precedence over the body`() async throws {
        for body in ["", "<html>", #"{"error":"other","type":"x"}"#] {
            let failure = try await failure(
                [
                    "WWW-Authenticate": #"Bearer, DPoP error="use_dpop_nonce", error_description="try, again""#,
                    "DPoP-Nonce": "n-1",
                ], body)

            #expect(failure?.info["error"] as? String == "use_dpop_nonce")
            #expect(failure?.info["code"] as? String == "use_dpop_nonce")
            #expect(failure?.info["error_description"] as? String == "try, again")
            #expect(failure?.info["dpop_nonce"] as? String == "n-1")
            #expect(failure?.info["type"] == nil)
            #expect(failure?.statusCode == 401)
        }
    }

    @Test(arguments: [
        "Bearer error=\"invalid_token\"", "DPoP algs=\"ES256\"", "DPoP error=\"a\" junk", "dpop", "XDPoP error=\"a\"",
    ])
    func `the body takes precedence over any other challenge`(field: String) async throws {
        let failure = try await failure(["WWW-Authenticate": field], #"{"error":"said"}"#)

        #expect(failure?.info["error"] as? String == "said")
        #expect(failure?.info["dpop_nonce"] == nil)
    }

    @Test(arguments: ["", #"{"message":"no"}"#])
    func `the bearer challenge provides the error when the body has none`(body: String) async throws {
        let field = #"Basic realm="a", Bearer error="invalid_token", error_description="it is over""#

        let failure = try await failure(["WWW-Authenticate": field], body)
        let silent = try await self.failure(["WWW-Authenticate": #"Bearer realm="a""#], body)

        #expect(failure?.info["error"] as? String == "invalid_token")
        #expect(failure?.info["error_description"] as? String == "it is over")
        #expect(failure?.info["message"] as? String == (body.contains("message") ? "no" : nil))
        #expect(failure?.statusCode == 401)
        #expect(silent?.info["error"] == nil)
    }

    @Test(arguments: ["Unautho", "<html>"])
    func `T7 a body that may be cut off is no refusal, whatever the challenge`(body: String) async throws {
        let failure = try await failure(["WWW-Authenticate": #"Bearer error="invalid_token""#], body)

        #expect(failure?.cause as? ResponseError == ResponseError(.notJSON))
    }

    @Test(arguments: [("Content-Length", "7"), ("Transfer-Encoding", "chunked")])
    func `K13 the challenge provides the error when a whole body is not JSON`(field: (String, String)) async throws {
        var fields: TransportFields = ["WWW-Authenticate": #"Bearer error="invalid_token""#]
        fields.append(field.1, named: field.0)

        #expect(try await failure(fields, "Unautho")?.info["error"] as? String == "invalid_token")
    }

    @Test func `T7 a truncated body is not a refusal, whatever the challenge`() async throws {
        let failure = try await failure(
            ["WWW-Authenticate": #"Bearer error="invalid_token""#], #"{"error":"invalid_to"#)

        #expect(failure?.cause as? TransportError == TransportError(.truncatedResponse))
    }

    @Test func `the nonce of a JSON refusal is reported`() async throws {
        let failure = try await failure(["DPoP-Nonce": "n-2"], #"{"error":"use_dpop_nonce"}"#, status: 400)

        #expect(failure?.info["dpop_nonce"] as? String == "n-2")
    }

    @Test(arguments: ["", "a b", "a\"b", "a\\b", "\u{E9}", String(repeating: "n", count: 1025)])
    func `T8 a malformed nonce is ignored`(nonce: String) {
        #expect(TransportResponse(status: 400, fields: ["DPoP-Nonce": nonce]).dpopNonce == nil)
    }
}
