import OpenSSLCryptography
import ByteEncodings
import TenantEmulator
import Testing

@Suite struct AuthorizationCodeTests {
    let tenant: EmulatedTenant
    let client: TestClient
    let verifier = String(repeating: "v", count: 43)
    let redirectURI = "http://127.0.0.1:9/callback"

    init() throws {
        tenant = try EmulatedTenant.start()
        tenant.clock.stop()
        client = TestClient(tenant)
    }

    private func code(nonce: String? = nil) throws -> String {
        let challenge = Base64URL.encode(HashAlgorithm.sha256.digest(of: Array(verifier.utf8)))
        return try tenant.issueAuthorizationCode(
            for: "john@example.com", codeChallenge: challenge, redirectURI: redirectURI,
            scope: "openid offline_access", nonce: nonce)
    }

    private func exchange(_ code: String, _ more: [String: String] = [:]) async throws -> Answer {
        let members = [
            "grant_type": "authorization_code", "code": code, "code_verifier": verifier, "redirect_uri": redirectURI,
        ]
        return try await client.post("/oauth/token", members.merging(more) { $1 })
    }

    @Test func `gives tokens for a code and its verifier`() async throws {
        let answer = try await exchange(code(nonce: "n-1"))

        #expect(answer.status == 200)
        #expect(claims(of: answer["id_token"])?["nonce"]?.string == "n-1")
        #expect(answer["refresh_token"] != nil)
    }

    @Test func `A11 redeems a code once`() async throws {
        let code = try code()
        _ = try await exchange(code)

        let again = try await exchange(code)

        #expect(again.status == 403)
        #expect(again["error"] == "invalid_grant")
    }

    @Test(arguments: [
        ["code_verifier": String(repeating: "w", count: 43)], ["code_verifier": "short"],
        ["code_verifier": String(repeating: "v", count: 129)],
        ["code_verifier": String(repeating: "v", count: 42) + "+"],
        ["redirect_uri": "http://127.0.0.1:8/callback"], ["client_id": "emulatorClient0000000000000000002"],
        ["code": "forged"],
    ])
    func `E2 checks verifier, redirect, client and code`(change: [String: String]) async throws {
        let code = try code()

        let answer = try await exchange(code, change)

        #expect(answer.status == 403)
        if change["code"] == nil { #expect(try await exchange(code).status == 403, "a code is good for one attempt") }
    }

    @Test func `E2 wants a verifier`() async throws {
        let members = ["grant_type": "authorization_code", "code": try code(), "redirect_uri": redirectURI]

        let answer = try await client.post("/oauth/token", members)

        #expect(answer.status == 400)
        #expect(answer["error"] == "invalid_request")
    }

    @Test func `forgets a code after a minute`() async throws {
        let code = try code()

        tenant.clock.advance(by: .seconds(60))

        #expect(try await exchange(code).status == 403)
    }

    @Test func `issues codes only for what there is`() {
        #expect(throws: EmulatorError.self) {
            try tenant.issueAuthorizationCode(for: "nobody", codeChallenge: "", redirectURI: "")
        }
    }
}
