import Auth0
import Foundation
import OpenID
import OpenIDDoubles
import ProgramRunner
import SecretStorage
import Streams
import Synchronization
import TenantEmulator
import Testing
import TransportDoubles

/// Logins without a browser: a code in a terminal, a user at another device, and manual clocks on both sides.
@Suite(.timeLimit(.minutes(30))) struct TerminalLoginTests {
    private let tenant: EmulatedTenant
    private let alarm = ManualAlarm()
    private let page = ShownPage()

    init() throws {
        tenant = try EmulatedTenant.start(.anyPort)
        tenant.clock.stop()
    }

    private var webAuth: any WebAuth {
        Auth0.webAuth(clientId: tenant.clientID, domain: tenant.domain).onFreePort.provider(
            WebAuthentication.terminalProvider(page.terminal)
        )
        .allowingConcurrentLogins().timed(by: alarm.time, alarm.alarm)
    }

    /// Approves or denies as the user, and lets the device poll.
    private func decide(_ user: String?, after deadline: Duration = .seconds(600)) async throws {
        #expect(await alarm.nextDelay() == deadline)
        let code = await page.code()
        if let user {
            try tenant.approveDevice(userCode: code, as: user)
        } else {
            try tenant.denyDevice(userCode: code)
        }
        await pass()
    }

    private func pass() async {
        guard let delay = await alarm.nextDelay() else { return }
        tenant.clock.advance(by: delay)
        alarm.advance(by: delay)
    }

    private func failure(_ webAuth: any WebAuth) async -> WebAuthError? {
        guard case .failure(let error) = await webAuth.result() else { return nil }
        return error
    }

    @Test func `RFC 8628 a login in three styles, with the ID token validated`() async throws {
        let request = webAuth.scope("openid offline_access")

        async let awaited = request.start()
        try await decide("john@example.com")
        #expect(try await awaited.refreshToken != nil)

        async let calledBack = called { request.start($0) }
        try await decide("john@example.com")
        #expect(try await !calledBack.get().idToken.isEmpty)

        let notebook = Notebook<Credentials, WebAuthError>()
        let subscription = request.start().sink(receiveCompletion: notebook.note, receiveValue: notebook.note)
        try await decide("john@example.com")
        #expect(await notebook.seen()?.only?.tokenType == "Bearer")
        subscription.cancel()

        #expect(tenant.journal.count { $0.path == "/.well-known/jwks.json" } == 1)
        #expect(alarm.waiting == 0)
    }

    @Test func `shows the address, the code and a QR code, and logs no code`() async throws {
        let log = LogRecorder()

        async let credentials = webAuth.using(logger: log).start()
        try await decide("john@example.com")
        _ = try await credentials

        #expect(page.text.contains("\(tenant.domain)/activate\n"))
        #expect(page.text.contains("█") && page.text.contains("The code works for 10 minutes."))
        let messages = await log.all()
        #expect(messages.contains("Terminal: \(tenant.domain)/activate"))
        #expect(!messages.joined().contains(ShownPage.code(in: page.text)))
    }

    @Test func `shows the code in the language of the program`() async throws {
        var terminal = page.terminal
        terminal.deviceText = { "Öffne \($0.address), Code \($0.code)\n" }
        let login = webAuth.provider(WebAuthentication.terminalProvider(terminal))

        async let credentials = login.start()
        try await decide("john@example.com")

        #expect(try await !credentials.accessToken.isEmpty)
        #expect(page.text.hasPrefix("Öffne \(tenant.domain)/activate, Code "))
        #expect(!page.text.contains("To log in"))
    }

    @Test func `J15 the organization and the age of the login are validated`() async throws {
        async let inside = failure(webAuth.organization("acme").maxAge(600))
        try await decide("john@example.com")
        #expect(await inside == nil)

        async let outside = failure(webAuth.organization("acme"))
        try await decide("jane@example.com")
        #expect(await outside == .authenticationFailed)

        tenant.faults.set(.tamper(try TokenTampering(claims: ["org_id": "org_other"])), on: "/oauth/token", times: 1)
        async let another = failure(webAuth.organization("org_0000000000000001"))
        try await decide("john@example.com")
        #expect(await another == .idTokenValidationFailed)
    }

    @Test func `J13 an ID token for a further audience is accepted if the program trusts it`() async throws {
        let claims: [String: any Sendable] = ["aud": [tenant.clientID, "friend"], "azp": tenant.clientID]
        for trusted in [["friend"], []] {
            tenant.faults.set(.tamper(try TokenTampering(claims: claims)), on: "/oauth/token", times: 1)
            async let error = failure(webAuth.trustedAudiences(trusted))
            try await decide("john@example.com")

            #expect(await error == (trusted.isEmpty ? .idTokenValidationFailed : nil))
        }
    }

    @Test(arguments: ["iss", "aud"])
    func `J12 J13 an ID token that is not for this login is refused`(claim: String) async throws {
        tenant.faults.set(.tamper(try TokenTampering(claims: [claim: "another"])), on: "/oauth/token", times: 1)

        async let error = failure(webAuth)
        try await decide("john@example.com")

        #expect(await error == .idTokenValidationFailed)
        #expect((await error?.cause as? IDTokenError)?.claim == claim)
    }

    @Test func `DPoP binds the tokens`() async throws {
        async let credentials = webAuth.useDPoP(store: MemoryStore()).start()
        try await decide("john@example.com")

        #expect(try await credentials.tokenType == "DPoP")
    }

    @Test func `a user who denies`() async throws {
        async let error = failure(webAuth)
        try await decide(nil)

        #expect(await error == .authenticationFailed)
        #expect((await error?.cause as? AuthenticationError)?.isAccessDenied == true)
    }

    @Test func `A15 the deadline and the end of the code end the login`() async throws {
        async let late = failure(webAuth.timeout(.seconds(3)))
        #expect(await alarm.nextDelay() == .seconds(3))
        _ = await page.code()
        #expect(await alarm.nextDelay() == .seconds(5))
        alarm.advance(by: .seconds(3))
        #expect(await late == .timedOut)
        alarm.advance(by: .seconds(100))
        #expect(!tenant.journal.contains { $0.path == "/oauth/token" })

        async let expired = failure(webAuth.timeout(.seconds(3_600)))
        #expect(await alarm.nextDelay() == .seconds(3_600))
        _ = await page.code()
        tenant.clock.advance(by: .seconds(1_000))
        await pass()
        #expect(await expired == .timedOut)
    }

    @Test func `cancelling the task stops polling at once`() async throws {
        let task = Task { await failure(webAuth) }
        _ = await page.code()
        task.cancel()

        #expect(await task.value == .userCancelled)
        alarm.advance(by: .seconds(100))
        #expect(!tenant.journal.contains { $0.path == "/oauth/token" })
    }

    @Test func `a blocked terminal does not prevent a cancellation`() async throws {
        let (stopped, go) = (AsyncStream<Void>.makeStream(), DispatchSemaphore(value: 0))
        let terminal = TerminalOutput { _ in
            stopped.continuation.yield()
            go.wait()
        }
        let login = webAuth.provider(WebAuthentication.terminalProvider(terminal))

        let task = Task { await failure(login) }
        for await _ in stopped.stream { break }
        task.cancel()

        #expect(await task.value == .userCancelled)
        go.signal()
    }

    @Test func `row 12 one login at a time, in a browser or in a terminal, and cancel helps`() async {
        // In a process of its own, because the barrier and the global cancellation belong to the process.
        await #expect(processExitsWith: .success) {
            let tenant = try EmulatedTenant.start(.anyPort)
            let page = ShownPage()
            let client = Auth0.webAuth(clientId: tenant.clientID, domain: tenant.domain).onFreePort
            let (firsts, first) = AsyncStream<WebAuthResult<Credentials>>.makeStream()
            client.provider(WebAuthentication.terminalProvider(page.terminal)).start { first.yield($0) }
            _ = await page.code()

            switch await called({ client.provider(StandInBrowser(tenant).provider).start($0) }) {
            case .failure(let error) where error == .transactionActiveAlready: WebAuthentication.cancel()
            default: Issue.record("two logins at a time")
            }
            for await case .failure(let error) in firsts {
                #expect(error == .userCancelled)
                break
            }
            _ = try await client.provider(StandInBrowser(tenant).provider).start()
        }
    }

    @Test(arguments: [
        ["connection": "github"], ["login_hint": "john@example.com"], ["screen_hint": "signup"], ["prompt": "none"],
        ["nonce": "n"], ["connection_scope": "repo"], ["ext-tier": "gold"],
    ])
    func `options that a device code does not support are refused instead of ignored`(parameters: [String: String])
        async throws
    {
        let error = await failure(webAuth.parameters(parameters))

        #expect(error == .browserUnavailable)
        let cause = try #require(error?.cause)
        #expect("\(cause)".contains(parameters.keys.first ?? "?") && "\(cause)".contains("leave that out"))
        #expect(tenant.journal.isEmpty)
    }

    @Test func `an invitation and a custom login page are refused`() async throws {
        let invitation = try #require(URL(string: "https://app.example/?invitation=ticket&organization=org_other"))
        let page = try #require(URL(string: "https://login.example/"))

        #expect(await failure(webAuth.invitationURL(invitation)) == .browserUnavailable)
        #expect(await failure(webAuth.authorizeURL(page)) == .browserUnavailable)
        let key = try SigningKey(generating: .es256)
        #expect(await failure(webAuth.signingRequest(with: key)) == .browserUnavailable)
        let detail = try AuthorizationDetail(type: "payment")
        #expect(await failure(webAuth.authorizationDetails([detail])) == .browserUnavailable)
        #expect(await failure(webAuth.leeway(.seconds(301))) == .idTokenValidationFailed)
        #expect(tenant.journal.isEmpty)
    }

    @Test func `an application without the device grant gets the tenant's message`() async throws {
        let limited = Auth0.webAuth(clientId: "emulatorLimited000000000000000001", domain: tenant.domain).onFreePort
            .provider(WebAuthentication.terminalProvider(page.terminal)).allowingConcurrentLogins()
            .timed(by: alarm.time, alarm.alarm)

        let error = await failure(limited)

        #expect(error == .authenticationFailed)
        #expect((error?.cause as? AuthenticationError)?.code == "unauthorized_client")
        #expect(tenant.journal.map(\.path) == ["/oauth/device/code"])
    }

    @Test func `a login in a terminal leaves no browser session`() async {
        let error = await #expect(throws: WebAuthError.self) { try await webAuth.logout() }
        #expect(error == .browserUnavailable)
        #expect((error?.cause).map { "\($0)" }?.contains("forget its tokens") == true)
    }

    @Test func `without a browser the login uses the terminal`() async {
        // In a process of its own, because environment and standard error belong to the process.
        await #expect(processExitsWith: .success) {
            for name in ["BROWSER", "DISPLAY", "WAYLAND_DISPLAY"] { unsetenv(name) }
            let tenant = try EmulatedTenant.start(.anyPort)
            tenant.faults.set(.alter(try .init(["interval": 1])), on: "/oauth/device/code")
            let screen = try TerminalScreen.ofThisProcess()

            async let credentials = Auth0.webAuth(clientId: tenant.clientID, domain: tenant.domain).onFreePort.start()
            let code = ShownPage.code(in: await screen.text(showing: "The code works"))
            try tenant.approveDevice(userCode: code, as: "john@example.com")

            #expect(try await !credentials.idToken.isEmpty)
        }
    }

    @Test(arguments: [["BROWSER": "/nonexistent"], [:], ["DISPLAY": ":0", "PATH": "/nonexistent"]])
    func `without a terminal no code is requested`(environment: [String: String]) async {
        await #expect(processExitsWith: .success) { [environment] in
            for name in ["BROWSER", "DISPLAY", "WAYLAND_DISPLAY"] { unsetenv(name) }
            setenv("PATH", "/nonexistent", 1)
            for (name, value) in environment { setenv(name, value, 1) }
            dup2(open("/dev/null", O_WRONLY), STDERR_FILENO)
            let tenant = try EmulatedTenant.start(.anyPort)
            await #expect(throws: WebAuthError.browserUnavailable) {
                try await Auth0.webAuth(clientId: tenant.clientID, domain: tenant.domain).onFreePort.start()
            }
            #expect(tenant.journal.isEmpty)
        }
    }
}
