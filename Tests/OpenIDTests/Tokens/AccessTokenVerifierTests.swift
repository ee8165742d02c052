import ByteEncodings
import HTTPMessages
import JOSE
import Testing

@testable import OpenID

@Suite struct AccessTokenVerifierTests {
    private let time = ManualTime()
    private let key: SigningKey
    private let issuer: StubIssuer
    private let verifier: AccessTokenVerifier
    private let url: HTTPURL
    private static let audience = "https://api.example.com/"

    init() throws {
        key = try StubIssuer.key("k1")
        issuer = try StubIssuer(publishing: key)
        url = try HTTPURL("https://api.example.com/messages?x=1")
        let keys = RemoteKeySet(url: issuer.keysURL, session: issuer, clock: time.source)
        verifier = AccessTokenVerifier(
            issuer: StubIssuer.name, audience: Self.audience, keys: .remote(keys), profiles: [.rfc9068, .auth0],
            proofs: DPoPProofVerifier(clock: time.source), clock: time.source)
    }

    private func token(
        _ changes: [String: (any Sendable)?] = [:], type: String? = "JWT", by key: SigningKey? = nil
    ) throws -> String {
        let claims: [String: (any Sendable)?] = [
            "aud": [Self.audience, "https://tenant.example.com/userinfo"], "azp": "client",
            "scope": "openid read:messages", "permissions": ["read:messages"],
        ]
        return try (key ?? self.key).idToken(at: time.seconds, claims.merging(changes) { $1 }, type: type)
    }

    private func complaint(_ token: String) async -> TokenVerificationError? {
        await #expect(throws: TokenVerificationError.self) { try await verifier.verify(token) }
    }

