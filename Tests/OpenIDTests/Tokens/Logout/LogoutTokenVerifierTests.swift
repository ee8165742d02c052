import Foundation
import HTTPMessages
import JOSE
import Testing
import TransportDoubles

@testable import OpenID

/// Logout tokens; the base is the example of OpenID Connect Back-Channel Logout §2.4.
@Suite struct LogoutTokenVerifierTests {
    private static let issuer = "https://server.example.com"
    private static let client = "s6BhdRkqt3"

    private let clock = ProofClock(1_471_566_154)
    private let key: SigningKey
    private let verifier: LogoutTokenVerifier

    init() throws {
        key = try SigningKey(generating: .es256)
        verifier = LogoutTokenVerifier(
            issuer: Self.issuer, clientID: Self.client, keys: .fixed(KeyRing(JSONWebKeySet(publishing: [key]))),
            clock: clock.source)
    }

    private func token(
        _ changes: [String: String?] = [:], type: String? = "logout+jwt", by key: SigningKey? = nil
    ) throws -> String {
        var claims: [String: String] = [
            "iss": #""https://server.example.com""#, "sub": #""248289761001""#, "aud": #""s6BhdRkqt3""#,
            "iat": "1471566154", "exp": "1471569754", "jti": #""bWJq""#,
            "sid": #""08a5019c-17e1-4977-8f42-65a12843ea02""#,
            "events": #"{"http://schemas.openid.net/event/backchannel-logout": {}}"#,
        ]
        for (name, value) in changes { claims[name] = value }
        let text = "{" + claims.map { #""\#($0)": \#($1)"# }.joined(separator: ",") + "}"
        return try (key ?? self.key).sign(Array(text.utf8), type: type)
    }

    private func refusal(_ token: String) async -> LogoutTokenError? {
        await #expect(throws: LogoutTokenError.self) { try await verifier.verify(token) }
    }

    @Test func `reads the token of the specification`() async throws {
        let logout = try await verifier.verify(token())

        #expect(logout.issuer == Self.issuer)
        #expect(logout.subject == "248289761001")
        #expect(logout.sessionID == "08a5019c-17e1-4977-8f42-65a12843ea02")
        #expect(logout.identifier == "bWJq")
        #expect(logout.issuedAt == Date(timeIntervalSince1970: 1_471_566_154))
        #expect(logout.claims.claim(name: "sid").string == logout.sessionID)
    }

    @Test(arguments: ["logout+jwt", "application/logout+jwt", "LOGOUT+JWT", "JWT", nil])
    func `accepts the type of logout tokens, and none`(type: String?) async throws {
        #expect(try await verifier.verify(token(type: type)).subject == "248289761001")
    }

    @Test(arguments: ["at+jwt", "dpop+jwt", "secevent+jwt", "id_token+jwt", ""])
    func `J9 another type is refused`(type: String) async throws {
        #expect(await refusal(try token(type: type)) == LogoutTokenError(.malformed, claim: "typ", advice: ""))
    }

    @Test func `a token names a session, a user, or both`() async throws {
        #expect(try await verifier.verify(token(["sid": nil])).sessionID == nil)
        #expect(try await verifier.verify(token(["sub": nil, "jti": #""2""#])).subject == nil)
        let neither = await refusal(try token(["sid": nil, "sub": nil, "jti": #""3""#]))
        #expect(neither == LogoutTokenError(.claimMissing, claim: "sid", advice: ""))
    }

    @Test(arguments: ["iss", "iat", "exp", "jti", "events", "aud"])
    func `a token without a required claim is refused`(claim: String) async throws {
        #expect(await refusal(try token([claim: nil])) == LogoutTokenError(.claimMissing, claim: claim, advice: ""))
    }

    @Test(arguments: [
        ("iss", #""https://server.example.com/""#, LogoutTokenError.Code.claimMismatch),
        ("aud", #""other""#, .claimMismatch), ("aud", #"["s6BhdRkqt3","other"]"#, .claimMismatch),
        ("aud", "[]", .claimMissing), ("nonce", #""n""#, .claimMismatch), ("nonce", "null", .claimMismatch),
        ("events", "{}", .claimInvalid),
        ("events", #"{"http://schemas.openid.net/event/backchannel-logout": true}"#, .claimInvalid),
        ("events", #"["http://schemas.openid.net/event/backchannel-logout"]"#, .claimInvalid),
        ("events", #"{"http://schemas.openid.net/event/backchannel-Logout": {}}"#, .claimInvalid),
        ("jti", #""""#, .claimInvalid), ("sub", #""""#, .claimInvalid), ("sid", "1", .claimInvalid),
        ("exp", "1471566094", .expired), ("iat", "1471566215", .notYetValid), ("nbf", "1471566215", .notYetValid),
    ])
    func `J12 J13 J14 J22 a claim with another value is refused`(
        claim: String, value: String, code: LogoutTokenError.Code
    ) async throws {
        #expect(await refusal(try token([claim: value])) == LogoutTokenError(code, claim: claim, advice: ""))
    }

    @Test func `K13 the error of a token for further audiences names no setting of logins`() async throws {
        let error = await refusal(try token(["aud": #"["s6BhdRkqt3","other"]"#]))

        #expect(error?.advice == "the token is for further audiences")
    }

    @Test func `the leeway applies to all times`() async throws {
        _ = try await verifier.verify(
            token(["exp": "1471566095", "iat": "1471566214", "nbf": "1471566214"]))
    }

    @Test func `J1 J19 the signature is verified`() async throws {
        let text = try token()

        #expect(await refusal(try token(by: SigningKey(generating: .es256, id: key.id)))?.code == .signatureInvalid)
        #expect(await refusal(try token(by: SigningKey(generating: .es256)))?.code == .keyNotFound)
        #expect(
            await refusal("eyJhbGciOiJub25lIn0." + text.split(separator: ".")[1] + ".")?.code == .algorithmNotAllowed)
        #expect(await refusal("")?.code == .tokenMissing)
        #expect(await refusal("a.b")?.code == .malformed)
    }

    @Test func `a token is accepted once`() async throws {
        let text = try token()

        _ = try await verifier.verify(text)

        let error = await refusal(text)
        #expect(error == LogoutTokenError(.replayed, claim: "jti", advice: ""))
        #expect(error?.statusCode == 400)
        #expect(await refusal(try token(["sid": #""another""#]))?.code == .replayed)
        _ = try await verifier.verify(token(["jti": #""another""#]))
    }

    @Test func `a rejected token is not remembered`() async throws {
        _ = await refusal(try token(["aud": #""other""#]))

        _ = try await verifier.verify(token())
    }

    @Test func `a full store is not an error of the token`() async throws {
        let full = LogoutTokenVerifier(
            issuer: Self.issuer, clientID: Self.client, keys: .fixed(KeyRing(JSONWebKeySet(publishing: [key]))),
            replays: MemoryReplayStore(capacity: 0, clock: clock.source), clock: clock.source)

        let error = await #expect(throws: LogoutTokenError.self) { try await full.verify(token()) }

        #expect(error?.code == .replaysUnavailable)
        #expect(error?.statusCode == 503)
        #expect(error?.isRetryable == true)
    }

    @Test(arguments: [Duration.seconds(-1), .milliseconds(300_001)])
    func `a leeway out of bounds is refused`(leeway: Duration) async throws {
        let verifier = LogoutTokenVerifier(
            issuer: Self.issuer, clientID: Self.client, keys: .fixed(KeyRing(JSONWebKeySet(publishing: [key]))),
            leeway: leeway, clock: clock.source)

        let error = await #expect(throws: LogoutTokenError.self) { try await verifier.verify(token()) }

        #expect(error?.code == .expectationInvalid)
        #expect(error?.statusCode == 500)
    }

    @Test func `J22 a logout token without a type is no ID token and no access token`() async throws {
        let text = try token(type: nil)
        let keys = TokenKeys.fixed(KeyRing(JSONWebKeySet(publishing: [key])))
        let idTokens = IDTokenVerifier(issuer: Self.issuer, clientID: Self.client, keys: keys, clock: clock.source)
        let accessTokens = AccessTokenVerifier(
            issuer: Self.issuer, audience: Self.client, keys: keys, profiles: [.rfc9068, .auth0], clock: clock.source)

        await #expect(throws: IDTokenError(.claimMismatch, claim: "events", "")) { try await idTokens.verify(text) }
        await #expect(throws: TokenVerificationError(.claimMismatch, claim: "events", advice: "")) {
            try await accessTokens.verify(text)
        }
        _ = try await idTokens.verify(token(["events": nil], type: nil))
    }

    @Test func `a provider's verifier uses its keys and its issuer`() async throws {
        let transport = StubTransport(
            status: 200,
            body: String(decoding: try JSONEncoder().encode(JSONWebKeySet(publishing: [key])), as: UTF8.self))
        let metadata = """
            {"issuer": "\(Self.issuer)", "authorization_endpoint": "https://server.example.com/authorize",
            "token_endpoint": "https://server.example.com/token"
            """
        func provider(_ members: String) async throws -> OpenIDProvider {
            let found = try await OpenID.discover(
                Self.issuer, session: StubTransport(status: 200, body: metadata + members + "}")
            ).start()
            return OpenIDProvider(found.metadata, session: transport)
        }

        let verifier = try await provider(#", "jwks_uri": "https://server.example.com/jwks""#)
            .logoutTokenVerifier(clientID: Self.client)

        #expect(verifier.issuer == Self.issuer && verifier.clientID == Self.client)
        // The clock is the system's, so the example has expired: but its signature is verified first.
        await #expect(throws: LogoutTokenError(.expired, claim: "exp", advice: "")) {
            try await verifier.verify(token())
        }
        await #expect(throws: OpenIDError.self) {
            try await provider("").logoutTokenVerifier(clientID: Self.client)
        }
    }

    @Test func `L1 neither a token nor an error shows a claim`() async throws {
        var shown = "\(String(describing: await refusal(try token(["sub": #""canary""#, "aud": #""canary""#]))))"
        dump(try await verifier.verify(token(["sub": #""canary""#])), to: &shown)

        #expect(!shown.contains("canary"))
    }
}
