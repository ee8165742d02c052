import Auth0
import Testing
import TransportDoubles

@Suite struct SecretsTests {
    @Test(arguments: Call.all)
    func `L1 L3 no secret reaches a log, a description or a mirror`(call: Call) async throws {
        let (wire, log) = (Wire(call.answer), LogRecorder())

        let value = try await call.send(Call.Clients(wire: wire, logger: log))

        var dumped = ""
        dump(value, to: &dumped)
        for text in await log.next(2) + ["\(value)", String(reflecting: value), dumped] {
            #expect(!text.contains("canary"), "\(text)")
        }
        let request = try #require(wire.transport.requests.last)
        var sent = wire.sent
        for (_, value) in request.fields { sent += value }
        #expect(sent.contains("canary"), "the test sends no secret")
    }

    @Test(arguments: Call.all)
    func `L1 L3 no secret of a refusal reaches a log, the error or its mirror`(call: Call) async {
        let refusal = #"{"error":"mfa_required","mfa_token":"canary","title":"t","x":"canary"}"#
        let (wire, log) = (Wire(refusal, status: 403), LogRecorder())

        let error = await #expect(throws: (any Error).self) {
            try await call.send(Call.Clients(wire: wire, logger: log))
        }

        var dumped = ""
        dump(error, to: &dumped)
        for text in await log.next(2) + ["\(error as Any)", String(reflecting: error), dumped] {
            #expect(!text.contains("canary"), "\(text)")
        }
    }
}
