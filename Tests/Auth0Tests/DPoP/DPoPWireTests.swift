import Auth0
import ByteEncodings
import HTTPMessages
import SecretStorage
import Synchronization
import Testing
import TransportDoubles

@Suite struct DPoPWireTests {
    private let dpop = DPoP(keychainIdentifier: "tests", store: MemoryStore())

    /// The payload of the proof in a request; `nil` when there is none.
    private func proof(_ request: TransportRequest?) -> JSONValue? {
        guard let parts = request?.fields["DPoP"]?.split(separator: "."), parts.count == 3,
            let payload = try? Base64URL.decode(String(parts[1]))
        else { return nil }
        return try? JSONValue(parsing: payload)
    }

    private func authentication(_ transport: StubTransport, domain: String = "tenant.example.com") -> any Authentication
    {
        var client = Auth0.authentication(clientId: "the-client", domain: domain, session: transport)
        client.dpop = dpop
        return client
    }

    @Test func `a client without a key sends no proof`() async throws {
        let wire = Wire(Wire.tokens)

        _ = try await wire.authentication.renew(withRefreshToken: "RT").start()

        #expect(wire.transport.requests[0].fields["DPoP"] == nil)
    }

    @Test func `a login creates the key, and the following requests prove it`() async throws {
        let wire = Wire(Wire.tokens)
        let client = authentication(wire.transport)

        _ = try await client.renew(withRefreshToken: "RT").start()
        _ = try await client.codeExchange(withCode: "C", codeVerifier: "V", redirectURI: "https://a.example").start()
        _ = try await client.renew(withRefreshToken: "RT").start()
        _ = try? await client.userInfo(withAccessToken: "AT", tokenType: "DPoP").start()

        let proofs = wire.transport.requests.map(proof)
        #expect(
            proofs.map { $0?["htu"]?.string } == [
                nil, "https://tenant.example.com/oauth/token", "https://tenant.example.com/oauth/token",
                "https://tenant.example.com/userinfo",
            ])
        #expect(proofs.map { $0?["htm"]?.string } == [nil, "POST", "POST", "GET"])
        #expect(proofs.map { $0?["ath"] != nil } == [false, false, false, true])
        #expect(Set(proofs.compactMap { $0?["jti"]?.string }).count == 3)
        #expect(wire.transport.requests[3].fields["Authorization"] == "DPoP AT")
    }

    @Test func `requests without a bound token have no proof`() async throws {
        let wire = Wire(Wire.tokens)
        let client = authentication(wire.transport)
        _ = try await client.codeExchange(withCode: "C", codeVerifier: "V", redirectURI: "https://a.example").start()

        _ = try? await client.signup(email: "a@example.com", password: "p", connection: "c").start()
        _ = try? await client.resetPassword(email: "a@example.com", connection: "c").start()
        _ = try? await client.startPasswordless(email: "a@example.com").start()
        _ = try? await client.revoke(refreshToken: "RT").start()
        _ = try? await client.jwks().start()
        _ = try? await client.multifactorChallenge(mfaToken: "M").start()

        #expect(wire.transport.requests.count == 7)
        #expect(wire.transport.requests.dropFirst().allSatisfy { $0.fields["DPoP"] == nil })
    }

    /// The endpoints that use a token which may be bound to the key, written by hand: RFC 9449 §5 and §7.
    private func isBound(_ path: Substring) -> Bool {
        ["/oauth/token", "/userinfo", "/otp/challenge"].contains(path) || path.hasPrefix("/me/")
    }

    @Test(arguments: Call.all) func `each method says whether its request is bound to the key`(call: Call) async throws
    {
        let wire = Wire(call.answer)
        _ = try? await authentication(wire.transport)
            .codeExchange(withCode: "C", codeVerifier: "V", redirectURI: "https://a.example").start()

        _ = try? await call.send(Call.Clients(wire: wire, dpop: dpop))

        let requests = wire.transport.requests.dropFirst()
        #expect(!requests.isEmpty)
        for request in requests {
            let path = request.url.path.prefix { $0 != "?" }
            #expect((request.fields["DPoP"] != nil) == isBound(path), "\(path)")
        }
    }

    @Test func `My Account and MFA prove the same key, with the scheme of the token`() async throws {
        let wire = Wire(Wire.tokens)
        var mfa = Auth0.mfa(clientId: "the-client", domain: "tenant.example.com", session: wire.transport)
        mfa.dpop = dpop
        var account = Auth0.myAccount(token: "AT", domain: "tenant.example.com", session: wire.transport)
        account.dpop = dpop

        _ = try await mfa.verify(otp: "1", mfaToken: "M").start()
        _ = try? await account.authenticationMethods.getFactors().start()
        var methods = Auth0.myAccount(token: "AT", domain: "tenant.example.com", session: wire.transport)
            .authenticationMethods
        methods.dpop = dpop
        _ = try? await methods.getFactors().start()
        _ = try? await mfa.getAuthenticators(mfaToken: "M", factorsAllowed: ["otp"]).start()

        let requests = wire.transport.requests
        #expect(requests.map { $0.fields["DPoP"] != nil } == [true, true, true, false])
        #expect(requests[1].fields["Authorization"] == "DPoP AT")
        #expect(requests[2].fields["Authorization"] == "DPoP AT")
    }

    @Test func `J20 a bound token whose key is gone is not sent`() async throws {
        let wire = Wire(Wire.tokens)
        let client = authentication(wire.transport)
        var account = Auth0.myAccount(token: "AT", domain: "tenant.example.com", session: wire.transport)
        account.dpop = dpop
        _ = try await client.codeExchange(withCode: "C", codeVerifier: "V", redirectURI: "https://a.example").start()
        try dpop.clearKeypair()

        let profile = await failure(of: client.userInfo(withAccessToken: "AT", tokenType: "DPoP"))
        let factors = await failure(of: account.authenticationMethods.getFactors())

        for cause in [profile?.cause, factors?.cause] { #expect(cause as? DPoPError == .keyMissing) }
        #expect(DPoPError.keyMissing.localizedDescription.contains("log in again"))
        #expect(wire.transport.requests.count == 1)
        _ = try? await client.userInfo(withAccessToken: "AT", tokenType: "Bearer").start()
        #expect(wire.transport.requests.count == 2)
    }

    @Test func `J20 a required nonce is sent in one more request, and kept`() async throws {
        let transport = StubTransport { request in
            guard let proof = proof(request), proof["nonce"]?.string == "n-1" else {
                return .success(
                    TransportResponse(
                        status: 400, fields: ["DPoP-Nonce": "n-1"], body: Array(#"{"error":"use_dpop_nonce"}"#.utf8)))
            }
            return .success(TransportResponse(status: 200, body: Array(Wire.tokens.utf8)))
        }
        let client = authentication(transport)

        _ = try await client.codeExchange(withCode: "C", codeVerifier: "V", redirectURI: "https://a.example").start()
        _ = try await client.renew(withRefreshToken: "RT").start()

        let proofs = transport.requests.map(proof)
        #expect(proofs.map { $0?["nonce"]?.string } == [nil, "n-1", "n-1"])
        #expect(Set(proofs.map { $0?["jti"]?.string }).count == 3)
    }

    @Test func `J20 nonces of two origins are separate`() async throws {
        let transport = StubTransport { request in
            .success(
                TransportResponse(
                    status: 200, fields: ["DPoP-Nonce": "n-\(request.url.host)"], body: Array(Wire.tokens.utf8)))
        }

        for domain in ["a.example.com", "b.example.com", "a.example.com", "b.example.com"] {
            _ = try await authentication(transport, domain: domain)
                .codeExchange(withCode: "C", codeVerifier: "V", redirectURI: "https://a.example").start()
        }

        #expect(
            transport.requests.map { proof($0)?["nonce"]?.string } == [
                nil, nil, "n-a.example.com", "n-b.example.com",
            ])
    }

    @Test func `J20 a server that always requires a nonce receives two requests`() async throws {
        let count = Atomic(0)
        let transport = StubTransport { _ in
            let number = count.add(1, ordering: .relaxed).newValue
            return .success(
                TransportResponse(
                    status: 401,
                    fields: [
                        "DPoP-Nonce": "n-\(number)", "WWW-Authenticate": #"DPoP error="use_dpop_nonce""#,
                    ]))
        }

        let error = await #expect(throws: AuthenticationError.self) {
            try await authentication(transport).codeExchange(
                withCode: "C", codeVerifier: "V", redirectURI: "https://a.example"
            ).start()
        }

        #expect(error?.isDPoPNonceRequired == true)
        #expect(error?.info["dpop_nonce"] as? String == "n-2")
        #expect(error?.statusCode == 401)
        #expect(transport.requests.count == 2)
    }

    @Test func `J20 a client without a key, and a server without a nonce, cause no second request`() async throws {
        let asking = Wire(
            #"{"error":"use_dpop_nonce"}"#, status: 400, fields: ["DPoP-Nonce": "n"])
        _ = try? await asking.authentication.renew(withRefreshToken: "RT").start()
        #expect(asking.transport.requests.count == 1)

        let silent = Wire(#"{"error":"use_dpop_nonce"}"#, status: 400)
        _ = try? await authentication(silent.transport)
            .codeExchange(withCode: "C", codeVerifier: "V", redirectURI: "https://a.example").start()
        #expect(silent.transport.requests.count == 1)
    }

    @Test func `an unavailable key is the cause of the failure, and nothing is sent`() async throws {
        let wire = Wire(Wire.tokens)
        let client = wire.authentication.useDPoP(
            keychainIdentifier: "tests", store: FileStore(directory: "not absolute"))

        let error = await #expect(throws: AuthenticationError.self) {
            try await client.codeExchange(withCode: "C", codeVerifier: "V", redirectURI: "https://a.example").start()
        }

        #expect(error?.cause as? DPoPError == .keychainOperationFailed)
        #expect((error?.cause as? DPoPError)?.cause as? SecretStoreError == SecretStoreError(.noPlace))
        #expect(wire.transport.requests.isEmpty)
    }

    @Test func `L1 a logger receives no proof`() async throws {
        let (wire, log) = (Wire(Wire.tokens), LogRecorder())

        _ = try await authentication(wire.transport).using(logger: log)
            .codeExchange(withCode: "C", codeVerifier: "V", redirectURI: "https://a.example").start()

        #expect(await log.next(1)[0].contains("\nDPoP: <REDACTED>\n"))
    }
}
