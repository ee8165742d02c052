import Auth0
import ByteEncodings
import Streams
import TenantEmulator
import Testing

@Suite struct SocialLoginRows {
    init() throws {
        try SeedTenant.tenant.accept(
            subjectToken: "auth-code", type: "http://auth0.com/oauth/token-type/apple-authz-code",
            for: "john@example.com")
        try SeedTenant.tenant.accept(
            subjectToken: "session-token",
            type: "http://auth0.com/oauth/token-type/facebook-info-session-access-token", for: "jane@example.com")
    }

    @Test func `row 46 callback`() async {
        let credentials: Credentials? = await called { done in
            Auth0
                .authentication()
                .login(appleAuthorizationCode: "auth-code")
                .start { result in
                    switch result {
                    case .success(let credentials):
                        print("Obtained credentials: \(credentials)")
                        done(credentials)
                    case .failure(let error):
                        print("Failed with: \(error)")
                        done(nil)
                    }
                }
        }

        #expect(credentials?.idToken.isEmpty == false)
    }

    @Test func `row 46 async`() async throws {
        let credentials = try await Auth0.authentication().login(appleAuthorizationCode: "auth-code").start()

        let user = try await Auth0.authentication().userInfo(withAccessToken: credentials.accessToken).start()
        #expect(user.sub == "auth0|000000000000000000000001")
    }

    @Test func `row 46 publisher`() async {
        var cancellables = Set<AnyCancellable>()
        let notebook = Notebook<Credentials, AuthenticationError>()

        Auth0
            .authentication()
            .login(appleAuthorizationCode: "auth-code")
            .start()
            .sink(receiveCompletion: { notebook.note($0) }, receiveValue: { notebook.note($0) })
            .store(in: &cancellables)

        #expect(await notebook.seen()?.only != nil)
    }

    @Test func `row 46 the first login sets the user's name, and a code is valid once`() async throws {
        let tenant = try EmulatedTenant.start()
        defer { tenant.stop() }
        let client = Auth0.authentication(clientId: tenant.clientID, domain: tenant.domain)
        try tenant.accept(
            subjectToken: "code", type: "http://auth0.com/oauth/token-type/apple-authz-code", for: "john@example.com",
            times: 1)

        let credentials = try await client.login(
            appleAuthorizationCode: "code", fullName: PersonName(givenName: "Johnny", familyName: "Appleseed")
        ).start()
        let user = try await client.userInfo(withAccessToken: credentials.accessToken).start()
        let error = await #expect(throws: AuthenticationError.self) {
            try await client.login(appleAuthorizationCode: "code").start()
        }

        #expect(user.givenName == "Johnny")
        #expect(error?.code == "invalid_grant")
    }

    @Test func `row 47 callback`() async {
        let credentials: Credentials? = await called { done in
            Auth0
                .authentication()
                .login(facebookSessionAccessToken: "session-token", profile: ["key": "value"])
                .start { result in
                    switch result {
                    case .success(let credentials):
                        print("Obtained credentials: \(credentials)")
                        done(credentials)
                    case .failure(let error):
                        print("Failed with: \(error)")
                        done(nil)
                    }
                }
        }

        #expect(credentials?.accessToken.isEmpty == false)
    }

    @Test func `row 47 async`() async throws {
        let credentials = try await Auth0.authentication()
            .login(facebookSessionAccessToken: "session-token", profile: ["key": "value"]).start()

        let user = try await Auth0.authentication().userInfo(withAccessToken: credentials.accessToken).start()
        #expect(user.sub == "auth0|000000000000000000000002")
    }

    @Test func `row 47 publisher`() async {
        var cancellables = Set<AnyCancellable>()
        let notebook = Notebook<Credentials, AuthenticationError>()

        Auth0
            .authentication()
            .login(facebookSessionAccessToken: "session-token", profile: ["key": "value"])
            .start()
            .sink(receiveCompletion: { notebook.note($0) }, receiveValue: { notebook.note($0) })
            .store(in: &cancellables)

        #expect(await notebook.seen()?.only != nil)
    }

    @Test func `a token of another issuer, with an organization and an actor`() async throws {
        let tenant = SeedTenant.tenant
        try tenant.accept(subjectToken: "theirs", type: "urn:theirs", for: "john@example.com")
        let agent = try await Auth0.authentication().login(
            usernameOrEmail: "admin@example.com", password: "Sesame-2026!", realmOrConnection: SeedTenant.connection
        ).start()

        let credentials = try await Auth0.authentication().customTokenExchange(
            subjectToken: "theirs", subjectTokenType: "urn:theirs", organization: "acme",
            actorToken: ActorToken(token: agent.idToken, tokenType: "urn:ietf:params:oauth:token-type:id_token")
        ).start()

        let payload = try #require(credentials.idToken.split(separator: ".").dropFirst().first)
        let claims = try JSONValue(parsing: Base64URL.decode(String(payload)))
        #expect(claims["org_id"]?.string == "org_0000000000000001")
        let profile = UserInfo(json: try #require(claims.freeFormObject))
        #expect(profile?.act?.sub == "auth0|000000000000000000000003")
    }
}
