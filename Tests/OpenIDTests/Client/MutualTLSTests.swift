import HTTPMessages
import OpenID
import Testing
import TransportDoubles

/// Clients that authenticate with their certificate.
@Suite struct MutualTLSTests {
    private static let document = #"""
        {"issuer": "https://op.example.com", "token_endpoint": "https://op.example.com/token",
        "revocation_endpoint": "https://op.example.com/revoke", "introspection_endpoint": "https://op.example.com/introspect",
        "userinfo_endpoint": "https://op.example.com/userinfo",
        "authorization_endpoint": "https://op.example.com/authorize", "jwks_uri": "https://op.example.com/jwks",
        "pushed_authorization_request_endpoint": "https://op.example.com/par",
        "mtls_endpoint_aliases": {"token_endpoint": "https://mtls.example.com/token",
        "revocation_endpoint": "https://mtls.example.com/revoke",
        "pushed_authorization_request_endpoint": "https://mtls.example.com/par",
        "userinfo_endpoint": "https://mtls.example.com/userinfo", "unknown_endpoint": "https://mtls.example.com/x"}}
        """#

    /// A provider with the document above, and the transport of its clients.
    private func provider(_ document: String = document) async throws -> (OpenIDProvider, StubTransport) {
        let found = try await OpenIDProvider.discover(
            ExampleProvider.issuer, session: StubTransport(body: document)
        ).start()
        let transport = ExampleProvider.transport()
        return (OpenIDProvider(found.metadata, session: transport), transport)
    }

    private func send(_ client: OpenIDClient) async throws {
        _ = try await client.clientCredentials().start()
        try await client.revoke("t").start()
        _ = try await client.introspect("t").start()
        _ = try await client.userInfo(withAccessToken: "t", subject: "me").start()
        _ = try await client.begin(client.login().redirectURI("https://app.example.com/").pushing()).start()
    }

    @Test func `RFC 8705 §2 and §5 the ID is sent without a secret, to the endpoints for certificates`() async throws {
        let (provider, transport) = try await provider()

        try await send(provider.client(id: "c", authentication: .tls))

        #expect(
            transport.requests.map(\.url.string) == [
                "https://mtls.example.com/token", "https://mtls.example.com/revoke",
                "https://op.example.com/introspect", "https://mtls.example.com/userinfo", "https://mtls.example.com/par",
            ])
        for request in transport.requests where request.method == .post {
            let form = try request.form
            #expect(form["client_id"] == "c")
            #expect(form.keys.allSatisfy { !$0.contains("secret") && !$0.contains("assertion") })
            #expect(request.fields["Authorization"] == nil)
        }
    }

    @Test func `other clients use the other endpoints`() async throws {
        let (provider, transport) = try await provider()

        try await send(provider.client(id: "c", authentication: .secretPost("s")))

        #expect(transport.requests.allSatisfy { $0.url.host == "op.example.com" })
    }

    @Test func `the browser opens the page that every client opens`() async throws {
        let (provider, _) = try await provider()
        let client = provider.client(id: "c", authentication: .tls)

        let pending = try await client.begin(client.login().redirectURI("https://app.example.com/")).start()

        #expect(pending.url.hasPrefix("https://op.example.com/authorize?"))
    }

    @Test(arguments: [
        #"{"token_endpoint": "http://mtls.example.com/token"}"#, #"{"token_endpoint": 1}"#,
        #"{"token_endpoint": "https://a@mtls.example.com/"}"#, #"{"userinfo_endpoint": "javascript:alert(1)"}"#,
    ])
    func `A5 T2 a forbidden endpoint for certificates makes the document invalid`(aliases: String) async {
        let document = #"{"issuer": "https://op.example.com", "mtls_endpoint_aliases": \#(aliases)}"#

        let error = await #expect(throws: OpenIDError.self) { _ = try await provider(document) }

        #expect(error?.code == .metadataInvalid)
    }
}
