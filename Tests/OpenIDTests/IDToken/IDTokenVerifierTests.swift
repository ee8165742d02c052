import Foundation
import JOSE
import OpenSSLCryptography
import Testing

@testable import OpenID

@Suite struct IDTokenVerifierTests {
    private let time = ManualTime()
    private let key: SigningKey
    private let ring: KeyRing

    init() throws {
        key = try StubIssuer.key("k1")
        ring = KeyRing(JSONWebKeySet(publishing: [key]))
    }

    private func verifier(_ change: (inout IDTokenExpectations) -> Void = { _ in }) -> IDTokenVerifier {
        var expectations = IDTokenExpectations()
        change(&expectations)
        return IDTokenVerifier(
            issuer: StubIssuer.name, clientID: StubIssuer.client, keys: .fixed(ring), expecting: expectations,
            clock: time.source)
    }

    private func complaint(
        _ token: String, _ change: (inout IDTokenExpectations) -> Void = { _ in }
    ) -> IDTokenError? {
        #expect(throws: IDTokenError.self) { _ = try verifier(change).verifyWithCachedKeys(token) }
    }

    @Test func `accepts a valid token`() async throws {
        let token = try key.idToken(at: time.seconds, ["email": "john@example.com"])

        let claims = try await verifier().verify(token)

        #expect(claims.subject == "auth0|1")
        #expect(claims["email"].string == "john@example.com")
        #expect(claims.expiresAt == time.source.now + 3_600)
    }

    @Test(arguments: ["iss", "sub", "aud", "exp", "iat"])
    func `J14 refuses a token without a required claim`(claim: String) throws {
        let token = try key.idToken(at: time.seconds, [claim: nil as String?])

        #expect(complaint(token)?.summary == "IDTokenError.claimMissing(\(claim))")
    }

    @Test func `checks all expectations`() throws {
        let now = time.seconds
        let hash = SignatureAlgorithm.edDSA.halfHash(of: "access")
        let all: [String: any Sendable] = [
            "nonce": "n", "auth_time": now - 10, "org_id": "org_1", "acr": "gold", "at_hash": hash,
            "c_hash": SignatureAlgorithm.edDSA.halfHash(of: "code"), "azp": StubIssuer.client,
            "aud": [StubIssuer.client, "friend"],
        ]
        let expecting = { (expected: inout IDTokenExpectations) in
            expected.nonce = "n"
            expected.maxAge = .seconds(60)
            expected.organization = "org_1"
            expected.acceptedACRValues = ["gold"]
            expected.accessToken = "access"
            expected.code = "code"
            expected.requiresHashes = true
            expected.trustedAudiences = ["friend"]
            expected.subject = "auth0|1"
        }

        #expect(try verifier(expecting).verifyWithCachedKeys(key.idToken(at: now, all)) != nil)
        for claim in ["nonce", "auth_time", "org_id", "acr", "at_hash", "c_hash", "azp"] {
            var changes: [String: (any Sendable)?] = all
            changes[claim] = .some(nil)
            let token = try key.idToken(at: now, changes)
            #expect(complaint(token, expecting)?.summary == "IDTokenError.claimMissing(\(claim))")
        }
    }

    @Test func `J19 checks the signature before any claim`() throws {
        let token = try key.idToken(at: time.seconds, ["iss": "https://evil.example/", "exp": 1])
        let flipped = String(token.dropLast(4)) + (token.hasSuffix("AAAA") ? "BBBB" : "AAAA")

        #expect(complaint(flipped)?.code == .signatureInvalid)
        #expect(complaint(token)?.summary == "IDTokenError.claimMismatch(iss)")
    }

    @Test(arguments: ["at+jwt", "logout+jwt", "dpop+jwt", "secevent+jwt", "AT+JWT", "application/at+jwt"])
    func `J9 another kind of token is not an ID token`(type: String) throws {
        let error = complaint(try key.idToken(at: time.seconds, type: type))

        #expect(error?.code == .malformed)
        #expect((error?.cause as? JOSEError)?.code == .headerNotAllowed)
    }

    @Test(arguments: ["", ".", "..", "a.b", "a.b.c", "e30.e30.", String(repeating: ".", count: 1_000_000)])
    func `J11 an invalid token is refused`(text: String) {
        let error = complaint(text)

        #expect(error?.code == (text.isEmpty ? .tokenMissing : text == "e30.e30." ? .algorithmNotAllowed : .malformed))
    }

