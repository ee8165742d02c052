import ByteEncodings
import Foundation
import TenantEmulator
import Testing

/// The functions of the inspector.
@Suite struct InspectorFunctionTests {
    private let tenant: EmulatedTenant
    private let server = "emulatorServer0000000000000000001"

    init() throws { tenant = try .withStoppedClock() }

    private func text(_ section: String) async throws -> String {
        try await TestBrowser(tenant, inspecting: section).page?.text ?? ""
    }

    /// The paths of the listed requests.
    private func paths(_ query: String) async throws -> [String] {
        try await text("requests?\(query)").matches(of: #/<summary><code>([^<]*)/#).map { String($0.output.1) }
    }

    @Test func `lists the requests of a client, with a kind of answer, without the emulator's own pages`() async throws
    {
        let client = TestClient(tenant)
        _ = try await client.get("/.well-known/jwks.json")
        _ = try await client.get("/userinfo")
        _ = try await client.get("/activate")
        _ = try await client.tokens(["grant_type": "client_credentials", "client_id": server, "client_secret": "x"])

        #expect(try await paths("") == ["/oauth/token", "/activate", "/userinfo", "/.well-known/jwks.json"])
        #expect(try await paths("client=\(server)") == ["/oauth/token"])
        #expect(try await paths("status=2xx") == ["/activate", "/.well-known/jwks.json"])
        #expect(try await paths("status=4xx&path=user") == ["/userinfo"])
        #expect(try await paths("status=2xx&hide=pages") == ["/.well-known/jwks.json"])
        #expect(try await text("requests?hide=pages").contains(#"value="pages" checked"#))
        #expect(try await text("requests?client=\(server)").contains(#"<option value="\#(server)" selected>"#))
    }

    @Test func `shows filtered requests in pages`() async throws {
        let client = TestClient(tenant)
        for number in 1...205 {
            _ = try await client.get("/userinfo?\(number)")
            _ = try await client.get("/.well-known/jwks.json?\(number)")
        }

        let first = try await text("requests?status=4xx&path=%2Fuser")
        let second = try await text("requests?path=%2Fuser&status=4xx&before=11")

        #expect(first.contains("11 to 409, 205 found"))
        #expect(first.contains(#"href="?path=%2Fuser&amp;status=4xx&amp;before=11">Older"#))
        #expect(second.contains("1 to 9, 205 found"))
        #expect(second.contains(#"href="?path=%2Fuser&amp;status=4xx&amp;before=410">Newer"#))
    }

    @Test func `invites a person, and shows the link in the mail`() async throws {
        var browser = try await TestBrowser(tenant, inspecting: "users")

        try await browser.submit(
            "/_emulator/users",
            ["action": "invite", "email": "new@example.com", "organization": "acme", "client": tenant.clientID])
        let link = tenant.inbox.last?.link

        #expect(browser.path == "/_emulator/mail")
        #expect(tenant.inbox.last?.recipient == "new@example.com")
        #expect(link?.hasPrefix("http://127.0.0.1:8484/callback?invitation=") == true)
        #expect(browser.page?.text.contains("Invitation") == true)
    }

    @Test(arguments: [
        (["email": "nobody"], "An invitation needs an e-mail address"),
        (["email": "a@example.com", "organization": "nowhere"], "There is no such organization or client"),
    ])
    func `refuses an invitation with the reason`(fields: [String: String], reason: String) async throws {
        var browser = try await TestBrowser(tenant, inspecting: "users")

        try await browser.submit("/_emulator/users", fields.merging(["action": "invite"]) { $1 })

        #expect(browser.page?.status == 400)
        #expect(browser.error?.hasPrefix(reason) == true)
        #expect(browser.attribute("value", of: "email") == fields["email"])
        #expect(tenant.inbox.isEmpty)
    }

    @Test func `returns to the seed`() async throws {
        try tenant.deleteUser("john@example.com")
        var browser = try await TestBrowser(tenant, inspecting: "")

        try await browser.submit("/_emulator/", ["action": "reset"])

        #expect(tenant.users.contains { $0.login == "john@example.com" })
        #expect(browser.page?.status == 200)
    }

    @Test func `shows the current code of an authenticator app, and what a user is there for`() async throws {
        let page = try await text("users")

        #expect(page.contains(">\(tenant.authenticatorCode(for: "mfa@example.com") ?? "none")</strong>"))
        for purpose in ["leaked password", "blocked", "enrols a second factor", "refused: access denied"] {
            #expect(page.contains(purpose))
        }
    }

    @Test func `lists the clients with their secrets`() async throws {
        let page = try await text("clients")

        #expect(page.contains(tenant.clientID) && page.contains("client_secret_basic"))
        #expect(page.contains("a-secret-that-only-the-server-knows-2026"))
        #expect(page.contains("<li>http://localhost:3000/callback</li>"))
    }

    /// Each example is switched on as a person would type it.
    @Test func `explains the kinds of faults, each with an example that works`() async throws {
        let page = try await text("")
        let list = try #require(page.range(of: "Kinds of faults"))
        let examples = page[list.upperBound...].matches(of: #/<td data-head="Fault"><span><code>([^<]*)/#)
            .map { String($0.output.1.replacing("&quot;", with: "\"")) }
        let kinds = Set(examples.map { String($0.prefix { $0 != ":" }) })
        let refusal = try await TestClient(tenant).control("POST", "faults", #"{"path": "/x", "fault": {"kind": "?"}}"#)

        for example in examples { #expect(EmulatedTenant.Fault(text: example) != nil, "\(example)") }
        #expect(kinds.count >= 22)
        // The refusal lists what the control API knows; `raw` needs more than a line.
        let known = Set(refusal.text.matches(of: #/[a-z]+(?:-[a-z]+)*/#).map { String($0.output) })
        #expect(kinds.subtracting(known).isEmpty, "\(refusal.text)")
    }

    @Test func `shows when a token expires as a time`() async throws {
        _ = try await TestClient(tenant).logIn(audience: "https://api.example.com/")

        let page = try await text("tokens")

        #expect(page.contains("in 24 h"))
        #expect(page.contains(#""typ": "JWT""#.replacing("\"", with: "&quot;")))
    }
}
