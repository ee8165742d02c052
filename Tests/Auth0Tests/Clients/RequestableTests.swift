import Auth0
import Testing
import TransportDoubles

/// Requests as values of the protocol of Auth0.swift 3.
@Suite struct RequestableTests {
    private let transport = StubTransport(
        body: #"{"access_token": "AT", "token_type": "Bearer", "expires_in": 60}"#)

    private var request: any Requestable<Credentials, AuthenticationError> {
        Auth0.authentication(clientId: "c", domain: "tenant.example.com", session: transport)
            .renew(withRefreshToken: "RT")
    }

    @Test func `F8 a request of any client is modified and started by its protocol`() async throws {
        let credentials = try await request.parameters(["a": "b"]).headers(["X-A": "b"]).requestValidators([]).start()

        #expect(credentials.accessToken == "AT")
        #expect(transport.requests.first?.fields["X-A"] == "b")
        let body = String(decoding: transport.requests.first?.body ?? [], as: UTF8.self)
        #expect(body.contains(#""a":"b""#))
    }

    @Test func `F8 a request of any client calls back`() async {
        let (results, continuation) = AsyncStream<Bool>.makeStream()

        request.start { continuation.yield((try? $0.get())?.accessToken == "AT") }

        for await isRight in results.prefix(1) { #expect(isRight) }
    }
}
