import ByteEncodings
import TenantEmulator
import Testing

@Suite struct DPoPResourceTests {
    let tenant: EmulatedTenant
    var client: TestClient { TestClient(tenant) }
    let proofSigner: DPoPProofSigner

    init() throws {
        tenant = try .withStoppedClock()
        proofSigner = try DPoPProofSigner()
    }

    private func token(_ more: [String: Any] = [:]) async throws -> String? {
        let proof = try proofSigner.proof("POST", tenant.domain + "/oauth/token")
        return try await client.logIn(proof: proof, more)["access_token"]
    }

    private func proof(_ path: String, _ token: String?, nonce: String? = nil) throws -> String {
        try proofSigner.proof("GET", tenant.domain + path, token: token, nonce: nonce)
    }

    @Test func `J20 returns the profile with a proof of the token's key`() async throws {
        let token = try await token()

        let response = try await client.get("/userinfo", token: token, proof: proof("/userinfo", token))

        #expect(response.status == 200)
        #expect(response["sub"] == "auth0|000000000000000000000001")
    }

    @Test func `J20 refuses a bound token as Bearer, and an unbound one as DPoP`() async throws {
        let token = try await token()
        let free = try await client.logIn()["access_token"]

        let bearer = try await client.get("/userinfo", token: token)
        let bound = try await client.get("/userinfo", token: free, proof: proof("/userinfo", free))

        #expect(bearer.status == 401)
        #expect(bearer.header("www-authenticate")?.hasPrefix(#"DPoP realm="Users", error="invalid_token""#) == true)
        #expect(bearer.header("www-authenticate")?.contains(#"algs="ES256""#) == true)
        #expect(bound.status == 401)
        #expect(bound.header("www-authenticate")?.contains(#"error="invalid_token""#) == true)
    }

    @Test func `J20 refuses a missing proof, and one of another token, another key or an earlier request`() async throws
    {
        let token = try await token()
        let other = try await self.token()
        let used = try proof("/userinfo", token)
        _ = try await client.get("/userinfo", token: token, proof: used)
        let foreign = try DPoPProofSigner().proof("GET", tenant.domain + "/userinfo", token: token)

        for proof in [nil, try proof("/userinfo", other), try proof("/userinfo", nil), foreign, used] {
            let response = try await client.get("/userinfo", token: token, proof: proof)

            #expect(response.status == 401)
            #expect(
                response.header("www-authenticate")?.contains(#"DPoP realm="Users", error="invalid_dpop_proof""#)
                    == true)
        }
    }

    @Test func `J20 requires a nonce at an API, too`() async throws {
        let token = try await token()
        tenant.requiresDPoPNonce = true

        let without = try await client.get("/userinfo", token: token, proof: proof("/userinfo", token))
        let nonce = without.header("dpop-nonce")
        let with = try await client.get("/userinfo", token: token, proof: proof("/userinfo", token, nonce: nonce))

        #expect(without.status == 401)
        #expect(without.header("www-authenticate")?.contains(#"error="use_dpop_nonce""#) == true)
        #expect(with.status == 200)
    }

    @Test func `J20 has a different nonce for each host name of the tenant`() async throws {
        let token = try await token()
        tenant.requiresDPoPNonce = true
        let host = "localhost:\(tenant.port)"
        func nonce(_ host: String) async throws -> String? {
            let proof = try proofSigner.proof("GET", "http://\(host)/userinfo", token: token)
            let headers = ["Authorization": "DPoP \(token ?? "")", "DPoP": proof, "Host": host]
            return try await client.send("GET", "/userinfo", headers: headers).header("dpop-nonce")
        }

        let (first, second) = try await (nonce("127.0.0.1:\(tenant.port)"), nonce(host))

        #expect(first != nil)
        #expect(second != nil)
        #expect(first != second)
    }

    @Test func `My Account and the Users API accept a bound token with a proof`() async throws {
        let path = "/me/v1/factors"
        let account = try await token(["audience": "\(tenant.domain)/me/", "scope": "read:me:factors"])
        let user = "/api/v2/users/auth0%7C000000000000000000000001"
        let users = try await token(["audience": "\(tenant.domain)/api/v2/", "scope": "read:current_user"])

        let factors = try await client.get(path, token: account, proof: proof(path, account))
        let bare = try await client.get(path, token: account)
        let record = try await client.get(user, token: users, proof: proof(user, users))
        let bearer = try await client.get(user, token: users)

        #expect(factors.status == 200)
        #expect(bare.status == 401)
        #expect(bare.header("www-authenticate")?.hasPrefix("DPoP ") == true)
        #expect(record.status == 200)
        #expect(bearer.status == 401)
    }

    @Test func `the second-factor endpoints accept the mfa_token with a proof`() async throws {
        let demand = try await client.logIn("mfa@example.com")
        let token = demand["mfa_token"]

        let proved = try await client.get(
            "/mfa/authenticators", token: token, proof: proof("/mfa/authenticators", token))
        let bare = try await client.get("/mfa/authenticators", token: token, proof: nil)

        #expect(proved.status == 200)
        #expect(bare.status == 401)
        #expect(bare["error"] == "invalid_dpop_proof")
    }
}
