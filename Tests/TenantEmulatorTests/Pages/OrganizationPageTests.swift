import ByteEncodings
import Foundation
import TenantEmulator
import Testing

@Suite struct OrganizationPageTests {
    let tenant: EmulatedTenant

    init() throws { tenant = try .withStoppedClock() }

    @Test(arguments: ["acme", "org_0000000000000001"])
    func `logs a member in for an organization`(name: String) async throws {
        let browser = try await TestBrowser(tenant, as: "john@example.com", ["organization": name])

        let claims = try await browser.idTokenClaims()

        #expect(claims?["org_id"]?.string == "org_0000000000000001")
    }

    @Test func `refuses a user who is not a member`() async throws {
        let browser = try await TestBrowser(tenant, as: "jane@example.com", ["organization": "acme"])

        #expect(browser.query["error"] == "access_denied")
    }

    @Test func `asks for the organization before the login`() async throws {
        let client = "emulatorAsksBefore00000000000001"
        var browser = try await TestBrowser(tenant, request: ["client_id": client])

        try await browser.submit("/u/organization", ["organization": "nobody"])
        let unknown = browser.error
        try await browser.submit("/u/organization", ["organization": "Acme"])
        try await browser.submit("/u/login", ["username": "john@example.com", "password": TestClient.password])
        let claims = try await browser.idTokenClaims(clientID: client)

        #expect(unknown == "There is no organization of that name.")
        #expect(claims?["org_id"]?.string == "org_0000000000000001")
    }

    @Test func `asks for the organization after the login, and offers only those of the user`() async throws {
        let client = "emulatorAsksAfter000000000000001"
        var browser = try await TestBrowser(tenant, as: "john@example.com", ["client_id": client])

        let text = browser.page?.text ?? ""
        try await browser.submit("/u/organization-choice", ["organization": "org_0000000000000003"])
        let foreign = browser.path
        try await browser.submit("/u/organization-choice", ["organization": "org_0000000000000001"])
        let claims = try await browser.idTokenClaims(clientID: client)

        #expect(text.contains("Acme Inc.") && !text.contains("Open Door"))
        #expect(foreign == "/u/organization-choice")
        #expect(claims?["org_id"]?.string == "org_0000000000000001")
    }