    @Test func `J2 a shared secret is used only if configured`() async throws {
        let secret = SecretBytes([UInt8](repeating: 9, count: 32))
        let token = try SigningKey(secret: secret, algorithm: .hs256).idToken(at: time.seconds)
        let configured = try IDTokenVerifier(
            issuer: StubIssuer.name, clientID: StubIssuer.client, keys: .secret(secret), clock: time.source)

        let text = try TokenKeys.secret(String(repeating: "\t", count: 32))
        let spelled = IDTokenVerifier(
            issuer: StubIssuer.name, clientID: StubIssuer.client, keys: text, clock: time.source)

        #expect(try await configured.verify(token).subject == "auth0|1")
        #expect(try await spelled.verify(token).subject == "auth0|1")
        #expect(complaint(token)?.code == .keyNotFound)
        await #expect(throws: IDTokenError.self) { try await configured.verify(key.idToken(at: time.seconds)) }
        #expect(throws: JOSEError.self) { try TokenKeys.secret(SecretBytes(Array("short".utf8))) }
        #expect(throws: JOSEError.self) { try TokenKeys.secret("short") }
    }

    @Test(
        arguments: [
            .seconds(-1), .nanoseconds(-1), .milliseconds(300_001), .seconds(3_600), .seconds(Int.max),
            .seconds(Int.min),
        ] as [Duration])
    func `an invalid leeway is refused before any other check`(leeway: Duration) throws {
        #expect(complaint("") { $0.leeway = leeway }?.code == .expectationInvalid)
        #expect(complaint("") { $0.leeway = .seconds(300) }?.code == .tokenMissing)
    }

    @Test func `an invalid expectation is refused`() throws {
        let token = try key.idToken(at: time.seconds, ["nonce": "n"])

        #expect(complaint(token) { $0.maxAge = .seconds(-1) }?.code == .expectationInvalid)
        #expect(complaint(token) { $0.nonce = "" }?.code == .expectationInvalid)
        #expect(complaint(token) { $0.organization = "" }?.code == .expectationInvalid)
        #expect(complaint(token) { $0.subject = "" }?.code == .expectationInvalid)
    }

    @Test func `J17 a renewed token for another user is refused`() throws {
        let old = try ring.verifiedToken(try key.idToken(at: time.seconds))
        let (same, other) = try (key.idToken(at: time.seconds), key.idToken(at: time.seconds, ["sub": "auth0|2"]))

        #expect(try verifier { $0.previousIDToken = old }.verifyWithCachedKeys(same) != nil)
        #expect(complaint(other) { $0.previousIDToken = old }?.summary == "IDTokenError.claimMismatch(sub)")
    }

    @Test func `reads the actor and the end of the session`() throws {
        let token = try key.idToken(
            at: time.seconds,
            [
                "session_expiry": Double(time.seconds) + 10.7,
                "act": ["sub": "agent", "act": ["sub": "first", "iss": "i"] as [String: any Sendable]]
                    as [String: any Sendable],
            ])

        let claims = try #require(try verifier().verifyWithCachedKeys(token))

        #expect(claims.sessionExpiresAt == time.source.now + 10)
        #expect(claims.actor?.sub == "agent")
        #expect(claims.actor?.act?.sub == "first")
        #expect(claims.actor?.act?.additionalClaims["iss"] as? String == "i")
        #expect(try decode(jwt: key.idToken(at: time.seconds)).actor == nil)
    }

    @Test func `L1 no error and no expectation shows a secret`() throws {
        let token = try key.idToken(at: time.seconds, ["nonce": "canary", "sub": "canary"])
        var expected = IDTokenExpectations()
        (expected.nonce, expected.accessToken, expected.code) = ("canary", "canary", "canary")
        let errors = [
            complaint(token) { $0.nonce = "canary2" }, complaint(token) { $0.subject = "canary2" },
            complaint("canary.canary.canary"),
        ]

        for error in errors {
            let error = try #require(error)
            #expect(
                !"\(error) \(String(reflecting: error)) \(Mirror(reflecting: error).children.map(\.value))".contains(
                    "canary"))
        }
        var text = "\(expected)"
        dump(expected, to: &text)
        dump(try verifier().verifyWithCachedKeys(token), to: &text)
        #expect(!text.contains("canary"))
    }
}
