import TenantEmulator
import Testing

@Suite struct TokenEndpointTests {
    let tenant: EmulatedTenant
    var client: TestClient { TestClient(tenant) }

    init() throws { tenant = try .withStoppedClock() }

    @Test(
        arguments: [
            ([:], 400, "invalid_request"),
            (["grant_type": "magic"], 403, "unsupported_grant_type"),
            (["grant_type": "password", "username": "a"], 400, "invalid_request"),
            (["grant_type": "password", "client_id": "nobody"], 401, "access_denied"),
            (["grant_type": "password", "client_secret": "public clients have none"], 401, "access_denied"),
            (
                ["grant_type": "password", "client_id": "emulatorLimited000000000000000001"], 403,
                "unauthorized_client"
            ),
            (["grant_type": "password", "client_id": "emulatorServer0000000000000000001"], 401, "access_denied"),
        ] as [([String: String], Int, String)])
    func `refuses an incomplete request`(members: [String: String], status: Int, error: String) async throws {
        let response = try await client.tokens(members)

        #expect(response.status == status)
        #expect(response["error"] == error)
    }

    @Test(arguments: [
        ("text/plain", "grant_type=password"), ("application/json", "{"), ("application/json", "[]"),
        ("application/json", #"{"grant_type":"password","grant_type":"password"}"#),
        ("application/json", #"{"grant_type":1}"#),
        ("application/x-www-form-urlencoded", "grant_type=password&grant_type=password"),
        ("application/x-www-form-urlencoded", "grant_type=%zz"),
    ])
    func `E2 refuses other content types, broken bodies and duplicate parameters`(
        type: String, body: String
    ) async throws {
        let response = try await client.send(
            "POST", "/oauth/token", headers: ["Content-Type": type], body: Array(body.utf8))

        #expect(response.status == 400)
        #expect(response["error"] == "invalid_request")
    }

    @Test(arguments: [
        ("application/json ; charset=utf-8", #"{"grant_type":"magic","client_id":"ID"}"#),
        ("Application/X-WWW-Form-Urlencoded\t; charset=UTF-8", "grant_type=magic&client_id=ID"),
    ])
    func `RFC 9110 §5.6.6 accepts spaces before the parameters of a content type`(
        type: String, body: String
    ) async throws {
        let response = try await client.send(
            "POST", "/oauth/token", headers: ["Content-Type": type],
            body: Array(body.replacing("ID", with: tenant.clientID).utf8))

        #expect(response["error"] == "unsupported_grant_type")
    }

    @Test func `distinguishes unknown methods and unknown paths`() async throws {
        #expect(try await client.get("/oauth/token").status == 405)
        #expect(try await client.get("/nowhere").status == 404)
    }

    @Test func `RFC 9110 §9.3.2 HEAD has the head of GET and no body`() async throws {
        let get = try await client.get("/.well-known/jwks.json")
        let head = try await client.send("HEAD", "/.well-known/jwks.json")

        #expect(head.status == 200)
        #expect(head.header("Content-Length") == "\(get.body.count)")
        #expect(head.body.isEmpty)
    }

    @Test func `refuses an unknown API`() async throws {
        let response = try await client.logIn(audience: "https://nowhere.example/")

        #expect(response.status == 403)
        #expect(response["error"] == "access_denied")
    }

    @Test func `refuses a body of more than a mebibyte`() async throws {
        let response = try await client.send(
            "POST", "/oauth/token", headers: ["Content-Type": "application/json"],
            body: [UInt8](repeating: 32, count: (1 << 20) + 1))

        #expect(response.status == 413)
    }

    @Test func `revokes the family of a refresh token`() async throws {
        let token = try #require(try await client.logIn()["refresh_token"])

        let response = try await client.post("/oauth/revoke", ["token": token])

        #expect(response.status == 200)
        #expect(response.body.isEmpty)
        #expect(try await client.renew(token)["error_description"] == "Unknown or invalid refresh token.")
        #expect(try await client.post("/oauth/revoke", ["token": "never seen"]).status == 200)
    }

    @Test func `refuses to revoke the token of another client`() async throws {
        let token = try #require(try await client.logIn()["refresh_token"])
        var other = client
        other.clientID = "emulatorClient0000000000000000002"

        #expect(try await other.post("/oauth/revoke", ["token": token]).status == 400)
        #expect(try await client.renew(token).status == 200)
    }
}