    @Test func `E16 another account or another organization can be chosen`() async throws {
        let (before, after) = ("emulatorAsksBefore00000000000001", "emulatorAsksAfter000000000000001")
        var (first, second) = (TestBrowser(tenant), TestBrowser(tenant))

        try await first.visit(first.authorizeURL(["client_id": before]))
        try await first.submit("/u/organization", ["organization": "globex"])
        let link = try #require(
            first.page?.text.firstMatch(of: #/<a href="([^"]*)">Choose another organization</a>/#)?.output.1)
        try await first.visit(String(link))
        try await first.submit("/u/organization", ["organization": "acme"])
        try await first.submit("/u/login", ["username": "john@example.com", "password": TestClient.password])
        try await second.logIn(["client_id": after])
        try await second.submit("/u/organization-choice", ["action": "other"])
        let path = second.path

        let claims = try await first.idTokenClaims(clientID: before)
        #expect(claims?["org_id"]?.string == "org_0000000000000001")
        #expect(path == "/u/login")
    }

    @Test func `E16 an organization of the request cannot be replaced`() async throws {
        var browser = try await TestBrowser(tenant, request: ["organization": "acme"])
        let page = browser.page?.text ?? ""

        try await browser.visit("/u/organization?state=\(browser.query["state"] ?? "")")

        #expect(!page.contains("Choose another organization"))
        #expect(browser.path == "/u/login")
    }

    @Test func `logs in with the connection of the organization`() async throws {
        var browser = try await TestBrowser(tenant, as: "john@example.com", ["organization": "globex"])

        let other = browser.page?.status
        try await browser.logIn(["organization": "globex"], as: "eve")

        #expect(other == 400)
        #expect(browser.query["code"] != nil)
    }

    @Test func `E11 the link of an invitation leads to a redirect URI of the client, and is accepted`() async throws {
        let link = try tenant.invitationLink(for: "new@example.com", to: "acme")
        let items = URLComponents(string: link)?.queryItems ?? []
        var browser = try await TestBrowser(
            tenant, request: ["invitation": items.first?.value, "organization": items.dropFirst().first?.value])

        try await browser.submit("/u/invitation")

        #expect(link.hasPrefix("\(TestBrowser.callback)?invitation="))
        #expect(tenant.messages(to: "new@example.com").last?.link == link)
        #expect(browser.path == "/u/signup")
    }

    @Test(arguments: [
        (#""initiate_login_uri": "http://localhost:3000/login?from=mail""#, "http://localhost:3000/login?from=mail&"),
        (#""callbacks": ["https://*.example.com/", "app://callback"]"#, "app://callback?"), (#""name": "b""#, nil),
    ])
    func `E11 the link of an invitation is of a client that allows organizations`(
        member: String, start: String?
    ) async throws {
        let seed = """
            {"clients": [{"client_id": "a", "callbacks": ["http://localhost:1/"]},
                         {"client_id": "b", "organization_usage": "allow", \(member)}],
             "organizations": [{"id": "org_1", "name": "acme"}], "default_directory": null}
            """
        let tenant = try EmulatedTenant.start { $0.seed = try TenantSeed(json: Array(seed.utf8)) }

        let link = try tenant.invitationLink(for: "new@example.com", to: "acme")

        #expect(link.hasPrefix((start ?? "\(tenant.domain)/?") + "invitation="))
        #expect(throws: EmulatorError.self) { try tenant.invitationLink(for: "new@example.com", to: "nobody") }
    }

    private func invitation(_ address: String) throws -> [String: String?] {
        let link = try tenant.invite(address, to: "acme")
        let items = URLComponents(string: link)?.queryItems ?? []
        #expect(tenant.messages(to: address).last?.link == link)
        return ["invitation": items.first?.value, "organization": items.dropFirst().first?.value]
    }

    @Test func `a new user accepts an invitation once`() async throws {
        let invitation = try invitation("new@example.com")
        var browser = try await TestBrowser(tenant, request: invitation)

        let shown = browser.page?.text.contains("Acme Inc.")
        try await browser.submit("/u/invitation")
        let path = browser.path
        try await browser.submit("/u/signup", ["email": "other@example.com", "password": "Fresh-2026!"])
        let claims = try await browser.idTokenClaims()
        try await browser.visit(browser.authorizeURL(invitation))

        #expect(shown == true)
        #expect(path == "/u/signup")
        #expect(claims?["email"]?.string == "new@example.com", "whatever the form says")
        #expect(claims?["org_id"]?.string == "org_0000000000000001")
        #expect(browser.query["error"] == "invalid_request")
    }

    @Test func `only the invited user accepts an invitation`() async throws {
        let invitation = try invitation("jane@example.com")
        var (john, jane) = (TestBrowser(tenant), TestBrowser(tenant))

        try await john.visit(john.authorizeURL(invitation))
        try await john.submit("/u/invitation")
        try await john.submit("/u/login", ["username": "john@example.com", "password": TestClient.password])
        try await jane.visit(jane.authorizeURL(invitation))
        try await jane.submit("/u/invitation")
        try await jane.submit("/u/login", ["password": TestClient.password])

        #expect(john.query["error"] == "access_denied")
        #expect(jane.query["code"] != nil)
    }

    @Test func `an invitation expires, and needs an existing organization`() async throws {
        let invitation = try invitation("new@example.com")
        var browser = TestBrowser(tenant)

        tenant.clock.advance(by: .seconds(604_800))
        try await browser.visit(browser.authorizeURL(invitation))

        #expect(browser.query["error"] == "invalid_request")
        #expect(throws: EmulatorError.self) { try tenant.invite("a@example.com", to: "nobody") }
    }
}
