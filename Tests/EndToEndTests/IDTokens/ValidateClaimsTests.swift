import Auth0
import Foundation
import JOSE
import OpenID
import Streams
import TenantEmulator
import Testing

/// The ID tokens of API logins, validated when the program asks for it.
@Suite struct ValidateClaimsTests {
    private let tenant: EmulatedTenant
    private let client: any Authentication
    private let keysPath = "/.well-known/jwks.json"

    init() throws {
        tenant = try EmulatedTenant.start()
        // A transport of its own has keys of its own.
        client = Auth0.authentication(clientId: tenant.clientID, domain: tenant.domain, session: CurlTransport())
    }

    private var login: Request<Credentials, AuthenticationError> {
        client.login(
            usernameOrEmail: "john@example.com", password: "Sesame-2026!",
            realmOrConnection: "Username-Password-Authentication", scope: "openid profile email offline_access")
    }

    private func tamper(
        _ claims: [String: any Sendable] = [:], header: [String: any Sendable] = [:],
        signature: TokenTampering.Signature = .genuine
    ) throws {
        let tampering = try TokenTampering(claims: claims, header: header, signature: signature)
        tenant.faults.set(.tamper(tampering), on: "/oauth/token", times: 1)
    }

    private func complaint(_ request: Request<Credentials, AuthenticationError>) async -> IDTokenError? {
        let error = await #expect(throws: AuthenticationError.self) { try await request.start() }
        return error?.cause as? IDTokenError
    }

    private var keyFetches: Int { tenant.journal.count { $0.path == keysPath } }

    @Test func `a login that holds passes in all three styles, and the keys are fetched once`() async throws {
        let request = login.validateClaims()

        let awaited = try await request.start()
        let calledBack = await called { request.start($0) }
        let notebook = Notebook<Credentials, AuthenticationError>()
        let subscription = request.start().sink(receiveCompletion: notebook.note, receiveValue: notebook.note)

        #expect(!awaited.idToken.isEmpty)
        #expect(try !calledBack.get().idToken.isEmpty)
        #expect(await notebook.seen()?.only?.idToken.isEmpty == false)
        #expect(keyFetches == 1)
        subscription.cancel()
    }

    @Test func `keys are shared by clients that are made anew, and not by transports`() async throws {
        let transport = CurlTransport()
        for _ in 0..<3 {
            let client = Auth0.authentication(clientId: tenant.clientID, domain: tenant.domain, session: transport)
            _ = try await client.login(
                usernameOrEmail: "john@example.com", password: "Sesame-2026!",
                realmOrConnection: "Username-Password-Authentication"
            ).validateClaims().start()
        }
        #expect(keyFetches == 1)

        _ = try await login.validateClaims().start()
        #expect(keyFetches == 2)
    }

    @Test(arguments: TokenTampering.Signature.allCases.filter { $0 != .genuine })
    func `J1 J2 J19 a bad signature makes the login fail, in all three styles`(
        signature: TokenTampering.Signature
    ) async throws {
        let request = login.validateClaims()
        let codes: [IDTokenError.Code] = [
            .algorithmNotAllowed, .keyNotFound, .signatureInvalid,
        ]

        try tamper(signature: signature)
        let awaited = await complaint(request)
        try tamper(signature: signature)
        let calledBack = await called { request.start($0) }
        try tamper(signature: signature)
        let notebook = Notebook<Credentials, AuthenticationError>()
        let subscription = request.start().sink(receiveCompletion: notebook.note, receiveValue: notebook.note)
        let seen = try #require(await notebook.seen())

        #expect(codes.contains(try #require(awaited?.code)))
        guard case .failure(let error) = calledBack, case .failure(let published) = seen.completion else {
            Issue.record("a forged token was delivered")
            return
        }
        #expect(error.cause as? IDTokenError == awaited)
        #expect(published.cause as? IDTokenError == awaited)
        #expect(seen.values.isEmpty)
        subscription.cancel()
    }

