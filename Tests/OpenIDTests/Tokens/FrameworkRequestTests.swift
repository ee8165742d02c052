import Foundation
import HTTPMessages
import JOSE
import Testing

@testable import OpenID

/// The verification as the handlers of a server framework call it, and the doubles of their tests.
@Suite struct FrameworkRequestTests {
    private let time = ManualTime()
    private let key: SigningKey
    private let ring: KeyRing
    private static let audience = "https://api.example.com/"

    init() throws {
        key = try SigningKey(generating: .es256)
        ring = KeyRing(JSONWebKeySet(publishing: [key]))
    }

    private func verifier(
        audiences: [String] = [audience], leeway: Duration = .seconds(60)
    ) -> AccessTokenVerifier {
        AccessTokenVerifier(
            issuer: StubIssuer.name, audiences: audiences, keys: .fixed(ring), leeway: leeway, profiles: [.auth0],
            proofs: DPoPProofVerifier(clock: time.source), clock: time.source)
    }

    private func token(_ changes: [String: (any Sendable)?] = [:]) throws -> String {
        try key.idToken(at: time.seconds, ["aud": Self.audience, "azp": "client"].merging(changes) { $1 })
    }

    @Test func `a request is verified by the texts of its fields`() async throws {
        let text = try token()

        let token = try await verifier().verify(
            authorization: "Bearer \(text)", method: "GET", url: "https://api.example.com/messages?a=b")

        #expect(token.subject == "auth0|1")
        let nothing = await #expect(throws: TokenVerificationError.self) {
            try await verifier().verify(authorization: nil, method: "GET", url: "https://api.example.com/")
        }
        #expect(nothing?.code == .tokenMissing)
    }

    @Test func `J20 method, address and nonce of the texts are compared`() async throws {
        let (proofKey, verifier) = (try ProofKey(), verifier())
        let text = try token(["cnf": ["jkt": proofKey.thumbprint]])
        let address = HTTPURL.example("https://api.example.com/messages")
        func verify(method: String = "PUT", url: String = "https://api.example.com/messages?a=b") async throws {
            let proof = try proofKey.proof(.put, address, accessToken: text, nonce: "n", time: time.source)
            _ = try await verifier.verify(
                authorization: "DPoP \(text)", dpop: proof, method: method, url: url, nonces: ["n"])
        }

        try await verify()

        await #expect(throws: TokenVerificationError(.proofInvalid, advice: "")) { try await verify(method: "GET") }
        await #expect(throws: TokenVerificationError(.proofInvalid, advice: "")) { try await verify(method: "put") }
        await #expect(throws: TokenVerificationError(.proofInvalid, advice: "")) {
            try await verify(url: "https://api.example.org/messages")
        }
        await #expect(throws: TokenVerificationError(.proofInvalid, advice: "")) {
            let proof = try proofKey.proof(.put, address, accessToken: text, nonce: "n", time: time.source)
            _ = try await verifier.verify(
                authorization: "DPoP \(text)", dpop: "\(proof), \(proof)", method: "PUT", url: address.string)
        }
    }

    @Test(arguments: ["", "/messages", "api.example.com/messages", "ftp://api.example.com/"])
    func `an address that is not absolute is refused, even without a proof`(url: String) async throws {
        let text = try token()

        let error = await #expect(throws: TokenVerificationError.self) {
            try await verifier().verify(authorization: "Bearer \(text)", method: "GET", url: url)
        }

        #expect(error?.code == .requestMalformed)
        #expect(error?.statusCode == 400)
    }

    @Test func `J13 a token for any of several audiences is accepted`() async throws {
        let verifier = verifier(audiences: ["https://v1.example.com/", "https://v2.example.com/"])

        for audience: any Sendable in ["https://v1.example.com/", ["x", "https://v2.example.com/"]] {
            _ = try await verifier.verify(token(["aud": audience]))
        }
        for audience: any Sendable in [Self.audience, "https://v1.example.com", [] as [String]] {
            let error = await #expect(throws: TokenVerificationError.self) {
                try await verifier.verify(token(["aud": audience]))
            }
            #expect(error == TokenVerificationError(.claimMismatch, claim: "aud", advice: ""))
        }
        await #expect(throws: TokenVerificationError.self) { try await self.verifier(audiences: []).verify(token()) }
    }

    @Test(arguments: [Duration.seconds(-1), .nanoseconds(-1), .milliseconds(300_001), .seconds(3_600)])
    func `a leeway out of bounds is refused before any other check`(leeway: Duration) async throws {
        let verifier = verifier(leeway: leeway)

        let error = await #expect(throws: TokenVerificationError.self) { try await verifier.verify("") }

        #expect(error?.code == .expectationInvalid)
        #expect(error?.statusCode == 500)
        #expect(error?.challenge == nil)
        #expect(throws: TokenVerificationError.self) { try verifier.verifyWithCachedKeys(token()) }
        await #expect(throws: TokenVerificationError(.tokenMissing, advice: "")) {
            try await self.verifier(leeway: .seconds(300)).verify("")
        }
    }

    @Test func `a missing permission is a 403 without scopes`() async throws {
        let token = try await verifier().verify(token(["permissions": ["read", "write"]]))
        try token.require(permissions: "read", "write")
        try token.require(permissions: "write")

        let error = #expect(throws: TokenVerificationError.self) { try token.require(permissions: "read", "delete") }

        #expect(error == TokenVerificationError(.insufficientScope, claim: "permissions", advice: ""))
        #expect(error?.statusCode == 403)
        #expect(error?.challenge == #"Bearer error="insufficient_scope""#)
    }

    @Test func `each space separates two scopes, whatever the next character is`() throws {
        let claims = ["sub": "auth0|2", "scope": "read  write \u{301}admin"]

        let token = try VerifiedAccessToken(ring.verifiedToken(key.sign(claims: claims)))

        #expect(token.scopes == ["read", "write", "\u{301}admin"])
    }

    @Test func `a test of a program makes a token and an error of its own`() throws {
        struct Claims: Encodable {
            var sub: String? = "auth0|2"
            let scope = "read write"
            let cnf = ["jkt": "thumbprint"]
        }

        let token = try VerifiedAccessToken(ring.verifiedToken(key.sign(claims: Claims())))

        #expect(token.subject == "auth0|2")
        #expect(token.hasScopes(["read", "write"]))
        #expect(token.keyThumbprint == "thumbprint")
        #expect(token.responseFields.isEmpty)
        #expect(throws: TokenVerificationError(.claimMissing, claim: "sub", advice: "")) {
            try VerifiedAccessToken(ring.verifiedToken(key.sign(claims: Claims(sub: nil))))
        }
        let error = TokenVerificationError(.insufficientScope, claim: "plan", advice: "buy more", scopes: ["gold"])
        #expect(error.statusCode == 403)
        #expect(error.responseFields == ["WWW-Authenticate": #"Bearer error="insufficient_scope", scope="gold""#])
        #expect(TokenVerificationError(.tokenMissing, advice: "").responseFields == ["WWW-Authenticate": "Bearer"])
    }
}
