import ByteEncodings
import HTTPMessages
import RequestPipeline
import Synchronization
import Testing
import TransportDoubles

/// Parameters that are created for each attempt, and those that may repeat.
@Suite struct AttemptParameterTests {
    private final class Numbers: Sendable {
        private let last = Mutex(0)
        let failing: Int?

        init(failing: Int? = nil) { self.failing = failing }

        func next() throws -> [JSONValue.Member] {
            let number = last.withLock { last in
                last += 1; return last
            }
            if number == failing { throw ResponseError(.emptyBody) }
            return [.init(name: "number", value: .string("\(number)"))]
        }
    }

    private func request(
        _ transport: StubTransport, _ numbers: Numbers, constraint: (any SenderConstraint)? = nil
    ) throws -> Request<Sample, SampleFailure> {
        try sampleRequest(transport, constraint: constraint).asForm()
            .fields(["a": "b"]).fields(forEachAttempt: { try numbers.next() })
    }

    private func bodies(_ transport: StubTransport) -> [String] {
        transport.requests.map { String(decoding: $0.body, as: UTF8.self) }
    }

    @Test func `each start creates the parameters once`() async throws {
        let transport = StubTransport(body: #"{"id":1}"#)
        let request = try request(transport, Numbers())

        _ = try await request.start()
        _ = try await request.parameters(["number": "mine"]).start()

        #expect(bodies(transport) == ["a=b&number=1", "a=b&number=2"])
    }

    @Test func `J20 the second attempt has parameters of its own`() async throws {
        let transport = StubTransport { request in
            let isFirst = String(decoding: request.body, as: UTF8.self).hasSuffix("=1")
            return .success(TransportResponse(status: isFirst ? 400 : 200, body: Array(#"{"id":1}"#.utf8)))
        }

        _ = try await request(transport, Numbers(), constraint: Repeating()).start()

        #expect(bodies(transport) == ["a=b&number=1", "a=b&number=2"])
    }

    @Test(arguments: [1, 2]) func `an attempt without its parameters is not sent`(failing: Int) async throws {
        let transport = StubTransport(status: 400, body: "{}")

        let error = await #expect(throws: SampleFailure.self) {
            try await request(transport, Numbers(failing: failing), constraint: Repeating()).start()
        }

        #expect(error?.cause as? ResponseError == ResponseError(.emptyBody))
        #expect(transport.requests.count == failing - 1)
    }

    @Test func `a parameter may repeat, and a later one replaces all of its name`() async throws {
        let transport = StubTransport(body: #"{"id":1}"#)
        let request = try request(transport, Numbers()).field("r", repeating: ["1", "2", "3"])

        _ = try await request.start()
        _ = try await request.fields(["r": "4"]).start()
        _ = try await request.field("r", repeating: []).start()

        #expect(bodies(transport) == ["a=b&r=1&r=2&r=3&number=1", "a=b&r=4&number=2", "a=b&number=3"])
    }
}
