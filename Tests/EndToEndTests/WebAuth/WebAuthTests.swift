import Auth0
import Foundation
import OpenID
import ProgramRunner
import SecretStorage
import Streams
import Synchronization
import TenantEmulator
import Testing
import TransportDoubles

/// Logins in a browser with the emulator; those that need the barrier of the process have a process of their own.
@Suite struct WebAuthTests {
    private let tenant: EmulatedTenant
    private let browser: StandInBrowser

    init() throws {
        tenant = try EmulatedTenant.start(.anyPort)
        browser = StandInBrowser(tenant)
    }

    private var webAuth: any WebAuth {
        Auth0.webAuth(clientId: tenant.clientID, domain: tenant.domain).onFreePort.provider(browser.provider)
            .allowingConcurrentLogins()
    }

    private func failure(_ webAuth: any WebAuth) async -> WebAuthError? {
        guard case .failure(let error) = await webAuth.result() else { return nil }
        return error
    }

    @Test func `row 1 a login in three styles, with the ID token validated`() async throws {
        let request = webAuth.parameters(["screen_hint": "signup"])

        let awaited = try await request.start()
        let calledBack = await called { request.start($0) }
        let notebook = Notebook<Credentials, WebAuthError>()
        let subscription = request.start().sink(receiveCompletion: notebook.note, receiveValue: notebook.note)
        let published = await notebook.seen()?.only
        subscription.cancel()

        let result = await request.result()

        #expect(!awaited.idToken.isEmpty)
        #expect(try !result.get().idToken.isEmpty)
        #expect(try !calledBack.get().accessToken.isEmpty)
        #expect(published?.tokenType == "Bearer")
        #expect(browser.addresses.map { $0.parameters["screen_hint"] } == Array(repeating: "signup", count: 4))
        #expect(browser.ends == Array(repeating: true, count: 4))
        #expect(tenant.journal.count { $0.path == "/.well-known/jwks.json" } == 1)
    }

    @Test func `A3 rows 2 to 5 the address of the login page`() async throws {
        _ = try await webAuth.connection("github").connectionScope("public_repo read:user").scope("read:todos")
            .audience("\(tenant.domain)/api/v2/").maxAge(600).start()
        let parameters = try #require(browser.addresses.first).parameters

        #expect(parameters["response_type"] == "code")
        #expect(parameters["client_id"] == tenant.clientID)
        #expect(parameters["connection"] == "github")
        #expect(parameters["connection_scope"] == "public_repo read:user")
        #expect(parameters["scope"] == "openid read:todos")
        #expect(parameters["audience"] == "\(tenant.domain)/api/v2/")
        #expect(parameters["max_age"] == "600")
        #expect(parameters["code_challenge_method"] == "S256")
        #expect(parameters["code_challenge"]?.utf8.count == 43)
        #expect(parameters["state"]?.utf8.count == 43)
        #expect(parameters["nonce"]?.utf8.count == 43)
        #expect(parameters["redirect_uri"]?.hasPrefix("http://127.0.0.1:") == true)
        #expect(parameters["auth0Client"]?.isEmpty == false)
    }

    @Test func `A3 no parameter removes the PKCE challenge`() async throws {
        _ = try await webAuth.parameters([
            "code_challenge_method": "plain", "code_challenge": "x", "response_type": "token", "redirect_uri": "x",
            "client_id": "x", "response_mode": "fragment", "login_hint": "john@example.com",
        ]).start()
        let parameters = try #require(browser.addresses.first).parameters

        #expect(parameters["code_challenge_method"] == "S256")
        #expect(parameters["response_type"] == "code")
        #expect(parameters["response_mode"] == nil)
        #expect(parameters["client_id"] == tenant.clientID)
        #expect(parameters["login_hint"] == "john@example.com")
    }

    @Test func `each login has a state, a nonce and a challenge of its own`() async throws {
        let request = webAuth
        for _ in 0..<3 { _ = try await request.start() }

        for name in ["state", "nonce", "code_challenge"] {
            #expect(Set(browser.addresses.map { $0.parameters[name] }).count == 3)
        }
    }

