import ByteEncodings
import Dispatch
import Foundation
import OpenID
import SecretStorage
import Streams
import TenantEmulator
import Testing

/// The emulator as an OpenID provider, found by discovery.
@Suite struct OpenIDLoginTests {
    private let tenant: EmulatedTenant
    private let browser: StandInBrowser

    init() throws {
        tenant = try EmulatedTenant.start(.anyPort)
        let issuer = tenant.domain + "/"
        // The metadata announce an issuer in responses, so it is required.
        browser = StandInBrowser(tenant) { ["code": $1, "state": $0["state"] ?? "", "iss": issuer] }
    }

    private func client() async throws -> OpenIDClient {
        try await OpenID.discover(tenant.domain + "/").start().client(id: tenant.clientID)
    }

    private func login(_ client: OpenIDClient, in browser: StandInBrowser? = nil) -> BrowserLogin {
        client.login().window((browser ?? self.browser).window).allowingConcurrentLogins()
    }

    private func failure(_ login: BrowserLogin) async -> OpenIDError? {
        guard case .failure(let error) = await login.result() else { return nil }
        return error
    }

    @Test func `discovery and login in three styles`() async throws {
        let provider = try await called { OpenID.discover(tenant.domain + "/").start($0) }.get()
        let login = login(provider.client(id: tenant.clientID))

        let awaited = try await login.start()
        let calledBack = await called { login.start($0) }
        let notebook = Notebook<Credentials, OpenIDError>()
        let subscription = login.start().sink(receiveCompletion: notebook.note, receiveValue: notebook.note)
        let published = await notebook.seen()?.only
        subscription.cancel()

        #expect(!awaited.idToken.isEmpty)
        #expect(try !calledBack.get().accessToken.isEmpty)
        #expect(published?.tokenType == "Bearer")
        #expect(browser.ends == [true, true, true])
    }

    @Test func `J13 an ID token for a further audience is accepted if the program trusts it`() async throws {
        let login = login(try await client())
        let claims: [String: any Sendable] = ["aud": [tenant.clientID, "friend"], "azp": tenant.clientID]
        for trusted in [["friend"], []] {
            tenant.faults.set(.tamper(try TokenTampering(claims: claims)), on: "/oauth/token", times: 1)
            let error = await failure(login.trustedAudiences(trusted))

            #expect((error?.cause as? IDTokenError)?.claim == (trusted.isEmpty ? "aud" : nil))
            #expect((error == nil) != trusted.isEmpty)
        }
    }

    @Test func `A3 state, nonce and S256 regardless of the provider's metadata`() async throws {
        _ = try await login(try await client()).scope("profile").prompt("login").loginHint("john").maxAge(.seconds(600))
            .uiLocales(["de", "en"]).parameters(["audience": "\(tenant.domain)/api/v2/"]).start()
        let parameters = try #require(browser.addresses.first).parameters

        #expect(parameters["scope"] == "openid profile")
        #expect(parameters["code_challenge_method"] == "S256")
        #expect(parameters["state"]?.utf8.count == 43)
        #expect(parameters["nonce"]?.utf8.count == 43)
        #expect(parameters["ui_locales"] == "de en")
        #expect(parameters["max_age"] == "600")
        #expect(parameters["prompt"] == "login")
        #expect(parameters["login_hint"] == "john")
    }

    @Test(arguments: ["code_challenge_method", "redirect_uri", "client_id", "response_type", "request_uri"])
    func `A3 no parameter removes the PKCE challenge`(name: String) async throws {
        let error = await failure(try await login(client()).parameters([name: "x"]))

        #expect(error?.code == .argumentInvalid)
        #expect(browser.addresses.isEmpty)
    }

    @Test func `a login and a logout have a result and a publisher`() async throws {
        let client = try await client()
        let published = Notebook<Credentials, OpenIDError>()
        let ended = Notebook<Void, OpenIDError>()

        let login = login(client)
        let credentials = try await login.result().get()
        let first = login.publisher().sink(receiveCompletion: published.note, receiveValue: published.note)
        let again = await published.seen()?.only
        let logout = client.logout(of: credentials).window(browser.window).allowingConcurrentLogins()
        let end = await logout.result()
        let second = logout.publisher().sink(receiveCompletion: ended.note, receiveValue: ended.note)

        #expect(again?.tokenType == "Bearer")
        #expect(throws: Never.self) { try end.get() }
        #expect(await ended.seen()?.values.count == 1)
        withExtendedLifetime((first, second)) {}
    }

    @Test(arguments: [.nanoseconds(-1), .milliseconds(300_001), .seconds(Int.max)] as [Duration])
    func `a leeway out of bounds fails before the browser opens`(leeway: Duration) async throws {
        let error = await failure(try await login(client()).leeway(leeway))

        #expect((error?.cause as? IDTokenError)?.code == .expectationInvalid)
        #expect(browser.addresses.isEmpty)
    }

