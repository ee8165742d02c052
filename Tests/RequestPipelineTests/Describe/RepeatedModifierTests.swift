import ByteEncodings
import HTTPMessages
import RequestPipeline
import Testing
import TransportDoubles

/// Modifiers that are called several times.
@Suite struct RepeatedModifierTests {
    private let transport = StubTransport(body: #"{"id":1}"#)

    @Test func `parameters and header fields of several calls are merged, and the last value wins`() async throws {
        let request = try sampleRequest(transport).fields(["grant_type": "password", "scope": "email"])
        let stored = request.parameters(["a": 1, "b": "first"]).headers(["X-A": "1", "X-B": "first"])

        _ = try await stored.parameters(["b": "last", "c": true]).headers(["x-b": "last", "X-C": "3"]).start()
        _ = try await stored.headers(["X-D": "4"]).parameters(["d": 4]).start()

        let sent = transport.requests
        let (chained, kept) = (try #require(sent.first), try #require(sent.last))
        let json = try [chained, kept].map { message -> [String: any Sendable] in
            try #require(message.json?.freeFormObject)
        }
        #expect(json.map { $0["a"] as? Int } == [1, 1])
        #expect(json.map { $0["b"] as? String } == ["last", "first"])
        #expect(json.map { $0["c"] as? Bool } == [true, nil])
        #expect(json.map { $0["d"] as? Int } == [nil, 4])
        #expect(json.map { $0["scope"] as? String } == ["openid email", "openid email"])
        #expect(json.map { $0["grant_type"] as? String } == ["password", "password"])
        #expect(["X-A", "X-B", "X-C"].map { chained.fields[$0] } == ["1", "last", "3"])
        #expect(["X-A", "X-B", "X-C", "X-D"].map { kept.fields[$0] } == ["1", "first", nil, "4"])
    }
}
