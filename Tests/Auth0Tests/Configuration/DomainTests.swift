import Auth0
import Foundation
import Testing
import TransportDoubles

@Suite struct DomainTests {
    @Test(arguments: [
        ("tenant.example.com", "https://tenant.example.com/userinfo"),
        ("tenant.example.com/", "https://tenant.example.com/userinfo"),
        ("https://tenant.example.com", "https://tenant.example.com/userinfo"),
        ("HTTPS://Tenant.EXAMPLE.com/", "https://tenant.example.com/userinfo"),
        ("tenant.example.com:443/Foo", "https://tenant.example.com/Foo/userinfo"),
        ("tenant.example.com/foo", "https://tenant.example.com/foo/userinfo"),
        ("https-idp.example.com", "https://https-idp.example.com/userinfo"),
        ("tenant.example.com:8443", "https://tenant.example.com:8443/userinfo"),
        ("http://127.0.0.1:3000", "http://127.0.0.1:3000/userinfo"), ("http://[::1]:1", "http://[::1]:1/userinfo"),
    ])
    func `a host name or a URL becomes the base of every request`(domain: String, url: String) async throws {
        let transport = StubTransport(body: #"{"sub":"s"}"#)

        _ = try await Auth0.authentication(clientId: "c", domain: domain, session: transport)
            .userInfo(withAccessToken: "AT").start()

        #expect(transport.requests.first?.url.string == url)
    }

    @Test(arguments: [
        "", " ", "tenant example.com", "tenant.example.com ", "user@tenant.example.com",
        "https://u:p@tenant.example.com",
        "tenant.example.com#x", "tenant.example.com?x=1", "http://tenant.example.com", "http://localhost.example:3000",
        "http://127.0.0.1.evil.example", "http://127.1", "http://0.0.0.0", "ftp://tenant.example.com",
        "tenant.example.com\r\nX: y", "tenänt.example.com", "tenant..example.com", "-x.example.com", "https://",
        "https:///path", "tenant.example.com:0", "tenant.example.com:99999", "tenant.example.com:", "a\\b",
        "javascript:alert(1)", "file:///etc/passwd", "tenant.example.com/%zz\0",
    ])
    func `T2 T8 any other domain is a typed error of the first request, and no request is sent`(domain: String) async {
        let transport = StubTransport(body: "{}")
        let client = Auth0.authentication(clientId: "c", domain: domain, session: transport)

        let error = await failure(of: client.login(email: "e", code: "1"))

        #expect((error?.cause as? ConfigurationError)?.code == .invalidDomain)
        #expect(transport.requests.isEmpty)
        #expect(!client.url.absoluteString.isEmpty)
    }

    @Test func `K13 an invalid domain of the environment is named by its variable`() async {
        await #expect(processExitsWith: .success) {
            setenv("AUTH0_DOMAIN", "tenant example.com", 1)
            setenv("AUTH0_CLIENT_ID", "c", 1)

            let error = await failure(of: Auth0.authentication().login(email: "e", code: "1"))
            let verifier = #expect(throws: ConfigurationError.self) { try AccessTokenVerifier(audience: "a") }

            let refusal = error?.cause as? ConfigurationError
            for refusal in [refusal, verifier] {
                #expect(refusal?.code == .invalidDomain)
                #expect(refusal?.advice.contains("AUTH0_DOMAIN") == true)
            }
        }
    }
}