    @Test(arguments: ["soon", "", "1.5", "99999999999999999999"])
    func `an invalid maximum age fails before the browser opens`(age: String) async throws {
        let error = await failure(try await login(client()).parameters(["max_age": age]))

        #expect(error?.code == .argumentInvalid)
        #expect(browser.addresses.isEmpty)
    }

    @Test func `A4 a response of another issuer is refused`() async throws {
        let other = StandInBrowser(tenant) {
            ["code": $1, "state": $0["state"] ?? "", "iss": "https://evil.example/"]
        }
        let silent = StandInBrowser(tenant) { ["code": $1, "state": $0["state"] ?? ""] }
        let client = try await client()

        #expect(await failure(login(client, in: other))?.code == .issuerMismatch)
        #expect(await failure(login(client, in: silent))?.code == .issuerMismatch)
    }

    @Test func `renewal, profile, revocation`() async throws {
        let client = try await client()
        let credentials = try await login(client).scope("openid profile email offline_access").start()

        let profile = try await client.userInfo(of: credentials).start()
        let renewed = try await client.renew(credentials).start()
        try await client.revoke(try #require(renewed.refreshToken), hint: .refreshToken).start()
        let error = await #expect(throws: OpenIDError.self) { try await client.renew(renewed).start() }

        #expect(profile.email == "john@example.com")
        #expect(renewed.accessToken != credentials.accessToken)
        #expect(error?.providerCode == "invalid_grant")
    }

    @Test func `J20 tokens are bound to a key`() async throws {
        let store = MemoryStore()
        let client = try await client().useDPoP(keychainIdentifier: "test", store: store)

        let credentials = try await login(client).scope("openid offline_access").start()
        let profile = try await client.userInfo(of: credentials).start()
        let renewed = try await client.renew(credentials).start()

        #expect(credentials.tokenType == "DPoP")
        #expect(!profile.sub.isEmpty)
        #expect(renewed.tokenType == "DPoP")
    }

    @Test func `rp-init-logout returns with its state, and ignores another one`() async throws {
        let client = try await client()
        let credentials = try await login(client).start()

        try await client.logout(of: credentials).window(browser.window).allowingConcurrentLogins().start()
        let parameters = try #require(browser.addresses.last).parameters

        #expect(parameters["id_token_hint"] == credentials.idToken)
        #expect(parameters["client_id"] == tenant.clientID)
        #expect(parameters["state"]?.utf8.count == 43)
        #expect(parameters["post_logout_redirect_uri"]?.hasPrefix("http://127.0.0.1:") == true)

        let other = StandInBrowser(tenant) { _, _ in ["state": "other"] }
        let logout = client.logout().window(other.window).timeout(.milliseconds(200)).allowingConcurrentLogins()
        let error = await #expect(throws: OpenIDError.self) { try await logout.start() }
        #expect((error?.cause as? AuthorizationError)?.code == .timedOut)
    }

    @Test(arguments: ["state", "client_id", "post_logout_redirect_uri"])
    func `no parameter changes the state of a logout`(name: String) async throws {
        let logout = try await client().logout().parameters([name: "x"]).window(browser.window)
            .allowingConcurrentLogins()

        let error = await #expect(throws: OpenIDError.self) { try await logout.start() }

        #expect(error?.code == .argumentInvalid)
        #expect(browser.addresses.isEmpty)
    }

    @Test func `A13 a private-use scheme: another process hands the response over`() async throws {
        let client = try await client()
        let (tenant, issuer) = (tenant, tenant.domain + "/")
        let seen = AsyncStream<[CallbackHandover]>.makeStream()
        // The process that the desktop starts knows only its argument, the address.
        let window = LoginWindow { url, _ in
            let parameters = url.parameters
            let code = try? tenant.issueAuthorizationCode(
                for: "john@example.com", codeChallenge: parameters["code_challenge"] ?? "",
                redirectURI: parameters["redirect_uri"] ?? "", scope: "openid", nonce: parameters["nonce"])
            let fields = [("code", code ?? ""), ("state", parameters["state"] ?? ""), ("iss", issuer)]
            let answer = "com.example.demo://callback?" + FormEncoding.encode(fields)
            return Desktop(addresses: ["com.example.demo://callback?code=1&state=2", answer], seen: seen.continuation)
        }

        let credentials = try await client.login().redirectURI("com.example.demo://callback").window(window)
            .allowingConcurrentLogins().start()

        var handed: [CallbackHandover] = []
        for await results in seen.stream { handed = results }
        #expect(handed == [.ignored, .taken])
        #expect(!credentials.idToken.isEmpty)
        #expect(BrowserLogin.handOver(["program"]) == .noCallback)
    }

    private struct Desktop: UserAgent {
        let addresses: [String]
        let seen: AsyncStream<[CallbackHandover]>.Continuation

        func start() {
            DispatchQueue.global().async {
                seen.yield(addresses.map { BrowserLogin.handOver(["program", $0]) })
                seen.finish()
            }
        }

        func finish(with result: Result<Void, AuthorizationError>) {}
    }
}
