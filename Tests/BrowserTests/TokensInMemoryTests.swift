import ByteEncodings
import OpenSSLCryptography
import ProgramRunner
import TenantEmulator
import Testing
import WebDriverClient

/// A page that keeps its tokens in memory and renews them in a hidden frame, as auth0-spa-js does by default.
@Suite struct TokensInMemoryTests {
    /// A start that the documentation names.
    enum Start: String, CaseIterable {
        case plain
        case tls = "--tls"
        case origin = "--tls --origin https://localhost:PORT"
    }

    private static let verifier = String(repeating: "v", count: 43)

    /// The page: with a code it asks for tokens, without one it asks for a code in a frame; then it shows the result.
    private static func page(_ tenant: String) -> String {
        let challenge = Base64URL.encode(HashAlgorithm.sha256.digest(of: Array(verifier.utf8)))
        return """
            <!doctype html><title>Tokens in memory</title><p id="result"></p>
            <a id="login" href="#">Log in</a> <a id="logout" href="#">Log out</a>
            <script type="module">
            const tenant = "\(tenant)", home = location.origin + "/app";
            const show = text => { const p = document.getElementById("result"); p.textContent = text; p.id = "done"; };
            const authorize = more => tenant + "/authorize?" + new URLSearchParams({
              client_id: "page", redirect_uri: home, response_type: "code", scope: "openid email",
              code_challenge: "\(challenge)", code_challenge_method: "S256", ...more});
            const silently = () => new Promise(resolve => {
              const frame = document.createElement("iframe");
              frame.style.display = "none";
              addEventListener("message", event => {
                if (event.origin === tenant && event.data?.response) resolve(event.data.response);
              });
              frame.src = authorize({prompt: "none", response_mode: "web_message"});
              document.body.append(frame);
            });
            document.getElementById("login").href = authorize({});
            document.getElementById("logout").href =
              tenant + "/v2/logout?" + new URLSearchParams({client_id: "page", returnTo: home});
            const sent = new URLSearchParams(location.search).get("code");
            if (sent) history.replaceState({}, "", "/app");
            try {
              const answer = sent ? {code: sent} : await silently();
              if (!answer.code) throw answer.error;
              const response = await fetch(tenant + "/oauth/token", {
                method: "POST", headers: {"Content-Type": "application/x-www-form-urlencoded"},
                body: new URLSearchParams({grant_type: "authorization_code", client_id: "page", code: answer.code,
                                           redirect_uri: home, code_verifier: "\(verifier)"})});
              const tokens = await response.json();
              const fields = {Authorization: "Bearer " + tokens.access_token};
              const user = await fetch(tenant + "/userinfo", {headers: fields});
              show((sent ? "login " : "frame ") + (await user.json()).email);
            } catch (error) { show(String(error)); }
            </script>
            """
    }

    /// Starts the server of the page; a page of TLS is of the same site as a tenant with TLS.
    ///
    /// - Returns: The server, and the address of the page.
    private static func host(_ start: Start) throws -> (server: EmulatedTenant, page: String) {
        var configuration = TenantConfiguration.anyPort
        configuration.isCalledLocalhost = true
        if start != .plain { configuration.certificateAuthority = try .init() }
        let server = try EmulatedTenant.start(configuration)
        return (server, "\(server.domain)/app")
    }

    /// Starts a tenant as the program does, for a page at an address.
    private static func tenant(_ start: Start, page: String) throws -> EmulatedTenant {
        var configuration = TenantConfiguration.anyPort
        configuration.isCalledLocalhost = true
        var client = TenantSeed.Client(id: "page", callbacks: [page])
        client.logoutURLs = [page]
        client.webOrigins = [String(page.dropLast("/app".count))]
        configuration.seed.clients.append(client)
        if start != .plain { configuration.certificateAuthority = try .init() }
        guard start == .origin else { return try EmulatedTenant.start(configuration) }
        configuration.port = try FreePort.find()
        configuration.origin = "https://localhost:\(configuration.port)"
        do {
            return try EmulatedTenant.start(configuration)
        } catch let error as EmulatorError where error.code == .portUnavailable {
            // Another process was faster; each port is found once.
            return try Self.tenant(start, page: page)
        }
    }

    /// Returns what the page shows; when it still waits for an answer, the last requests of the tenant say for which.
    private static func result(
        _ browser: Browser, at address: String, of tenant: EmulatedTenant
    ) async throws -> String {
        if !address.isEmpty { try await browser.visit(address) }
        do {
            return try await browser.text("#done")
        } catch {
            return "\(error) after \(tenant.journal.suffix(8))"
        }
    }

    @Test(arguments: Start.allCases)
    func `E1 a page that keeps tokens in memory stays logged in at a reload, until the logout`(start: Start)
        async throws
    {
        let (host, home) = try Self.host(start)
        defer { host.stop() }
        let tenant = try Self.tenant(start, page: home)
        host.faults.set(.body(Array(Self.page(tenant.domain).utf8), contentType: "text/html"), on: "/app")
        let results = try await withBrowser { browser in
            var results = [try await Self.result(browser, at: home, of: tenant)]
            try await browser.click("#login")
            try await browser.logIn()
            results.append(try await Self.result(browser, at: "", of: tenant))
            results.append(try await Self.result(browser, at: home, of: tenant))
            // The logout leads to the same address: without the mark of the old page, its result is not read again.
            try await browser.run("document.getElementById('done').removeAttribute('id')")
            try await browser.click("#logout")
            results.append(try await Self.result(browser, at: "", of: tenant))
            return results
        }

        #expect(tenant.domain.contains("://localhost:"))
        #expect(results == ["login_required", "login john@example.com", "frame john@example.com", "login_required"])
    }

    /// Without TLS no browser sends the cookie to another site; with TLS this one blocks it.
    @Test(arguments: [(Start.plain, "--tls"), (.tls, "https://localhost")])
    func `E1 the journal says that no cookie came for a frame of another site`(
        start: Start, advice: String
    ) async throws {
        let host = try EmulatedTenant.start(.anyPort)
        defer { host.stop() }
        let home = "\(host.domain)/app"
        let tenant = try Self.tenant(start, page: home)
        host.faults.set(.body(Array(Self.page(tenant.domain).utf8), contentType: "text/html"), on: "/app")

        let result = try await withBrowser { browser in
            _ = try await Self.result(browser, at: home, of: tenant)
            try await browser.click("#login")
            try await browser.logIn()
            _ = try await Self.result(browser, at: "", of: tenant)
            return try await Self.result(browser, at: home, of: tenant)
        }

        let reasons = tenant.journal.filter { $0.path == "/authorize" }.compactMap(\.reason)
        #expect(result == "login_required")
        #expect(reasons.last?.contains("no cookie came: a frame of another site") == true)
        #expect(reasons.last?.contains(advice) == true)
    }
}
