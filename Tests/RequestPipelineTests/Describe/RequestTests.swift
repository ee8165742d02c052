import ByteEncodings
import HTTPMessages
import RequestPipeline
import Testing
import TransportDoubles

@Suite struct RequestTests {
    private let transport = StubTransport(body: #"{"id":1}"#)

    @Test func `a modifier returns a copy and does not change the original`() async throws {
        let plain = try sampleRequest(transport).fields(["a": "1"])
        _ = plain.parameters(["a": "2"]).headers(["X-Other": "y"])

        _ = try await plain.start()

        #expect(transport.requests.first?.json == .object([.init(name: "a", value: .string("1"))]))
        #expect(transport.requests.first?.fields["X-Other"] == nil)
    }

    @Test func `row 43 parameters replace and add, and keep grant_type`() async throws {
        let request = try sampleRequest(transport).fields(["grant_type": "refresh_token", "a": "1", "none": nil])
            .parameters(["grant_type": "password", "a": 2, "b": ["c": true]])

        _ = try await request.start()

        let sent = transport.requests.first?.json
        #expect(sent?["grant_type"] == .string("refresh_token"))
        #expect(sent?["a"] == .integer(2))
        #expect(sent?["b"]?["c"] == .boolean(true))
        #expect(sent?["none"] == nil)
    }

    @Test(
        arguments: [
            (nil, nil, nil), ("read:x", nil, "openid read:x"), (nil, "read:x", "openid read:x"),
            (nil, "openid read:x", "openid read:x"), (nil, "openidx", "openid openidx"), (nil, "", "openid"),
        ] as [(String?, String?, String?)])
    func `parameters add openid only where a scope is sent`(own: String?, given: String?, sent: String?) async throws {
        let request = try sampleRequest(transport).fields(["scope": own])
            .parameters(given.map { ["scope": $0] } ?? ["other": 1])

        _ = try await request.start()

        #expect(transport.requests.first?.json?["scope"]?.string == sent)
    }

    @Test func `parameters of a GET go to the query, encoded`() async throws {
        let request = try sampleRequest(transport, .get).parameters(["q": "a b&c=d+é", "n": 5, "list": [1, 2]])

        _ = try await request.start()

        let sent = transport.requests.first
        #expect(
            sent?.url.string
                == "https://tenant.example/oauth/token?list=%5B1,2%5D&n=5&q=a%20b%26c%3Dd%2B%C3%A9")
        #expect(sent?.body == [])
    }

    @Test func `headers replace others regardless of case, but never the SDK's own`() async throws {
        let request = try sampleRequest(transport).headers(["x-a": "1"])
            .headers(["X-A": "2", "content-type": "text/plain", "X-Sdk": "theirs"])

        _ = try await request.start()

        let fields = transport.requests.first?.fields
        #expect(fields?["X-A"] == "2")
        #expect(fields?["Content-Type"] == "text/plain")
        #expect(fields?["X-SDK"] == "ours")
    }

    @Test(arguments: ["a\r\nX: y", "a\nb", "a\0b", "\r"])
    func `T8 a line break or NUL is refused before a request is sent`(text: String) async throws {
        let request = try sampleRequest(transport)

        for bad in [
            request.parameters(["p": text]), request.headers(["X-P": text]), request.headers([text: "v"]),
            try sampleRequest(transport, .get).parameters(["p": text]), request.parameters([text: "v"]),
            try sampleRequest(transport, .get).parameters([text: "v"]),
        ] {
            let error = await #expect(throws: SampleFailure.self) { try await bad.start() }
            #expect((error?.cause as? TransportError)?.code == .invalidArgument)
        }
        #expect(transport.requests.isEmpty)
    }

    @Test func `a parameter that JSON cannot represent is refused before a request is sent`() async throws {
        struct Strange {}

        let error = await #expect(throws: SampleFailure.self) {
            try await sampleRequest(transport).parameters(["p": Strange()]).start()
        }

        #expect((error?.cause as? TransportError)?.code == .invalidArgument)
        #expect(transport.requests.isEmpty)
    }

    @Test func `validators run first, later ones before earlier ones, and survive other modifiers`() async throws {
        struct Refusal: Error, Equatable { let name: String }
        struct Refuse: RequestValidator {
            let name: String
            func validate() throws { throw Refusal(name: name) }
        }
        let request = try sampleRequest(transport).requestValidators([Refuse(name: "first")])
            .requestValidators([Refuse(name: "second")]).parameters(["a": 1]).headers(["X-B": "2"])

        let error = await #expect(throws: SampleFailure.self) { try await request.start() }

        #expect(error?.cause as? Refusal == Refusal(name: "second"))
        #expect(transport.requests.isEmpty)
    }
}
