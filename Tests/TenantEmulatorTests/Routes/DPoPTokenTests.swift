import ByteEncodings
import Foundation
import TenantEmulator
import Testing

@Suite struct DPoPTokenTests {
    let tenant: EmulatedTenant
    var client: TestClient { TestClient(tenant) }
    let proofSigner: DPoPProofSigner

    init() throws {
        tenant = try EmulatedTenant.start()
        proofSigner = try DPoPProofSigner()
    }

    private func proof(
        nonce: String? = nil, at date: Date = Date(), _ change: (inout DPoPProofSigner.Content) -> Void = { _ in }
    ) throws -> String {
        try proofSigner.proof("POST", tenant.domain + "/oauth/token", nonce: nonce, at: date, change)
    }

    @Test func `J20 binds tokens to the key of the proof`() async throws {
        let response = try await client.logIn(proof: proof(), ["audience": "https://api.example.com/"])

        #expect(response.status == 200)
        #expect(response["token_type"] == "DPoP")
        #expect(claims(of: response["access_token"])?["cnf"]?["jkt"]?.string == proofSigner.thumbprint)
        #expect(claims(of: response["id_token"])?["cnf"] == nil)
    }

    struct Defect: Sendable, CustomStringConvertible {
        let description: String
        let change: @Sendable (inout DPoPProofSigner.Content) -> Void

        init(_ description: String, _ change: @escaping @Sendable (inout DPoPProofSigner.Content) -> Void) {
            (self.description, self.change) = (description, change)
        }
    }

    private static let defects = [
        Defect("htm is not the method") { $0.claims["htm"] = "GET" },
        Defect("htm is not the method") { $0.claims["htm"] = "post" },
        Defect("htu is not the address") { $0.claims["htu"] = "http://127.0.0.1/oauth/token" },
        Defect("htu is not the address") { $0.claims["htu"] = "https://evil.example/oauth/token" },
        Defect("iat is too far from now") { $0.claims["iat"] = 0 },
        Defect("iat is too far from now") { $0.claims["iat"] = Int.max },
        Defect("ath is not the hash of the access token") { $0.claims["ath"] = "AAAA" },
        Defect("htm, htu, jti and iat are required") { $0.claims["jti"] = .some(nil) },
        Defect("htm, htu, jti and iat are required") { $0.claims["iat"] = "now" },
        Defect("no jwk in the header") { $0.header["jwk"] = .some(nil) },
        Defect("kid beside jwk") { $0.header["kid"] = "k" },
        Defect("not a signed proof") { $0.header["typ"] = "JWT" },
        Defect("not a signed proof") { $0.header["alg"] = "none" },
        Defect("not a signed proof") { $0.header["alg"] = "HS256" },
        Defect("not a signed proof") { $0.isForged = true },
    ]

    @Test(arguments: defects)
    func `J20 refuses a proof with a defect`(defect: Defect) async throws {
        let response = try await client.logIn(proof: proof(defect.change))

        #expect(response.status == 400)
        #expect(response["error"] == "invalid_dpop_proof")
        #expect(response["error_description"]?.hasPrefix(defect.description) == true)
    }

    @Test func `J20 refuses a proof with the private key in it`() async throws {
        let response = try await client.logIn(
            proof: proof { content in
                var key = content.header["jwk"] as? [String: Any]
                key?["d"] = "AAAA"
                content.header["jwk"] = key
            })

        #expect(response["error"] == "invalid_dpop_proof")
    }

    @Test func `J20 accepts a proof once, even if the request fails`() async throws {
        let proof = try proof()
        _ = try await client.logIn(proof: proof, ["password": "wrong"])

        let again = try await client.logIn(proof: proof)

        #expect(again["error_description"] == "jti was used before")
    }

    @Test func `accepts a proof within five minutes of the tenant's clock`() async throws {
        tenant.clock.stop()
        let now = tenant.clock.now

        let fresh = try await client.logIn(proof: proof(at: now - 300))
        let old = try await client.logIn(proof: proof(at: now - 302))

        #expect(fresh.status == 200)
        #expect(old.status == 400)
    }

    @Test func `J20 requires its own latest nonce`() async throws {
        tenant.requiresDPoPNonce = true

        let without = try await client.logIn(proof: proof())
        let nonce = try #require(without.header("dpop-nonce"))
        let with = try await client.logIn(proof: proof(nonce: nonce))
        tenant.rotateDPoPNonce()
        let stale = try await client.logIn(proof: proof(nonce: nonce))
        let other = try EmulatedTenant.start()
        other.requiresDPoPNonce = true
        let elsewhere = try await TestClient(other).logIn(
            proof: proofSigner.proof("POST", other.domain + "/oauth/token", nonce: stale.header("dpop-nonce")))

        #expect(without.status == 400)
        #expect(without["error"] == "use_dpop_nonce")
        #expect(with.status == 200)
        #expect(with.header("dpop-nonce") == nonce)
        #expect(stale["error"] == "use_dpop_nonce")
        #expect(stale.header("dpop-nonce") != nonce)
        #expect(elsewhere["error"] == "use_dpop_nonce")
    }

    @Test func `renews a bound token of a public client only with its key`() async throws {
        let token = try await client.logIn(proof: proof())["refresh_token"] ?? ""
        let members = ["grant_type": "refresh_token", "refresh_token": token]
        let other = try DPoPProofSigner().proof("POST", tenant.domain + "/oauth/token")

        let bare = try await client.tokens(members)
        let foreign = try await client.post("/oauth/token", members, proof: other)
        let own = try await client.post("/oauth/token", members, proof: proof())

        #expect(bare["error_description"] == "the refresh token is bound to another key")
        #expect(foreign.status == 400)
        #expect(own.status == 200)
        #expect(own["token_type"] == "DPoP")
        #expect(tenant.counters.refreshTokenReuses == 0)
    }

    @Test func `redeems a code that is bound to a key only with that key`() async throws {
        func exchange(_ proofSigner: DPoPProofSigner) async throws -> TestResponse {
            let code = try tenant.issueAuthorizationCode(
                for: "john@example.com", codeChallenge: TestBrowser.challenge, redirectURI: TestBrowser.callback,
                keyThumbprint: self.proofSigner.thumbprint)
            return try await client.post(
                "/oauth/token",
                [
                    "grant_type": "authorization_code", "code": code, "code_verifier": TestBrowser.verifier,
                    "redirect_uri": TestBrowser.callback,
                ], proof: proofSigner.proof("POST", tenant.domain + "/oauth/token"))
        }

        let own = try await exchange(proofSigner)
        let foreign = try await exchange(DPoPProofSigner())

        #expect(own.status == 200)
        #expect(foreign["error_description"] == "the code is bound to another key")
    }

    @Test func `refuses a client that requires DPoP without a proof`() async throws {
        var bound = client
        bound.clientID = "emulatorBound0000000000000000001"

        let bare = try await bound.logIn()
        let proved = try await bound.logIn(proof: proof())

        #expect(bare["error_description"] == "a proof is required")
        #expect(proved.status == 200)
    }

    @Test func `lists the signature algorithms of proofs in the discovery document`() async throws {
        let document = try await client.get("/.well-known/openid-configuration").json

        #expect(document?["dpop_signing_alg_values_supported"]?.elements == [.string("ES256")])
    }
}
