import ByteEncodings
import TenantEmulator
import Testing

/// Tokens and claims on request, for tests of an API.
@Suite struct TokenControlTests {
    let tenant: EmulatedTenant
    var client: TestClient { TestClient(tenant) }

    init() throws { tenant = try .start() }

    @Test func `E12 signs a token of any claims, which the tenant itself accepts`() async throws {
        let id = ManagementClient.john
        let audience = "\(tenant.domain)/userinfo"

        let made = try await client.control(
            "POST", "tokens",
            #"{"claims": {"sub": "\#(id)", "aud": "\#(audience)", "scope": "openid email", "x": [1]}}"#)
        let expired = try await client.control(
            "POST", "tokens", #"{"claims": {"sub": "\#(id)", "aud": "\#(audience)", "scope": "openid", "exp": 1}}"#)
        let bare = try await client.control(
            "POST", "tokens", #"{"claims": {"jti": null}, "header": {"typ": "at+jwt"}}"#)

        #expect(claims(of: made["token"])?["x"]?.list?.first?.integer == 1)
        #expect(try await client.get("/userinfo", token: made["token"])["email"] == "john@example.com")
        #expect(try await client.get("/userinfo", token: expired["token"]).status == 401)
        #expect(claims(of: bare["token"])?["jti"] == nil && claims(of: bare["token"])?["iss"]?.string == tenant.issuer)
    }

    @Test func `E12 changes the claims of later tokens, until a reset`() async throws {
        let claim = #"{"id_token": {"https://a.example/mail": "{user.email}"}}"#
        #expect(try await client.control("PUT", "claims", claim).status == 204)

        let with = try await client.logIn()
        _ = try await client.control("POST", "reset")
        let without = try await client.logIn()

        #expect(claims(of: with["id_token"])?["https://a.example/mail"]?.string == "john@example.com")
        #expect(claims(of: without["id_token"])?["https://a.example/mail"] == nil)
    }

    @Test(arguments: ["users", "inbox", "journal"])
    func `E10 a program without the token reads JSON, a browser a page`(path: String) async throws {
        let program = try await client.send("GET", "/_emulator/" + path, headers: ["Accept": "*/*"])
        let browser = try await client.send("GET", "/_emulator/users", headers: ["Accept": "text/html,*/*"])

        #expect(program.status == 401 && program["error"] == "unauthorized")
        #expect(browser.status == 401 && browser.text.contains("<form"))
    }

    @Test func `E10 the journal is filtered by client`() async throws {
        _ = try await client.logIn()
        _ = try await ManagementClient(tenant)

        let all = try await client.control("GET", "journal")
        let own = try await client.control("GET", "journal?client_id=emulatorServer0000000000000000001")

        #expect(all.json?["requests"]?.count == 2)
        #expect(own.json?["requests"]?.count == 1)
    }

    @Test func `E10 a public client may send Basic with an empty secret, a confidential one may not`() async throws {
        func status(_ id: String) async throws -> Int {
            let form = "grant_type=password&username=john%40example.com&password=\(TestClient.password)&scope=openid"
            let basic = Base64URL.encode(Array("\(id):".utf8))
            let fields = ["Content-Type": "application/x-www-form-urlencoded", "Authorization": "Basic \(basic)"]
            return try await client.send("POST", "/oauth/token", headers: fields, body: Array(form.utf8)).status
        }

        #expect(try await status(tenant.clientID) == 200)
        #expect(try await status("emulatorServer0000000000000000001") == 401)
    }

    @Test func `E10 the journal names the illegal characters of a verifier`() async throws {
        let browser = try await TestBrowser(tenant, as: "john@example.com")

        let response = try await browser.tokens(["code_verifier": String(repeating: "ä", count: 30)])

        #expect(response["error_description"] == "Failed to verify code verifier")
        #expect(tenant.journal.last?.reason?.contains("characters other than") == true)
    }

    @Test func `E10 an unknown path is a page for a person, and text for a program`() async throws {
        let person = try await client.send("GET", "/nowhere", headers: ["Accept": "text/html"])
        let program = try await client.get("/nowhere")

        #expect(person.status == 404 && person.text.contains("viewport"))
        #expect(program.status == 404 && program.text == "Not found.")
    }

    @Test func `E10 the limits are in the description, and too many headers are refused`() async throws {
        let description = try await client.get("/_emulator/openapi.json")
        let refusal = try await client.control(
            "POST", "faults", #"{"path": "/", "kind": "many-headers", "count": 9999999}"#)

        #expect(description.json?["info"]?["description"]?.string?.contains("the journal keeps 20000") == true)
        #expect(refusal.status == 400)
        #expect(EmulatedTenant.Fault(text: "many-headers:9999999") == nil)
    }
}
