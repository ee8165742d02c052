import ByteEncodings
import OpenSSLCryptography
import TenantEmulator
import Testing
import WebDriverClient

/// A page of another origin that uses the tenant only with `fetch`.
@Suite struct SinglePageTests {
    private static let verifier = String(repeating: "v", count: 43)

    /// The page: it goes to the login without a code, and with one asks for the tokens and the user info.
    private static func page(_ issuer: String) -> String {
        let challenge = Base64URL.encode(HashAlgorithm.sha256.digest(of: Array(verifier.utf8)))
        return """
            <!doctype html><title>A single page</title><p id="result"></p>
            <script type="module">
            const home = location.origin + "/app", code = new URLSearchParams(location.search).get("code");
            const metadata = await (await fetch("\(issuer)/.well-known/openid-configuration")).json();
            const show = text => { const p = document.getElementById("result"); p.textContent = text; p.id = "done"; };
            if (!code) {
              location = metadata.authorization_endpoint + "?" + new URLSearchParams({
                client_id: "page", redirect_uri: home, response_type: "code", scope: "openid email",
                code_challenge: "\(challenge)", code_challenge_method: "S256"});
            } else try {
              const answer = await fetch(metadata.token_endpoint, {
                method: "POST", headers: {"Content-Type": "application/json", "Auth0-Client": "test"},
                body: JSON.stringify({grant_type: "authorization_code", client_id: "page", code, redirect_uri: home,
                                      code_verifier: "\(verifier)"})});
              const tokens = await answer.json();
              const user = await fetch(metadata.userinfo_endpoint, {headers: {Authorization: "Bearer " + tokens.access_token}});
              show((await user.json()).email);
            } catch (error) { show(String(error)); }
            </script>
            """
    }

    /// Logs in at the page, whose origin a client has or not; returns what the page shows in the end.
    private func result(isAllowed: Bool) async throws -> String? {
        let host = try EmulatedTenant.start(.anyPort)
        var client = TenantSeed.Client(id: "page", callbacks: ["\(host.domain)/app"])
        if !isAllowed { client.callbacks = [] }
        var configuration = TenantConfiguration.anyPort
        configuration.seed.clients.append(client)
        let tenant = try EmulatedTenant.start(configuration)
        host.faults.set(.body(Array(Self.page(tenant.domain).utf8), contentType: "text/html"), on: "/app")
        return try await withBrowser { browser in
            guard isAllowed else {
                // The code is made up: the browser does not let the page see why it is refused.
                try await browser.visit("\(host.domain)/app?code=none")
                try await browser.wait(for: "#done")
                return try await browser.run("return document.getElementById('done').textContent").string
            }
            try await browser.visit("\(host.domain)/app")
            try await browser.wait(for: "#username")
            try await browser.logIn(as: "john@example.com")
            try await browser.wait(for: "#done")
            return try await browser.run("return document.getElementById('done').textContent").string
        }
    }

    @Test func `emulator-a2 a page of another origin logs in by code and PKCE with fetch`() async throws {
        #expect(try await result(isAllowed: true) == "john@example.com")
    }

    @Test func `emulator-a2 a page of an origin that no client has reads no answer`() async throws {
        #expect(try await result(isAllowed: false)?.contains("Failed to fetch") == true)
    }
}
