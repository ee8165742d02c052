import ByteEncodings
import TenantEmulator
import Testing

@Suite struct UpstreamPageTests {
    let tenant: EmulatedTenant

    init() throws { tenant = try .withStoppedClock() }

    @Test func `logs in the same user of an upstream provider each time`() async throws {
        var (one, other) = (TestBrowser(tenant), TestBrowser(tenant))

        try await one.visit(one.authorizeURL())
        try await one.submit("/u/upstream/begin")
        try await one.submit("/u/upstream", ["email": "someone@gmail.example"])
        let first = try await one.idTokenClaims()
        try await other.visit(other.authorizeURL(["connection": "google-oauth2"]))
        let path = other.path
        try await other.submit("/u/upstream", ["email": "someone@gmail.example"])
        let second = try await other.idTokenClaims()

        #expect(first?["sub"]?.string?.hasPrefix("google-oauth2|") == true)
        #expect(path == "/u/upstream", "with one provider there is nothing to choose")
        #expect(second?["sub"] == first?["sub"])
    }

    @Test func `emulator-a4 a refresh token of a deleted user is not one of the next user of the address`()
        async throws
    {
        let (client, address) = (TestClient(tenant), "someone@gmail.example")
        var (one, other) = (TestBrowser(tenant), TestBrowser(tenant))
        let change = ["connection": "google-oauth2", "scope": "openid offline_access"]
        try await one.visit(one.authorizeURL(change))
        try await one.submit("/u/upstream", ["email": address])
        let token = try await one.tokens()["refresh_token"]

        try tenant.deleteUser(address)
        let gone = try await client.renew(token)
        try await other.visit(other.authorizeURL(change))
        try await other.submit("/u/upstream", ["email": address])
        let later = try await other.tokens()

        #expect(
            gone["error_description"] == "The refresh_token was generated for a user who doesn't exist anymore.")
        #expect(try await client.renew(token)["error"] == "invalid_grant")
        #expect(try await client.renew(later["refresh_token"]).status == 200)
    }

    @Test func `sends the client an error after a cancellation at the upstream provider`() async throws {
        var browser = try await TestBrowser(tenant, request: ["connection": "google-oauth2"])

        try await browser.submit("/u/upstream", ["action": "cancel"])

        #expect(browser.query["error"] == "access_denied")
    }

    @Test(arguments: [false, true])
    func `keeps the upstream session unless the logout is federated`(isFederated: Bool) async throws {
        var browser = try await TestBrowser(tenant, request: ["connection": "google-oauth2"])
        try await browser.submit("/u/upstream", ["email": "someone@gmail.example"])

        try await browser.visit("/v2/logout?client_id=\(tenant.clientID)\(isFederated ? "&federated" : "")")
        try await browser.visit(browser.authorizeURL(["connection": "google-oauth2"]))

        #expect((browser.query["code"] == nil) == isFederated)
    }
}