    @Test(arguments: ["", "s", "0123456789-0123456789"])
    func `P10 A18 a short state gets a random end; an empty or pushed one is refused`(state: String) async throws {
        for login in [webAuth.state(state), webAuth.parameters(["state": state])] {
            let error = await failure(login)
            #expect(error == (state.isEmpty ? .other : nil))
        }
        let states = browser.addresses.map { $0.parameters["state"] ?? "" }
        #expect(
            states.count == (state.isEmpty ? 0 : 2) && states.allSatisfy { $0.hasPrefix("\(state).") && $0.count > 43 })
        let pushed = Auth0.authorizeWithRequestUri(clientId: tenant.clientID, domain: tenant.domain)
            .provider(browser.provider)
        for login in [pushed as any PARAuth, pushed.state(state)] {
            let error = await #expect(throws: WebAuthError.self) {
                try await login.start(requestUri: "urn:ietf:params:oauth:request_uri:x")
            }
            #expect((error?.cause as? AuthorizationError)?.code == .requestInvalid)
        }
        #expect(browser.addresses.count == states.count)
    }

    @Test func `A1 A2 A18 a login that a server has begun waits for the response with the pushed state`() async {
        // In a process of its own: a pushed login admits no other beside it.
        await #expect(processExitsWith: .success) {
            let (state, callback) = ("0123456789-0123456789x", "http://127.0.0.1:\(try FreePort.find())/callback")
            let queries = [
                "error=access_denied", "code=forged", "code=forged&state=", "error=x&state=0123456789-0123456789y",
                "code=good&state=\(state)",
            ]
            let statuses = AsyncStream<Int>.makeStream()
            let login = Auth0.authorizeWithRequestUri(clientId: "c", domain: "http://127.0.0.1:1")
                .provider { _, closed in
                    VisitingAgent(addresses: queries.map { "\(callback)?\($0)" }, closed: closed) {
                        statuses.continuation.yield($0)
                    }
                }

            let code = try await login.state(state).redirectURL(try #require(URL(string: callback)))
                .start(requestUri: "urn:ietf:params:oauth:request_uri:x")

            #expect(code == AuthorizationCode(code: "good", state: state))
            var seen: [Int] = []
            for await status in statuses.stream.prefix(5) { seen.append(status) }
            #expect(seen == [400, 400, 400, 400, 200])
        }
    }

    @Test func `A4 a login that a server has begun refuses the response of another issuer`() async {
        await #expect(processExitsWith: .success) {
            let (state, callback) = ("0123456789-0123456789x", "http://127.0.0.1:\(try FreePort.find())/callback")
            func code(from issuer: String) async throws -> AuthorizationCode {
                let address = "\(callback)?code=good&state=\(state)&iss=\(issuer)"
                return try await Auth0.authorizeWithRequestUri(clientId: "c", domain: "http://127.0.0.1:1")
                    .provider { _, closed in VisitingAgent(addresses: [address], closed: closed) { _ in } }
                    .state(state).redirectURL(try #require(URL(string: callback)))
                    .start(requestUri: "urn:ietf:params:oauth:request_uri:x")
            }

            let error = await #expect(throws: WebAuthError.self) { try await code(from: "https://evil.example/") }
            #expect((error?.cause as? AuthorizationError)?.code == .issuerMismatch)
            #expect(try await code(from: "http://127.0.0.1:1/") == AuthorizationCode(code: "good", state: state))
        }
    }

    @Test func `A18 a state of 22 characters is used as it is`() async throws {
        _ = try await webAuth.state("0123456789-0123456789x").start()

        #expect(browser.addresses.first?.parameters["state"] == "0123456789-0123456789x")
    }

    @Test func `A4 the response of another issuer is refused`() async {
        let liar = StandInBrowser(tenant) { ["code": $1, "state": $0["state"] ?? "", "iss": "https://evil.example/"] }
        let error = await failure(webAuth.provider(liar.provider))

        #expect(error == .other)
        #expect((error?.cause as? AuthorizationError)?.code == .issuerMismatch)
        #expect(!tenant.journal.contains { $0.path == "/oauth/token" })
    }

    @Test func `a refusal of the tenant has its message`() async throws {
        let refusing = StandInBrowser(tenant) { parameters, _ in
            ["error": "access_denied", "error_description": "No way", "state": parameters["state"] ?? ""]
        }
        let error = await failure(webAuth.provider(refusing.provider))

        #expect(error == .authenticationFailed)
        let cause = try #require(error?.cause as? AuthenticationError)
        #expect(cause.isAccessDenied)
        #expect(cause.message == "No way")
        #expect(cause.statusCode == 302)
    }

    @Test(arguments: ["nonce", "iss", "aud"])
    func `J12 J13 J14 an ID token that is not for this login is refused`(claim: String) async throws {
        tenant.faults.set(.tamper(try TokenTampering(claims: [claim: "another"])), on: "/oauth/token", times: 1)
        let error = await failure(webAuth)

        #expect(error == .idTokenValidationFailed)
        #expect((error?.cause as? IDTokenError)?.claim == claim)
    }

    @Test func `J13 an ID token for further audiences is accepted if all are trusted and azp is the client`()
        async throws
    {
        let (client, both) = (tenant.clientID, [tenant.clientID, "friend"])
        let cases: [(trusted: [String], claims: [String: any Sendable], claim: String?)] = [
            (["friend"], ["aud": both, "azp": client], nil), (["friend"], ["aud": both], "azp"),
            (["friend"], ["aud": both, "azp": "friend"], "azp"), (["friend"], ["aud": ["friend"]], "aud"),
            (["friend"], ["aud": both + ["stranger"], "azp": client], "aud"),
            ([], ["aud": both, "azp": client], "aud"),
        ]
        for (trusted, claims, claim) in cases {
            tenant.faults.set(.tamper(try TokenTampering(claims: claims)), on: "/oauth/token", times: 1)
            let error = await failure(webAuth.trustedAudiences(trusted))

            #expect(error == (claim == nil ? nil : .idTokenValidationFailed), "\(claims)")
            #expect((error?.cause as? IDTokenError)?.claim == claim, "\(claims)")
            #expect(claim != "aud" || claims["azp"] == nil || "\(error as Any)".contains("trustedAudiences(_:)"))
        }
    }

    @Test func `leeway is in milliseconds, and more than five minutes is refused`() async throws {
        let past = Int(tenant.clock.now.timeIntervalSince1970) - 120
        for _ in 0..<2 {
            tenant.faults.set(.tamper(try TokenTampering(claims: ["exp": past])), on: "/oauth/token", times: 1)
            #expect(await failure(webAuth.leeway(60_000)) == .idTokenValidationFailed)
        }
        tenant.faults.set(.tamper(try TokenTampering(claims: ["exp": past])), on: "/oauth/token", times: 1)
        #expect(await failure(webAuth.leeway(180_000)) == nil)
    }

    @Test func `invalid options are reported before the login`() async {
        #expect(await failure(webAuth.leeway(.seconds(301))) == .idTokenValidationFailed)
        #expect(await failure(webAuth.maxAge(-1)) == .idTokenValidationFailed)
        #expect(await failure(webAuth.parameters(["max_age": "soon"])) == .other)
        #expect(browser.addresses.isEmpty)
    }

    @Test(arguments: ["org_other", nil])
    func `J15 C6 an ID token of another organization than that of the invitation is refused`(tampered: String?)
        async throws
    {
        let url = try #require(URL(string: try tenant.invite("john@example.com", to: "acme")))
        let changes: [String: any Sendable] = ["org_id": tampered ?? JSONNull()]
        tenant.faults.set(.tamper(try TokenTampering(claims: changes)), on: "/oauth/token", times: 1)

        let error = await failure(webAuth.invitationURL(url))
        let genuine = await failure(webAuth.invitationURL(url))

        #expect(browser.addresses.first?.parameters["organization"] == "org_0000000000000001")
        #expect(error == .idTokenValidationFailed)
        #expect((error?.cause as? IDTokenError)?.claim == "org_id")
        #expect(genuine == nil)
    }

    @Test(arguments: [
        "https://app.example/invite", "https://a.example/?invitation=a", "https://a.example/?organization=",
    ])
    func `an invalid invitation is refused at once`(text: String) async throws {
        #expect(await failure(webAuth.invitationURL(try #require(URL(string: text)))) == .invalidInvitationURL)
        #expect(browser.addresses.isEmpty)
    }

    @Test func `row 12 one login at a time, and cancel helps`() async {
        // In a process of its own, because the barrier and the global cancellation belong to the process.
        await #expect(processExitsWith: .success) {
            let tenant = try EmulatedTenant.start(.anyPort)
            let silent = Auth0.webAuth(clientId: tenant.clientID, domain: tenant.domain).onFreePort
                .provider { _, callback in WaitingAgent(callback: callback) }
            let (firsts, first) = AsyncStream<WebAuthResult<Credentials>>.makeStream()
            silent.start { first.yield($0) }

            switch await called({ silent.start($0) }) {
            case .failure(let error) where error == .transactionActiveAlready: WebAuthentication.cancel()
            default: Issue.record("two logins at a time")
            }
            for await case .failure(let error) in firsts {
                #expect(error == .userCancelled)
                break
            }
            let browser = StandInBrowser(tenant)
            _ = try await silent.provider(browser.provider).start()
        }
    }

    @Test func `cancelling the task or the subscription ends the login`() async throws {
        let opened = AsyncStream<Void>.makeStream()
        let silent = Auth0.webAuth(clientId: tenant.clientID, domain: tenant.domain).onFreePort
            .allowingConcurrentLogins()
            .provider { _, callback in
                opened.continuation.yield()
                return WaitingAgent(callback: callback)
            }
        var openings = opened.stream.makeAsyncIterator()
        let task = Task { await failure(silent) }
        await openings.next()
        task.cancel()
        #expect(await task.value == .userCancelled)

        let subscription = silent.start().sink(receiveCompletion: { _ in }, receiveValue: { _ in })
        await openings.next()
        subscription.cancel()
    }

    @Test func `onClose is called once, before the code is exchanged`() async throws {
        let exchanges = Mutex<[Int]>([])
        _ = try await webAuth.onClose {
            let count = tenant.journal.count { $0.path == "/oauth/token" }
            exchanges.withLock { $0.append(count) }
        }.start()

        #expect(exchanges.withLock { $0 } == [0])
    }

    @Test func `A13 row 10 a login with a private-use scheme is resumed`() async throws {
        let url = try #require(URL(string: "com.example.demo://callback"))
        #expect(!WebAuthentication.resume(with: url))

        let credentials = try await webAuth.redirectURL(url).start()

        #expect(!credentials.accessToken.isEmpty)
        #expect(browser.addresses.first?.parameters["redirect_uri"] == "com.example.demo://callback")
    }

    @Test func `A9 listens on a fixed port`() async throws {
        let url = try #require(URL(string: "http://127.0.0.1:\(try FreePort.find())/callback"))

        let credentials = try await webAuth.redirectURL(url).start()

        #expect(!credentials.accessToken.isEmpty)
        #expect(browser.addresses.last?.parameters["redirect_uri"] == url.absoluteString)
    }

    @Test func `row 13 logging out, in three styles and by both names`() async throws {
        try await webAuth.clearSession()
        try await webAuth.logout(federated: true)
        let calledBack = await called { webAuth.clearSession(federated: true, callback: $0) }
        let notebook = Notebook<Void, WebAuthError>()
        let subscription = webAuth.logout().sink(receiveCompletion: notebook.note, receiveValue: { notebook.note($0) })
        #expect(await notebook.seen()?.only != nil)
        subscription.cancel()

        #expect(try calledBack.get() == ())
        let first = try #require(browser.addresses.first)
        #expect(first.path == "/v2/logout")
        #expect(first.parameters["client_id"] == tenant.clientID)
        #expect(first.parameters["returnTo"]?.hasPrefix("http://127.0.0.1:") == true)
        #expect(browser.addresses[1].query()?.hasPrefix("federated&returnTo=") == true)
    }

    @Test func `cancel ends a login between the response and the exchange of its code`() async {
        // In a process of its own, because it ends every login of the process.
        await #expect(processExitsWith: .success) {
            let tenant = try EmulatedTenant.start(.anyPort)
            let browser = StandInBrowser(tenant)
            let webAuth = Auth0.webAuth(clientId: tenant.clientID, domain: tenant.domain).onFreePort.provider(
                browser.provider)

            let result = await called { webAuth.onClose { WebAuthentication.cancel() }.start($0) }

            #expect(throws: WebAuthError.userCancelled) { try result.get() }
            #expect(browser.ends == [true])
            _ = try await webAuth.start()
        }
    }

    @Test func `row 14 the log names the agent and the callback, and no secret`() async throws {
        let log = LogRecorder()
        _ = try await webAuth.using(logger: log).start()
        let text = await log.all().joined(separator: "\n")
        let address = try #require(browser.addresses.first).parameters

        #expect(text.contains("StandInBrowser: \(tenant.domain)/authorize?"))
        for name in ["state", "nonce", "code_challenge"] { #expect(!text.contains(try #require(address[name]))) }
        #expect(text.contains("code=REDACTED"))
    }

    @Test func `a login with DPoP binds the code and the tokens`() async throws {
        let credentials = try await webAuth.useDPoP(store: MemoryStore()).start()

        #expect(credentials.tokenType == "DPoP")
        #expect(browser.addresses.first?.parameters["dpop_jkt"]?.utf8.count == 43)
    }

    @Test func `a login without a configuration fails and does not block the next one`() async {
        // In a process of its own, because a login that does not allow others would make those of other tests fail.
        await #expect(processExitsWith: .success) {
            let tenant = try EmulatedTenant.start(.anyPort)
            let browser = StandInBrowser(tenant)
            let nowhere = Auth0.webAuth(clientId: "c", domain: "not a domain").onFreePort.provider(browser.provider)
            let webAuth = Auth0.webAuth(clientId: tenant.clientID, domain: tenant.domain).onFreePort.provider(
                browser.provider)

            let error = await #expect(throws: WebAuthError.self) { _ = try await nowhere.start() }
            #expect(error?.cause is ConfigurationError)
            _ = try await webAuth.start()
        }
    }
}
