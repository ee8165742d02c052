import ByteEncodings
import TenantEmulator
import Testing

/// Several names of one tenant: a browser at `localhost`, and an API in another container.
@Suite struct AllowedHostTests {
    private static func tenant(_ hosts: [String]) throws -> EmulatedTenant {
        try .start { ($0.isCalledLocalhost, $0.allowedHosts) = (true, hosts) }
    }

    @Test(arguments: ["tenant", "Tenant", "tenant.internal"])
    func `E3 an allowed host is answered, with the same issuer and the addresses as a program reaches them`(
        host: String
    ) async throws {
        let tenant = try Self.tenant(["tenant", "TENANT.internal"])
        let fields = ["Host": "\(host):4600"]

        let metadata = try await TestClient(tenant).send("GET", "/.well-known/openid-configuration", headers: fields)
        let keys = try await TestClient(tenant).send("GET", "/.well-known/jwks.json", headers: fields)

        #expect(metadata.status == 200 && keys.status == 200)
        #expect(metadata["issuer"] == tenant.issuer)
        #expect(metadata["jwks_uri"] == "http://\(host.lowercased()):4600/.well-known/jwks.json")
        #expect(metadata["token_endpoint"] == "http://\(host.lowercased()):4600/oauth/token")
        // Browsers are outside, so that they visit the domain.
        #expect(metadata["authorization_endpoint"] == "\(tenant.domain)/authorize")
        #expect(metadata["end_session_endpoint"] == "\(tenant.domain)/oidc/logout")
    }

    @Test(arguments: ["other", "tenant.evil.example", "eviltenant"])
    func `E3 another host is refused, and the refusal names the option`(host: String) async throws {
        let tenant = try Self.tenant(["tenant"])

        let response = try await TestClient(tenant).send("GET", "/userinfo", headers: ["Host": "\(host):4600"])

        #expect(response.status == 403)
        #expect(response.text.contains("--allow-host"))
    }

    /// [RFC 9112 §3.2.2](https://www.rfc-editor.org/rfc/rfc9112#section-3.2.2)
    @Test(arguments: [
        ("http://tenant/.well-known/jwks.json", "other", 200), ("HTTP://tenant:4600/oauth/token?a", "tenant", 405),
        ("http://tenant", "other", 200), ("http://tenant?x=1", "other", 200), ("http://other/", "tenant", 403),
        ("https://tenant@other/", "tenant", 403), ("http:///", "tenant", 403), ("http://tenant:+80/", "tenant", 403),
    ])
    func `E3 the host of an absolute target replaces the Host field`(
        target: String, host: String, status: Int
    ) async throws {
        let tenant = try Self.tenant(["tenant"])
        let head = "GET \(target) HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n"

        let response = try await RawHTTPClient.exchange(port: tenant.port, Array(head.utf8))

        #expect(response.status == status)
    }

    @Test(arguments: ["", "http://tenant", "tenant:4600", "ten ant"])
    func `E3 an allowed host that is none is refused at the start`(host: String) {
        let error = #expect(throws: EmulatorError.self) { try Self.tenant([host]) }

        #expect(error?.code == .malformedOrigin)
    }

    @Test func `E1 localhost is the name of a program's tenant, and 127.0.0.1 still answers`() async throws {
        let tenant = try Self.tenant([])

        let response = try await TestClient(tenant).get("/.well-known/openid-configuration")

        #expect(tenant.domain == "http://localhost:\(tenant.port)")
        #expect(response["issuer"] == "\(tenant.domain)/")
    }

    @Test(arguments: [true, false])
    func `E1 the cookies are for frames of other sites over TLS`(hasTLS: Bool) async throws {
        var configuration = TenantConfiguration()
        if hasTLS { configuration.origin = "https://login.example.test" }
        let tenant = try EmulatedTenant.start(configuration)
        var browser = TestBrowser(tenant)

        try await browser.visit(
            browser.authorizeURL().replacing("https://login.example.test", with: "http://127.0.0.1:\(tenant.port)"))
        try await browser.submit("/u/login", ["username": "john@example.com", "password": TestClient.password])
        let cookie = try await TestClient(tenant).send(
            "GET", String(browser.authorizeURL().dropFirst(tenant.domain.count)), headers: [:]
        ).cookies.first { $0.hasPrefix("did") }

        let attributes = cookie?.split(separator: ";").map { $0.drop { $0 == " " } }.map(String.init) ?? []
        #expect(attributes.contains(hasTLS ? "SameSite=None" : "SameSite=Lax"))
        #expect(attributes.contains("Secure") == hasTLS)
        #expect(attributes.contains("HttpOnly"))
    }
}