    @Test(arguments: [
        ("iss", "https://evil.example/"), ("aud", "other"), ("sub", ""), ("azp", "other"), ("at_hash", "AAAA"),
    ])
    func `J12 J13 J16 a claim that is not as it should be makes the login fail`(
        claim: String, value: String
    ) async throws {
        try tamper([claim: value])

        #expect(await complaint(login.validateClaims())?.claim == claim)
    }

    @Test func `J14 the leeway is 60 seconds by default and 300 at most`() async throws {
        let now = Int(Date().timeIntervalSince1970)

        try tamper(["exp": now - 30])
        _ = try await login.validateClaims().start()
        try tamper(["exp": now - 200])
        #expect(await complaint(login.validateClaims())?.code == .expired)
        try tamper(["exp": now - 200])
        _ = try await login.validateClaims().withLeeway(300).start()
        try tamper(["exp": now - 30])
        #expect(await complaint(login.withLeeway(.seconds(10)).validateClaims())?.code == .expired)
    }

    @Test(arguments: [-1, 301, 60_000])
    func `an invalid leeway is refused before a request is sent`(leeway: Int) async throws {
        let error = await complaint(login.withLeeway(leeway).validateClaims())

        #expect(error?.code == .expectationInvalid)
        #expect(tenant.journal.isEmpty)
    }

    @Test func `J9 a token of another kind, and one that is missing, are no ID tokens`() async throws {
        try tamper(header: ["typ": "at+jwt"])
        #expect(await complaint(login.validateClaims())?.code == .malformed)

        let bare = #"{"access_token":"a","token_type":"Bearer","expires_in":60}"#
        tenant.faults.set(.body(Array(bare.utf8)), on: "/oauth/token", times: 1)
        #expect(await complaint(login.validateClaims())?.code == .tokenMissing)
    }

    @Test func `the modifiers work in any order, among each other and with those of every request`() async throws {
        let claims: [String: any Sendable] = ["nonce": "n-1", "org_name": "acme"]
        let requests = [
            login.validateClaims().withNonce("n-1").withOrganization("ACME").withMaxAge(600).withIssuer(tenant.issuer)
                .headers(["X-A": "b"]).parameters(["device": "x"]),
            login.parameters(["device": "x"]).withOrganization("ACME").headers(["X-A": "b"]).withNonce("n-1")
                .withMaxAge(600).validateClaims().withIssuer(tenant.issuer),
            login.withIssuer("https://other.example/").withNonce("other").validateClaims().withNonce("n-1")
                .withIssuer(tenant.issuer).requestValidators([]).withOrganization("acme").parameters([:]),
        ]

        for request in requests {
            try tamper(claims)
            _ = try await request.start()
            try tamper(["nonce": "n-2", "org_name": "acme"])
            #expect(await complaint(request)?.claim == "nonce")
            try tamper(["nonce": "n-1", "org_name": "other"])
            #expect(await complaint(request)?.claim == "org_name")
        }
        #expect(tenant.journal.count { $0.headers["X-A"] == "b" } == 6)
    }

    @Test func `J15 a requested claim is required, and a withdrawn one is not`() async throws {
        let stale = Int(Date().timeIntervalSince1970) - 1_000

        try tamper(["auth_time": stale])
        #expect(await complaint(login.validateClaims().withMaxAge(600))?.code == .loginTooOld)
        try tamper(["auth_time": stale])
        _ = try await login.validateClaims().withMaxAge(600).withMaxAge(nil).start()
        #expect(await complaint(login.validateClaims().withOrganization("org_1"))?.claim == "org_id")
        #expect(await complaint(login.validateClaims().withIssuer("https://other.example/"))?.claim == "iss")
        _ = try await login.validateClaims().withNonce("x").withNonce(nil).start()
    }

    @Test func `nothing is validated by default`() async throws {
        try tamper(["iss": "https://evil.example/"], signature: .flippedBit)

        _ = try await login.withNonce("n").withOrganization("acme").withMaxAge(1).start()

        #expect(keyFetches == 0)
    }

