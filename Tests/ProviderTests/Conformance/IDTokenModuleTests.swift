import JOSE
import OpenID
import OpenSSLCryptography
import TenantEmulator
import Testing

/// The duties of relying parties about ID tokens, by the names of the OpenID Foundation's modules.
@Suite struct IDTokenModuleTests {
    @Test func `oidcc-client-test`() async throws {
        let party = try RelyingParty()

        let credentials = try await party.logIn()
        let token = try decode(jwt: credentials.idToken)

        #expect(token.subject == RelyingParty.subject)
        #expect(token.issuer == party.tenant.issuer)
        #expect(!credentials.accessToken.isEmpty)
    }

    @Test(arguments: [
        (module: "oidcc-client-test-invalid-iss", fault: "iss-other", claim: "iss"),
        ("oidcc-client-test-missing-sub", "sub-missing", "sub"),
        ("oidcc-client-test-invalid-aud", "aud-other", "aud"),
        ("oidcc-client-test-missing-iat", "iat-missing", "iat"),
        ("oidcc-client-test-nonce-invalid", "nonce-other", "nonce"),
        ("oidcc-client-test-invalid-athash", "at-hash-other", "at_hash"),
    ])
    func `J11 to J16 an invalid ID token is refused`(module: String, fault: String, claim: String) async throws {
        let party = try RelyingParty()

        let error = await failure { try await party.logIn(despite: fault) }

        #expect(error?.code == .tokenInvalid)
        #expect(error?.tokenError?.claim == claim)
        #expect(party.requests("/oauth/token").count == 1)
    }

    @Test func `oidcc-client-test-missing-athash: the code flow does not require it`() async throws {
        let credentials = try await RelyingParty().logIn(despite: "at-hash-missing")

        #expect(try decode(jwt: credentials.idToken).subject == RelyingParty.subject)
    }

    @Test func `oidcc-client-test-idtoken-sig-none`() async throws {
        let error = await failure { try await RelyingParty().logIn(despite: "alg-none") }

        #expect(error?.code == .tokenInvalid)
        #expect(error?.tokenError?.code == .algorithmNotAllowed)
    }

    @Test(arguments: [
        (module: "oidcc-client-test-invalid-sig-rs256", TenantConfiguration.SigningAlgorithm.rs256),
        ("oidcc-client-test-invalid-sig-es256", .es256),
    ])
    func `J1 a signature by another key is refused`(
        module: String, algorithm: TenantConfiguration.SigningAlgorithm
    ) async throws {
        let party = try RelyingParty(algorithm)

        let genuine = try await party.logIn()
        let error = await failure { try await party.logIn(despite: "signature-flipped") }

        #expect(!genuine.idToken.isEmpty)
        #expect(error?.tokenError?.code == .signatureInvalid)
    }

    @Test func `J2 oidcc-client-test-invalid-sig-hs256`() async throws {
        let party = try RelyingParty()
        let secret = RelyingParty.confidential.secret
        var client = try await party.provider().client(
            id: RelyingParty.confidential.id, authentication: .secretPost(secret))

        let unexpected = await failure { try await party.logIn(client) }
        client.idTokenKeys = try .secret(SecretBytes(Array(secret.utf8)))
        let genuine = try await party.logIn(client)
        let error = await failure { try await party.logIn(despite: "signature-flipped", client) }

        #expect(unexpected?.tokenError?.code == .keyNotFound)
        #expect(try decode(jwt: genuine.idToken).audience == [client.id])
        #expect(error?.tokenError?.code == .signatureInvalid)
    }

    @Test func `oidcc-client-test-kid-absent-single-jwks`() async throws {
        let credentials = try await RelyingParty().logIn(despite: "kid-missing")

        #expect(try decode(jwt: credentials.idToken).subject == RelyingParty.subject)
    }

    @Test func `oidcc-client-test-kid-absent-multiple-jwks`() async throws {
        let party = try RelyingParty()
        try party.tenant.rotateSigningKey(keepingOld: true)

        let error = await failure { try await party.logIn(despite: "kid-missing") }

        #expect(error?.code == .tokenInvalid)
        #expect(error?.tokenError?.code == .keyNotFound)
    }

    @Test(arguments: [true, false])
    func `oidcc-client-test-signing-key-rotation`(keepingOld: Bool) async throws {
        let party = try RelyingParty()

        let first = try await party.logIn()
        try party.tenant.rotateSigningKey(keepingOld: keepingOld)
        let second = try await party.logIn()

        #expect(
            try decode(jwt: first.idToken).header["kid"] as? String != decode(jwt: second.idToken).header["kid"]
                as? String)
        #expect(party.requests("/.well-known/jwks.json").count == 2)
    }

    @Test func `oidcc-client-test-signing-key-rotation-just-before-signing`() async throws {
        let party = try RelyingParty()
        _ = try await party.logIn()
        party.tenant.faults.set(.rotateSigningKey(keepingOld: false), on: "/oauth/token", times: 1)

        let credentials = try await party.logIn()

        #expect(try decode(jwt: credentials.idToken).subject == RelyingParty.subject)
        #expect(party.requests("/.well-known/jwks.json").count == 2)
    }
}
