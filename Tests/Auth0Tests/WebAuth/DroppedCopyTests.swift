import Auth0
import Foundation
import OpenID
import Streams
import Synchronization
import Testing
import TransportDoubles

/// Logins of programs that were written for Auth0.swift 2.x, where a modifier changes the object that it is called on.
@Suite struct DroppedCopyTests {
    private let log = LogRecorder()

    private func login(tolerating: Bool = false) -> any WebAuth {
        Auth0.webAuth(clientId: "the-client", domain: "tenant.example.com", session: StubTransport(body: "{}"))
            .allowingConcurrentLogins().provider { ClosingAgent(callback: $1) }.using(logger: log)
            .toleratingDroppedCopies(tolerating)
    }

    /// Returns the modifiers that a start complains of; empty when it opens the page.
    private func complaint(of result: WebAuthResult<Credentials>) throws -> String {
        guard case .failure(let error) = result else { throw WebAuthError.unknown }
        guard error != .userCancelled else { return "" }
        let cause = try #require(error.cause as? ConfigurationError)
        #expect(error == .other && cause.code == .droppedCopy)
        return String(cause.advice.prefix(upTo: try #require(cause.advice.range(of: " returned")).lowerBound))
    }

    private func complaint(_ login: any WebAuth) async throws -> String { try complaint(of: await login.result()) }

    @Test func `P1 A19 fails when the changed copies of a login were dropped, and names the modifiers`() async throws {
        let login = login()
        _ = login.audience("https://api.example.com")
        let _ = login.useEphemeralSession().organization("org_1")
        _ = login.useDPoP().logging(enabled: false)

        #expect(
            try await complaint(login)
                == "audience(_:), useEphemeralSession(), organization(_:), useDPoP(), using(logger:)")
        #expect(try await complaint(login.maxAge(60)).hasPrefix("audience(_:)"))
    }

    @Test func `P1 fails in every style, and for a logout`() async throws {
        let login = login()
        _ = login.scope("openid offline_access")

        let calledBack = await withCheckedContinuation { continuation in
            login.start { continuation.resume(returning: $0) }
        }
        let onMainActor = await withCheckedContinuation { continuation in
            login.onMainActor().start { continuation.resume(returning: $0) }
        }
        let published = await login.publisher().map { _ in WebAuthError.unknown }.catch { Just($0) }.values
            .first { _ in true }
        let logout = await #expect(throws: WebAuthError.self) { try await login.clearSession() }

        #expect(try complaint(of: calledBack) == "scope(_:)")
        #expect(try complaint(of: onMainActor) == "scope(_:)")
        #expect((published?.cause as? ConfigurationError)?.code == .droppedCopy)
        #expect((logout?.cause as? ConfigurationError)?.code == .droppedCopy)
        #expect(logout?.localizedDescription.contains("webAuth = webAuth.scope(…)") == true)
    }

    @Test func `P1 fails for a login that a server began`() async throws {
        let login = Auth0.authorizeWithRequestUri(clientId: "the-client", domain: "tenant.example.com")
        _ = login.sessionTransferToken("token")
        let uri = "urn:ietf:params:oauth:request_uri:x"

        let result = await login.result(requestUri: uri)

        guard case .failure(let error) = result else { throw WebAuthError.unknown }
        // A release build goes on to the missing state.
        #expect((error.cause as? ConfigurationError)?.code == .droppedCopy || error.cause is AuthorizationError)
    }

    @Test func `P1 release builds write a line to the log`() async throws {
        let login = login(tolerating: true)
        _ = login.audience("https://api.example.com")

        #expect(try await complaint(login) == "")
        #expect(await log.next(1).contains { $0.contains("audience(_:) returned a changed copy") })
    }

    @Test func `P1 accepts alternatives of one login, started or not`() async throws {
        let base = login()
        let google = base.connection("google-oauth2")
        let github = base.connection("github").scope("openid repo")

        #expect(try await complaint(google) == "")
        #expect(try await complaint(base) == "")
        #expect(try await complaint(github.maxAge(60)) == "")
        #expect(try await complaint(base.organization("org_1")) == "")
    }

    @Test func `P1 accepts an attempt that a program gave up, and begins again`() async throws {
        let base = login()
        func attempt(isAllowed: Bool) -> any WebAuth {
            let login = base.scope("openid").organization("org_1")
            return isAllowed ? login : base
        }
        _ = attempt(isAllowed: false)

        #expect(try await complaint(attempt(isAllowed: true)) == "")
    }

    @Test func `P1 accepts a copy that the program kept and gave up`() async throws {
        let uptime = Mutex(Duration.zero)
        let time = TimeSource(date: { Date() }, uptime: { uptime.withLock { $0 } })
        let base = login().timed(by: time, .system)
        var page: [any WebAuth] = [base.connection("github"), base.connection("google-oauth2")]
        uptime.withLock { $0 = .seconds(1) }
        page = []

        #expect(page.isEmpty)
        #expect(try await complaint(base) == "")
    }

    @Test func `P1 accepts a login that is changed in place again and again`() async throws {
        var login = login()
        for number in 0..<1_000 { login = login.parameters(["number": "\(number)"]) }
        login.tracking(enabled: false)
        login.dpop = nil

        #expect(try await complaint(login) == "")
    }

    // The modifiers that add values by name: another call keeps the values of other names.

    @Test func `P1 dropped parameters and header fields count although others are set later`() async throws {
        let base = login()
        _ = base.parameters(["prompt": "login", "login_hint": "john@example.com"])
        let other = login()
        _ = other.headers(["X-Kind": "a"])

        #expect(try await complaint(base.parameters(["screen_hint": "signup"])) != "")
        let empty = login()
        _ = empty.parameters([:]).audience("https://api.example.com/")
        #expect(try await complaint(empty) != "")
        #expect(try await complaint(base.parameters(["prompt": "none"])) != "")
        #expect(try await complaint(other.headers(["X-Other": "a"]).parameters(["x-kind": "a"])) != "")
    }

    @Test func `P1 dropped parameters whose names are all set again were another attempt`() async throws {
        let base = login()
        _ = base.parameters(["prompt": "login"])
        let other = login()
        _ = other.headers(["X-Kind": "a"])

        #expect(try await complaint(base.parameters(["prompt": "none", "screen_hint": "signup"])) == "")
        #expect(try await complaint(base.parameters(["screen_hint": "signup"]).parameters(["prompt": "none"])) == "")
        #expect(try await complaint(other.headers(["x-kind": "b"])) == "")
    }

    @Test func `K8 A3 the log names parameters that a login ignores`() async throws {
        _ = await login().parameters(["client_id": "mine", "prompt": "login"])
            .parameters(["redirect_uri": "https://else.example/"]).result()
        _ = await login().parameters(["prompt": "login"]).result()

        let lines = await log.all().filter { $0.contains("cannot set") }

        #expect(lines.count == 1)
        #expect(lines.first?.contains("client_id, redirect_uri") == true)
        #expect(lines.first?.contains("else.example") == false)
    }
}