    private func complaint(
        _ fields: TransportFields, _ method: TransportMethod = .get, nonces: [String]? = nil
    ) async -> TokenVerificationError? {
        await #expect(throws: TokenVerificationError.self) {
            try await verifier.verify(fields, method: method, url: url, nonces: nonces)
        }
    }

    @Test func `verifies a token, with keys that are fetched once`() async throws {
        let text = try token()
        #expect(try verifier.verifyWithCachedKeys(text) == nil)

        let token = try await verifier.verify(text)

        #expect(token.subject == "auth0|1")
        #expect(token.clientID == "client")
        #expect(token.scopes == ["openid", "read:messages"])
        #expect(token.hasScope("read:messages"))
        #expect(!token.hasScope("read"))
        #expect(token.hasScopes(["openid", "read:messages"]))
        #expect(!token.hasScopes(["openid", "write:messages"]))
        #expect(token.hasPermission("read:messages"))
        #expect(!token.hasPermission("openid"))
        #expect(token.keyThumbprint == nil)
        #expect(try verifier.verifyWithCachedKeys(text)?.subject == "auth0|1")
        #expect(issuer.requests.count == 1)
    }

    @Test func `verifies a token of RFC 9068`() async throws {
        let token = try await verifier.verify(
            token(["client_id": "c9068", "jti": "1", "azp": nil, "org_id": "org_1"], type: "at+jwt"))

        #expect(token.clientID == "c9068")
        #expect(token.organization == "org_1")
    }

    /// Microsoft Entra (both versions), Okta, Ory Hydra, and Duende IdentityServer.
    @Test(arguments: [
        ("azp", "scp", false), ("appid", "scp", false), ("cid", "scp", true), ("client_id", "scp", true),
        ("client_id", "scope", true),
    ])
    func `verifies a token that names client and scopes as another provider does`(
        client: String, scopes: String, isArray: Bool
    ) async throws {
        let list: any Sendable = if isArray { ["read:messages", "write"] } else { "read:messages write" }
        var claims: [String: (any Sendable)?] = ["azp": nil, "scope": nil]
        claims.updateValue("c2", forKey: client)
        claims.updateValue(list, forKey: scopes)

        let verified = try await verifier.verify(token(claims))

        #expect(verified.clientID == "c2")
        #expect(verified.scopes == ["read:messages", "write"])
        claims.updateValue([Self.audience, "c2"], forKey: "aud")
        #expect(await complaint(try token(claims))?.claim == "aud")
    }

    @Test(arguments: ["client_id", "jti", "sub", "iat", "exp", "iss"])
    func `refuses a token without a claim that RFC 9068 requires`(claim: String) async throws {
        let error = await complaint(
            try token(["client_id": "c", "jti": "1"].merging([claim: nil]) { $1 }, type: "application/at+jwt"))

        #expect(error?.code == .claimMissing)
        #expect(error?.claim == claim)
    }

    @Test(arguments: ["dpop+jwt", "logout+jwt", "id+jwt", "jose"])
    func `J9 another kind of token is refused`(type: String) async throws {
        #expect(await complaint(try token(type: type))?.code == .malformed)
    }

    @Test(arguments: ["nonce", "at_hash", "c_hash", "s_hash", "events"])
    func `J9 an ID token or an event is refused, even one for this audience`(claim: String) async throws {
        let error = await complaint(try token([claim: "x"]))

        #expect(error?.claim == claim)
        #expect(error?.statusCode == 401)
    }

    @Test func `J13 a token for another API is refused`() async throws {
        for audience: (any Sendable)? in [
            nil, "", "https://api.example.com", "https://API.example.com/", ["https://tenant.example.com/userinfo"],
        ] {
            let error = await complaint(try token(["aud": audience]))

            #expect(error?.code == .claimMismatch)
            #expect(error?.claim == "aud")
        }
        #expect(try await verifier.verify(token(["aud": Self.audience])).subject == "auth0|1")
    }

    @Test func `J12 J14 issuer and times are checked as in ID tokens`() async throws {
        #expect(await complaint(try token(["iss": "https://tenant.example.com"]))?.claim == "iss")
        #expect(await complaint(try token(["exp": time.seconds - 60]))?.code == .expired)
        #expect(await complaint(try token(["nbf": time.seconds + 61]))?.code == .notYetValid)
        #expect(await complaint(try token(["iat": time.seconds + 61]))?.code == .notYetValid)
        #expect(await complaint(try token(["exp": "tomorrow"]))?.code == .malformed)
        _ = try await verifier.verify(token(["exp": time.seconds - 59, "nbf": time.seconds + 60]))
    }

    @Test func `J1 J19 an unsigned token is refused`() async throws {
        let text = try token()
        let body = text.split(separator: ".")[1]
        let none = Base64URL.encode(Array(#"{"alg":"none","typ":"JWT"}"#.utf8))

        #expect(await complaint("\(none).\(body).")?.code == .algorithmNotAllowed)
        #expect(await complaint(text.dropLast(8) + "AAAAAAAA")?.code == .signatureInvalid)
        #expect(await complaint(try token(by: StubIssuer.key("k1")))?.code == .signatureInvalid)
        #expect(await complaint("")?.code == .tokenMissing)
        #expect(await complaint("not a token")?.code == .malformed)
    }

    @Test(arguments: [
        ("opaque-token-of-a-login", true), ("eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..aXY.Y2lwaGVy.dGFn", true),
        ("e30.e30", false), ("e30.e30.e30", false),
    ])
    func `K13 the error of an opaque or encrypted token names the usual cause`(token: String, isOpaque: Bool) async {
        let error = await complaint(token)

        #expect(error?.code == .malformed || !isOpaque)
        #expect(error?.advice.contains("audience") == isOpaque)
    }

    @Test func `K13 the error of a token whose key is too weak names that reason`() async throws {
        let weak = #"{"keys":[{"kty":"RSA","kid":"k1","n":"\#(String(repeating: "_", count: 170))8","e":"AQAB"}]}"#
        let keys = KeyRing(try JSONWebKeySet(parsing: Array(weak.utf8)))
        let verifier = AccessTokenVerifier(
            issuer: StubIssuer.name, audience: Self.audience, keys: .fixed(keys), profiles: [.auth0])

        let error = await #expect(throws: TokenVerificationError.self) { try await verifier.verify(token()) }

        #expect(error?.code == .keyNotFound)
        #expect(error?.advice.contains("2048 bits") == true)
    }

    @Test func `unavailable keys are not an error of the token`() async throws {
        issuer.answer(.status(503))

        let error = await complaint(try token())

        #expect(error?.code == .keysUnavailable)
        #expect(error?.statusCode == 503)
        #expect(error?.challenge == nil)
    }

    @Test func `a missing scope is named in the challenge`() async throws {
        let token = try await verifier.verify(token())
        try token.require(scopes: "read:messages")

        let error = #expect(throws: TokenVerificationError.self) {
            try token.require(scopes: "read:messages", "write:messages")
        }

        #expect(error?.code == .insufficientScope)
        #expect(error?.statusCode == 403)
        #expect(error?.advice == "ask for a token with the scopes that are missing: write:messages")
        #expect(error?.challenge == #"Bearer error="insufficient_scope", scope="read:messages write:messages""#)
    }

    @Test func `reads the token from the request`() async throws {
        let text = try token()
        for scheme in ["Bearer", "bearer", "BEARER"] {
            let token = try await verifier.verify(["Authorization": "\(scheme) \(text)"], method: .get, url: url)
            #expect(token.subject == "auth0|1")
        }

        let nothing = await complaint([:])
        #expect(nothing?.challenge?.hasPrefix("Bearer, DPoP algs=") == true)
        #expect(nothing?.statusCode == 401)
        for field in ["Basic YTpi", "Bearer", "Bearer ", text, "Bearer \(text), Bearer \(text)", "Bearer a b"] {
            let error = await complaint(["Authorization": field])
            #expect(error?.code == .requestMalformed)
            #expect(error?.statusCode == 400)
            #expect(error?.challenge == #"Bearer error="invalid_request""#)
        }
        var twice: TransportFields = ["Authorization": "Bearer \(text)"]
        twice.append("Bearer \(text)", named: "Authorization")
        #expect(await complaint(twice)?.code == .requestMalformed)
    }

    @Test(arguments: ["a", " ", "Bearer ", "é "])
    func `K9 a field Authorization above the limit is refused before it is split`(piece: String) async {
        let field = "Bearer " + String(repeating: piece, count: 1_000_000)
        var shortest = Duration.seconds(1)
        for _ in 0..<5 {
            let start = ContinuousClock.now
            let error = await #expect(throws: TokenVerificationError.self) {
                try await verifier.verify(authorization: field, method: "GET", url: "https://api.example.com/")
            }
            shortest = min(shortest, ContinuousClock.now - start)
            #expect(error?.code == .malformed)
        }

        #expect(shortest < .milliseconds(20))
    }

    @Test func `J20 a bound token is accepted only with a proof by its key`() async throws {
        let proofKey = try ProofKey()
        let text = try token(["cnf": ["jkt": proofKey.thumbprint]])
        func fields(
            _ scheme: String = "DPoP", key: ProofKey? = nil, method: TransportMethod = .get, for other: String? = nil
        ) throws -> TransportFields {
            let proof = try (key ?? proofKey).proof(
                method, url, accessToken: other ?? text, nonce: nil, time: time.source)
            return ["Authorization": "\(scheme) \(text)", "DPoP": proof]
        }

        let used = try fields()
        let token = try await verifier.verify(used, method: .get, url: url)

        #expect(token.keyThumbprint == proofKey.thumbprint)
        #expect((await complaint(used)?.cause as? DPoPProofError)?.code == .replayed)
        #expect(await complaint(text)?.code == .proofMissing)
        #expect(await complaint(try fields("Bearer"))?.code == .proofMissing)
        #expect(
            await complaint(["Authorization": "DPoP \(text)"])?.challenge?.hasPrefix(
                #"DPoP error="invalid_dpop_proof", algs="#) == true)
        #expect(
            await complaint(try fields(key: ProofKey()))?.challenge?.hasPrefix(#"DPoP error="invalid_token", algs="#)
                == true)
        #expect((await complaint(try fields(method: .post))?.cause as? DPoPProofError)?.claim == "htm")
        #expect((await complaint(try fields(for: "another token"))?.cause as? DPoPProofError)?.claim == "ath")
        #expect(
            await complaint(try fields(), nonces: ["n"])?.challenge?.hasPrefix(#"DPoP error="use_dpop_nonce", algs="#)
                == true)
        time.advance(by: 61)
        #expect(await complaint(used)?.code == .proofInvalid)
    }

    @Test func `J20 an unbound token is refused as a DPoP token`() async throws {
        let (proofKey, text) = (try ProofKey(), try token())
        let proof = try proofKey.proof(.get, url, accessToken: text, nonce: nil, time: time.source)

        #expect(await complaint(["Authorization": "DPoP \(text)", "DPoP": proof])?.code == .proofMissing)
    }

    @Test func `a token with an unknown binding is refused`() async throws {
        for binding: [String: any Sendable] in [
            ["x5t#S256": 1], ["x5t#S256": ""], ["x5t#S256": "a", "jkt": 1], ["jkt": 1], ["jkt": ""], ["kid": "a"], [:],
        ] {
            let error = await complaint(try token(["cnf": binding]))
            #expect(error?.claim == "cnf")
        }
        #expect(await complaint(try token(["cnf": "text"]))?.claim == "cnf")
    }

    @Test func `RFC 9068 is the only format that is accepted by default`() async throws {
        let verifier = AccessTokenVerifier(
            issuer: StubIssuer.name, audience: Self.audience,
            keys: .remote(RemoteKeySet(url: issuer.keysURL, session: issuer, clock: time.source)), clock: time.source)

        let error = await #expect(throws: TokenVerificationError.self) { try await verifier.verify(token()) }
        let standard = try await verifier.verify(token(["client_id": "c", "jti": "1"], type: "at+jwt"))

        #expect(error?.claim == "typ")
        #expect(standard.clientID == "c")
    }

    @Test func `L1 neither a token nor an error shows a secret`() async throws {
        let text = try token(["sub": "canary", "aud": "canary"])
        let error = await complaint(text)
        var shown = "\(String(describing: error)) \(error?.challenge ?? "")"
        dump(error?.cause, to: &shown)
        let token = try await verifier.verify(token(["sub": "canary"]))
        dump(token, to: &shown)

        #expect(!shown.contains("canary"))
        #expect(!"\(token)".contains("canary"))
    }
}
