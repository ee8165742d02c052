import ByteEncodings
import TenantEmulator
import Testing

@Suite struct AuthorizationCodeTests {
    let tenant: EmulatedTenant
    var client: TestClient { TestClient(tenant) }

    init() throws { tenant = try .withStoppedClock() }

    private func code(nonce: String? = nil) throws -> String {
        try tenant.issueAuthorizationCode(
            for: "john@example.com", codeChallenge: TestBrowser.challenge, redirectURI: TestBrowser.callback,
            scope: "openid offline_access", nonce: nonce)
    }

    private func exchange(_ code: String, _ more: [String: String] = [:]) async throws -> TestResponse {
        let members = [
            "grant_type": "authorization_code", "code": code, "code_verifier": TestBrowser.verifier,
            "redirect_uri": TestBrowser.callback,
        ]
        return try await client.tokens(members.merging(more) { $1 })
    }

    @Test func `issues tokens for a code and its verifier`() async throws {
        let response = try await exchange(code(nonce: "n-1"))

        #expect(response.status == 200)
        #expect(claims(of: response["id_token"])?["nonce"]?.string == "n-1")
        #expect(response["refresh_token"] != nil)
    }

    @Test func `A11 redeems a code once`() async throws {
        let code = try code()
        _ = try await exchange(code)

        let again = try await exchange(code)

        #expect(again.status == 403)
        #expect(again["error"] == "invalid_grant")
    }

    @Test func `A11 revokes the tokens of a code that is used again`() async throws {
        let code = try code()
        let login = try await exchange(code)
        let renewed = try await client.renew(login["refresh_token"])
        let other = try await exchange(self.code())

        let again = try await exchange(code)

        #expect(again.status == 403)
        #expect(again["error"] == "invalid_grant")
        #expect(try await client.get("/userinfo", token: login["access_token"]).status == 401)
        #expect(try await client.get("/userinfo", token: renewed["access_token"]).status == 401)
        #expect(try await client.renew(renewed["refresh_token"]).status == 403)
        #expect(try await client.get("/userinfo", token: other["access_token"]).status == 200)
    }

    @Test func `A11 another client cannot revoke the tokens of a used code`() async throws {
        let code = try code()
        let login = try await exchange(code)

        let again = try await exchange(code, ["client_id": "emulatorClient0000000000000000002"])

        #expect(again.status == 403)
        #expect(try await client.get("/userinfo", token: login["access_token"]).status == 200)
        #expect(try await client.renew(login["refresh_token"]).status == 200)
    }

    @Test(arguments: [
        ["code_verifier": String(repeating: "w", count: 43)], ["code_verifier": "short"],
        ["code_verifier": String(repeating: "v", count: 129)],
        ["code_verifier": String(repeating: "v", count: 42) + "+"],
        ["redirect_uri": "http://127.0.0.1:8485/callback"], ["client_id": "emulatorClient0000000000000000002"],
        ["code": "forged"],
    ])
    func `E2 checks verifier, redirect, client and code`(change: [String: String]) async throws {
        let code = try code()

        let response = try await exchange(code, change)

        #expect(response.status == 403)
        if change["code"] == nil {
            #expect(try await exchange(code).status == 403, "a failed exchange consumes the code")
        }
    }

    @Test func `E2 requires a code verifier`() async throws {
        let response = try await client.tokens([
            "grant_type": "authorization_code", "code": code(), "redirect_uri": TestBrowser.callback,
        ])

        #expect(response.status == 400)
        #expect(response["error"] == "invalid_request")
    }

    @Test func `refuses a code after a minute`() async throws {
        let code = try code()

        tenant.clock.advance(by: .seconds(60))

        #expect(try await exchange(code).status == 403)
    }

    @Test(
        arguments: [
            ("unknown@example.com", nil, nil), ("john@example.com", "unknown", nil),
            ("john@example.com", nil, "https://unknown.example.com/"),
        ] as [(String, String?, String?)])
    func `issues no code for an unknown user, client or API`(
        login: String, clientID: String?, audience: String?
    ) throws {
        #expect(throws: EmulatorError.self) {
            try tenant.issueAuthorizationCode(
                for: login, codeChallenge: TestBrowser.challenge, redirectURI: TestBrowser.callback,
                audience: audience, clientID: clientID)
        }
    }
}
