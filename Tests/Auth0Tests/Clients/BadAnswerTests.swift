import Auth0
import HTTPMessages
import RequestPipeline
import Testing
import TransportDoubles

/// The faults of servers and networks at every endpoint: each is the client's own error with an informative cause.
@Suite struct BadAnswerTests {
    private func error(_ call: Call, _ result: Result<TransportResponse, TransportError>) async throws
        -> any Auth0APIError
    {
        let transport = StubTransport { _ in result }
        let error = await #expect(throws: (any Error).self) {
            try await call.send(Call.Clients(wire: Wire(transport)))
        }
        let failure = try #require(error as? any Auth0APIError)
        #expect(!"\(failure)".contains("canary"))
        return failure
    }

    private func answer(_ status: Int, _ body: String, _ fields: TransportFields = [:]) -> Result<
        TransportResponse, TransportError
    > {
        .success(TransportResponse(status: status, fields: fields, body: Array(body.utf8)))
    }

    @Test(arguments: Call.all.filter { !$0.isVoid })
    func `T10 a success without the promised members is an error`(call: Call) async throws {
        let shapes: [(String, ResponseError.Code)] = [
            ("", .emptyBody), ("canary", .notJSON), ("<html>canary</html>", .notJSON), ("null", .unexpectedShape),
            ("7", .unexpectedShape), (#""canary""#, .unexpectedShape), ("[7]", .unexpectedShape),
            (call.answer + "canary", .notJSON), ("\u{FEFF}{}", .notJSON),
            (#"{"a":"canary","a":"canary"}"#, .notJSON),
        ]
        for (body, code) in shapes {
            let error = try await error(call, answer(200, body))

            #expect((error.cause as? ResponseError)?.code == code, "\(body)")
            #expect(error.statusCode == 200)
            #expect(!error.isRetryable)
            #expect(error.code.hasPrefix("a0.sdk.internal_error.") || error is any MFAError)
        }
    }

    @Test(arguments: Call.all.filter { !$0.isVoid })
    func `T7 a success that ends inside its JSON is truncated`(call: Call) async throws {
        let error = try await error(call, answer(200, String(call.answer.dropLast())))

        #expect((error.cause as? TransportError)?.code == .truncatedResponse)
        #expect(error.statusCode == 200)
        #expect(error.isRetryable)
    }

    @Test(arguments: Call.all.filter(\.isVoid))
    func `an empty success is accepted when no members are promised`(call: Call) async throws {
        for body in ["", "text", "{}", "<html></html>"] {
            _ = try await call.send(Call.Clients(wire: Wire(body, status: body.isEmpty ? 204 : 200)))
        }
    }

    @Test(arguments: Call.all)
    func `a refusal provides its code, whatever the status`(call: Call) async throws {
        for status in [300, 400, 401, 403, 404, 409, 429, 500, 503] {
            let error = try await error(
                call, answer(status, #"{"error":"e","code":"e","x":"canary"}"#, ["Retry-After": "7"]))

            #expect(error.code == "e")
            #expect(error.statusCode == status)
            #expect(error.cause == nil)
            #expect(error.isRetryable == (status == 429 || status >= 500))
            #expect(error.retryAfter == .seconds(7))
        }
    }

    @Test(arguments: Call.all.filter { !$0.isVoid })
    func `a refusal with a status of success provides its code`(call: Call) async throws {
        let error = try await error(call, answer(200, #"{"error":"invalid_grant","code":"invalid_grant"}"#))

        #expect(error.code == "invalid_grant")
        #expect(error.statusCode == 200)
        #expect(error.cause == nil)
    }

    @Test(arguments: Call.all)
    func `a refusal without JSON has its status`(call: Call) async throws {
        for (body, code) in [
            ("", ResponseError.Code.emptyBody), ("<html canary>Bad gateway", .notJSON), ("[]", .unexpectedShape),
        ] {
            let error = try await error(call, answer(502, body))

            #expect((error.cause as? ResponseError)?.code == code)
            #expect(error.localizedDescription.contains("Bad gateway") == body.contains("Bad gateway"))
            #expect(error.statusCode == 502)
            #expect(error.isRetryable)
        }
    }

    @Test(arguments: Call.all)
    func `a network failure is recognised as one`(call: Call) async throws {
        let codes: [TransportError.Code] = [
            .nameResolutionFailed, .connectionFailed, .tlsFailure, .timedOut, .cancelled, .responseTooLarge,
            .truncatedResponse, .malformedResponse, .unexpectedRedirect, .outcomeUnknown,
        ]
        for code in codes {
            let error = try await error(call, .failure(TransportError(code)))

            #expect((error.cause as? TransportError)?.code == code)
            #expect(error.statusCode == 0)
            #expect(error.isCancelled == (code == .cancelled))
        }
    }
}
