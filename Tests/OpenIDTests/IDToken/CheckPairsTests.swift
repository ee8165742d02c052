import Foundation
import HTTPMessages
import JOSE
import Testing
import TransportDoubles

@testable import OpenID

/// Each pair of checks on one request: whatever their order, a response that violates one of them is refused.
@Suite struct CheckPairsTests {
    /// The contents of a token, and whether a stranger signs it.
    private struct Draft {
        var claims: [String: (any Sendable)?] = [:]
        var isForged = false
    }

    /// A check of a request, a change that meets it, and one that violates it.
    private struct Check: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// The claim in the error; `nil` for the signature.
        let claim: String?
        let apply: @Sendable (Request<Credentials, OpenIDError>) -> Request<Credentials, OpenIDError>
        let meet: @Sendable (inout Draft, Int) -> Void
        let violate: @Sendable (inout Draft, Int) -> Void

        static let all = [
            Check(
                testDescription: "signature", claim: nil, apply: { $0.validateClaims() }, meet: { _, _ in },
                violate: { draft, _ in draft.isForged = true }),
            Check(
                testDescription: "issuer", claim: "iss", apply: { $0.withIssuer("https://other.example/") },
                meet: { draft, _ in draft.claims["iss"] = "https://other.example/" },
                violate: { draft, _ in draft.claims["iss"] = "https://evil.example/" }),
            Check(
                testDescription: "nonce", claim: "nonce", apply: { $0.withNonce("n") },
                meet: { draft, _ in draft.claims["nonce"] = "n" },
                violate: { draft, _ in draft.claims["nonce"] = "m" }),
            Check(
                testDescription: "maximum age", claim: "auth_time", apply: { $0.withMaxAge(600) },
                meet: { draft, now in draft.claims["auth_time"] = now },
                violate: { draft, now in draft.claims["auth_time"] = now - 1_000 }),
            Check(
                testDescription: "organization", claim: "org_id", apply: { $0.withOrganization("org_1") },
                meet: { draft, _ in draft.claims["org_id"] = "org_1" },
                violate: { draft, _ in draft.claims["org_id"] = "org_2" }),
            Check(
                testDescription: "trusted audiences", claim: "aud", apply: { $0.withTrustedAudiences(["friend"]) },
                meet: { draft, _ in
                    draft.claims.merge(["aud": ["the-client", "friend"], "azp": "the-client"]) { $1 }
                }, violate: { draft, _ in draft.claims["aud"] = ["the-client", "friend", "stranger"] }),
            Check(
                testDescription: "leeway", claim: "exp", apply: { $0.withLeeway(10) }, meet: { _, _ in },
                violate: { draft, now in draft.claims["exp"] = now - 30 }),
        ]
    }

    private let time = ManualTime()
    private let key: SigningKey
    private let stranger: SigningKey

    init() throws {
        key = try StubIssuer.key("k1")
        stranger = try StubIssuer.key("k1")
    }

    private func client(_ token: String, type: String = "application/json") throws -> OpenIDClient {
        let keys = String(
            decoding: try JSONEncoder().encode(JSONWebKeySet(publishing: [key])), as: UTF8.self)
        let transport = StubTransport { request in
            let body =
                switch request.url.path {
                case "/jwks": keys
                case "/userinfo": token
                default: #"{"access_token": "AT", "token_type": "Bearer", "id_token": "\#(token)"}"#
                }
            return .success(
                TransportResponse(status: 200, fields: ["Content-Type": type], body: Array(body.utf8)))
        }
        return try ExampleProvider.client(transport)
    }

    private func sign(_ draft: Draft, at now: Int) throws -> String {
        let claims: [String: (any Sendable)?] = ["iss": ExampleProvider.issuer, "aud": "the-client"]
        return try (draft.isForged ? stranger : key).idToken(at: now, claims.merging(draft.claims) { $1 })
    }

    private func complaint<Value>(_ request: Request<Value, OpenIDError>) async -> IDTokenError? {
        guard case .failure(let error) = await request.result() else { return nil }
        return error.cause as? IDTokenError ?? IDTokenError(.cancelled, "\(error)")
    }

    @Test(arguments: Check.all.indices, Check.all.indices)
    func `J23 each two checks of an ID token hold, in either order`(first: Int, second: Int) async throws {
        let checks = [Check.all[first], Check.all[second]]
        func complaint(about draft: Draft) async throws -> IDTokenError? {
            let base = try client(sign(draft, at: time.seconds)).codeExchange(
                code: "C", codeVerifier: "V", redirectURI: "https://a.example")
            let request = checks.reduce(base) { $1.apply($0) }
            return await self.complaint(request.expecting { $0.time = time.source })
        }
        var good = Draft()
        for check in checks { check.meet(&good, time.seconds) }

        #expect(try await complaint(about: good) == nil)
        for check in checks {
            var bad = good
            check.violate(&bad, time.seconds)
            let error = try #require(await complaint(about: bad))

            #expect(error.claim == check.claim)
            #expect(error.code == .signatureInvalid || check.claim != nil)
        }
    }

    /// The ways to require the subject of a profile, in either order, or together.
    private static let subjects: [@Sendable (OpenIDClient) -> Request<UserInfo, OpenIDError>] = [
        { $0.userInfo(withAccessToken: "AT", subject: nil).withSubject("auth0|1") },
        { $0.userInfo(withAccessToken: "AT", subject: "auth0|1") },
        { $0.userInfo(withAccessToken: "AT", subject: "auth0|1").withSubject("auth0|1") },
        { $0.userInfo(withAccessToken: "AT", subject: "auth0|1").withSubject(nil) },
        { $0.userInfo(withAccessToken: "AT", subject: nil).withSubject("auth0|1").withSubject(nil) },
    ]

    @Test(arguments: subjects.indices)
    func `J18 J23 a signed profile keeps its signature check when a subject is required, too`(way: Int) async throws {
        let now = Int(Date().timeIntervalSince1970)
        let violations: [(claim: String?, change: @Sendable (inout Draft) -> Void)] = [
            (nil, { $0.isForged = true }), ("sub", { $0.claims["sub"] = "auth0|2" }),
            ("aud", { $0.claims["aud"] = "another" }), ("iss", { $0.claims["iss"] = "https://evil.example" }),
            ("exp", { $0.claims["exp"] = now - 1_000 }),
        ]
        func complaint(about draft: Draft) async throws -> IDTokenError? {
            await self.complaint(Self.subjects[way](try client(sign(draft, at: now), type: "application/jwt")))
        }

        #expect(try await complaint(about: Draft()) == nil)
        for (claim, change) in violations {
            var draft = Draft()
            change(&draft)
            let error = try #require(await complaint(about: draft))

            #expect(error.claim == claim)
            #expect(error.code == .signatureInvalid || claim != nil)
        }
    }

    @Test func `J23 two required subjects contradict each other, in either order`() async throws {
        let client = try client(#"{"sub": "a"}"#)

        for subjects in [["a", "b"], ["b", "a"]] {
            let request = subjects.reduce(client.userInfo(withAccessToken: "AT", subject: nil)) { $0.withSubject($1) }
            #expect(await complaint(request)?.claim == "sub")
        }
        #expect(await complaint(client.userInfo(withAccessToken: "AT", subject: "a").withSubject("a")) == nil)
    }
}
