import HTTPMessages
import Testing

@Suite struct TransportErrorTests {
    @Test func `is equal by its code`() {
        #expect(TransportError(.timedOut, detail: "a") == TransportError(.timedOut, statusCode: 200))
        #expect(TransportError(.timedOut) != TransportError(.cancelled))
    }

    @Test(arguments: [
        (TransportError.Code.invalidArgument, false), (.nameResolutionFailed, false), (.connectionFailed, false),
        (.tlsFailure, false), (.timedOut, true), (.cancelled, true), (.responseTooLarge, true),
        (.truncatedResponse, true), (.malformedResponse, true), (.unexpectedRedirect, true), (.outcomeUnknown, true),
    ])
    func `T12: says whether the request may have arrived`(code: TransportError.Code, mayHave: Bool) {
        #expect(TransportError(code).requestMayHaveArrived == mayHave)
        #expect(TransportError(code, requestMayHaveArrived: !mayHave).requestMayHaveArrived != mayHave)
    }

    @Test func `names code, reason and detail, and never the cause`() {
        struct Cause: Error { let secret = "SECRET" }
        let error = TransportError(.tlsFailure, detail: "https://a", tlsReason: .selfSigned, cause: Cause())

        #expect(error.description == "TransportError.tlsFailure(selfSigned): https://a")
        #expect("\(error)" == error.description)
    }

    @Test func `knows which methods are idempotent`() {
        #expect([TransportMethod.get, .head, .put, .delete].allSatisfy { $0.isIdempotent })
        #expect(![TransportMethod.post, .patch, TransportMethod(rawValue: "QUERY")].contains { $0.isIdempotent })
    }
}
