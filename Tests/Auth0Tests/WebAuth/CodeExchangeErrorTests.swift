import Auth0
import FoundationEssentials
import Testing
import TransportDoubles

/// Logins whose authorization code the tenant does not exchange.
@Suite struct CodeExchangeErrorTests {
    /// An agent whose page sends an authorization response at once.
    private struct RespondingAgent: WebAuthUserAgent {
        let response: URL
        let callback: WebAuthProviderCallback

        func start() { WebAuthentication.resume(with: response) }
        func finish(with result: WebAuthResult<Void>) { callback(result) }
    }

    @Test(arguments: [
        ("access_denied", "Unauthorized", WebAuthError.pkceNotAllowed),
        ("invalid_client", "Unauthorized", WebAuthError.pkceNotAllowed),
        ("access_denied", "Unauthorized: no", WebAuthError.codeExchangeFailed),
        ("unauthorized", "Refused", WebAuthError.codeExchangeFailed),
    ])
    func `a tenant that only says Unauthorized requires a client secret, whatever the code of its error`(
        code: String, description: String, expected: WebAuthError
    ) async throws {
        let state = UUID().uuidString
        let redirect = try #require(URL(string: "com.example.demo://callback"))
        let response = try #require(URL(string: "\(redirect.absoluteString)?code=c&state=\(state)"))
        let transport = StubTransport(
            status: 401, body: #"{"error":"\#(code)","error_description":"\#(description)"}"#)
        let webAuth = Auth0.webAuth(clientId: "the-client", domain: "tenant.example.com", session: transport)
            .redirectURL(redirect).state(state).allowingConcurrentLogins()
            .provider { RespondingAgent(response: response, callback: $1) }

        let error = await #expect(throws: WebAuthError.self) { _ = try await webAuth.start() }

        #expect(error == expected)
        #expect((error?.cause as? AuthenticationError)?.code == code)
        #expect(transport.requests.count == 1)
    }
}
