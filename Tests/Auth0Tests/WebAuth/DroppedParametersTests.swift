import Auth0
import OpenID
import Testing
import TransportDoubles

/// The modifiers of a login that add values by name: another call keeps the values of other names.
@Suite struct DroppedParametersTests {
    private var login: any WebAuth {
        Auth0.webAuth(clientId: "the-client", domain: "tenant.example.com", session: StubTransport(body: "{}"))
            .allowingConcurrentLogins().provider { ClosingAgent(callback: $1) }.toleratingDroppedCopies(false)
    }

    private func isRefused(_ login: any WebAuth) async -> Bool {
        guard case .failure(let error) = await login.result() else { return false }
        return (error.cause as? ConfigurationError)?.code == .droppedCopy
    }

    @Test func `P1 dropped parameters and header fields count although others are set later`() async {
        let base = login
        _ = base.parameters(["prompt": "login", "login_hint": "john@example.com"])
        let other = login
        _ = other.headers(["X-Kind": "a"])

        #expect(await isRefused(base.parameters(["screen_hint": "signup"])))
        let empty = login
        _ = empty.parameters([:]).audience("https://api.example.com/")
        #expect(await isRefused(empty))
        #expect(await isRefused(base.parameters(["prompt": "none"])))
        #expect(await isRefused(other.headers(["X-Other": "a"]).parameters(["x-kind": "a"])))
    }

    @Test func `P1 dropped parameters whose names are all set again were another attempt`() async {
        let base = login
        _ = base.parameters(["prompt": "login"])
        let other = login
        _ = other.headers(["X-Kind": "a"])

        #expect(await !isRefused(base.parameters(["prompt": "none", "screen_hint": "signup"])))
        #expect(await !isRefused(base.parameters(["screen_hint": "signup"]).parameters(["prompt": "none"])))
        #expect(await !isRefused(other.headers(["x-kind": "b"])))
    }

    @Test func `K8 A3 the log names parameters that a login ignores`() async throws {
        let log = LogRecorder()
        _ = await login.using(logger: log).parameters(["client_id": "mine", "prompt": "login"])
            .parameters(["redirect_uri": "https://else.example/"]).result()
        _ = await login.using(logger: log).parameters(["prompt": "login"]).result()

        let lines = await log.all().filter { $0.contains("cannot set") }

        #expect(lines.count == 1)
        #expect(lines.first?.contains("client_id, redirect_uri") == true)
        #expect(lines.first?.contains("else.example") == false)
    }
}