    @Test func `J7 the tenant changes its key in mid flow`() async throws {
        _ = try await login.validateClaims().start()

        try tenant.rotateSigningKey(keepingOld: false)
        _ = try await login.validateClaims().start()
        _ = try await login.validateClaims().start()

        #expect(keyFetches == 2)
    }

    @Test func `unavailable keys fail the login with a temporary error`() async throws {
        tenant.faults.set(.redirect(to: "https://evil.example/keys"), on: keysPath)

        let error = await complaint(login.validateClaims())

        #expect(error?.code == .keysUnavailable)
        #expect(error?.isRetryable == true)
        #expect(((error?.cause as? KeySetError)?.cause as? TransportError)?.code == .unexpectedRedirect)
    }

    @Test func `T13 a login is cancelled while its keys are fetched`() async throws {
        tenant.faults.set(.hold, on: keysPath)
        let request = login.validateClaims()
        let awaited = Task { try await request.start() }
        _ = try await tenant.nextRequest(matching: keysPath)

        awaited.cancel()
        let error = await #expect(throws: AuthenticationError.self) { try await awaited.value }
        let (results, result) = AsyncStream<AuthenticationResult<Credentials>>.makeStream()
        let started = request.start { result.yield($0) }
        tenant.faults.clear()
        started.cancel()
        tenant.faults.release()

        #expect(error?.isCancelled == true)
        for await result in results {
            guard case .failure(let error) = result else { break }
            #expect(error.isCancelled)
            break
        }
        _ = try await request.start()
    }

    @Test func `J4 a key or an address in the header is never used`() async throws {
        let stranger = try EmulatedTenant.start()
        defer { stranger.stop() }
        let evil = stranger.issuer + ".well-known/jwks.json"
        for name in ["jku", "x5u", "kid"] {
            try tamper(header: [name: evil], signature: .foreignKey)
            #expect(await complaint(login.validateClaims()) != nil)
        }
        let key = try await client.jwks().start().keys.first
        let jwk: [String: any Sendable] = ["kty": "RSA", "n": key?.modulus ?? "", "e": key?.exponent ?? ""]
        try tamper(header: ["jwk": jwk], signature: .foreignKey)

        #expect(await complaint(login.validateClaims())?.code == .signatureInvalid)
        #expect(stranger.journal.isEmpty)
    }

    @Test func `J18 a profile of another user is not delivered`() async throws {
        let credentials = try await login.validateClaims().start()
        let subject = try #require(try decode(jwt: credentials.idToken).subject)
        let profile = client.userInfo(withAccessToken: credentials.accessToken)

        #expect(try await profile.withSubject(subject).start().sub == subject)
        #expect(try await profile.withSubject(nil).start().sub == subject)
        for other in ["auth0|somebody", subject.uppercased(), subject + " ", ""] {
            let error = await #expect(throws: AuthenticationError.self) {
                try await profile.withSubject(other).start()
            }
            #expect((error?.cause as? IDTokenError)?.claim == "sub")
        }
    }

    @Test func `session transfer tokens are validated by the same call`() async throws {
        let credentials = try await login.validateClaims().start()
        #expect(credentials.sessionExpiresAt == nil)

        let request = client.ssoExchange(withRefreshToken: credentials.refreshToken).validateClaims().withLeeway(30)
        try tamper(["aud": "other"])
        let error = await #expect(throws: AuthenticationError.self) { try await request.start() }

        #expect((error?.cause as? IDTokenError)?.claim == "aud")
        #expect(error?.code == "a0.sdk.internal_error.plain")
        #expect(error?.statusCode == 0)
    }

    @Test func `credentials know when the session ends, and validation refuses one that has`() async throws {
        let end = Int(Date().timeIntervalSince1970) + 1_000
        try tamper(["session_expiry": end])
        let credentials = try await login.validateClaims().start()
        try tamper(["session_expiry": end - 2_000])

        #expect(credentials.sessionExpiresAt == Date(timeIntervalSince1970: Double(end)))
        #expect(await complaint(login.validateClaims())?.claim == "session_expiry")
        #expect(Credentials(idToken: "no token").sessionExpiresAt == nil)
    }
}
