import Auth0
import Auth0Testing
import Foundation
import HTTPMessages
import SecretStorage
import Testing

/// The responses of a test, and the requests that it inspects.
@Suite struct CannedTenantTests {
    private let tenant: CannedTenant
    private let client: any Authentication

    init() throws {
        tenant = try CannedTenant()
        client = Auth0.authentication(clientId: tenant.clientID, domain: tenant.domain, session: tenant)
    }

    private func login() async throws -> Credentials {
        try await client.login(
            usernameOrEmail: "jane@example.com", password: "secret", realmOrConnection: "Users", scope: "openid"
        ).validateClaims().start()
    }

    @Test func `a login receives the tokens, and its ID token is valid`() async throws {
        tenant.respond(to: .token, with: .credentials(accessToken: "AT", idToken: try tenant.idToken()))

        let credentials = try await login()

        #expect(credentials.accessToken == "AT")
        let request = try #require(tenant.requests(to: .token).first)
        #expect(
            request.parameter(named: "username") == "jane@example.com"
                && request.parameter(named: "client_id") == tenant.clientID)
        #expect(tenant.requests(to: .keySet).count == 1)
    }

    @Test func `a session transfer is complete without arguments`() async throws {
        tenant.respond(to: .token(grantType: "refresh_token"), with: .sessionTransfer())

        let session = try await client.ssoExchange(withRefreshToken: "RT").start()

        #expect(session.sessionTransferToken == "session-transfer-token")
        #expect(session.idToken == "id-token")
    }

    @Test func `an ID token of another client, or an expired one, is refused`() async throws {
        tenant.respond(
            to: .token, with: .credentials(idToken: try tenant.idToken(claims: ["aud": "another"])),
            .credentials(idToken: try tenant.idToken(lifetime: .seconds(-400))))

        for _ in 1...2 {
            await #expect(throws: AuthenticationError.self) { try await login() }
        }
    }

    @Test func `responses are given in order, and the last one from then on`() async throws {
        tenant.respond(to: .userInfo, with: .userInfo(subject: "1"), .serverFailure(), .userInfo(subject: "2"))

        let request: Request<UserInfo, AuthenticationError> = client.userInfo(withAccessToken: "AT")
        let results = [await request.result(), await request.result(), await request.result(), await request.result()]

        #expect(results.map { (try? $0.get())?.sub } == ["1", nil, "2", "2"])
    }

    @Test func `a response for one grant, and one made from the request`() async throws {
        tenant.respond(to: .token, with: .invalidCredentials)
        tenant.respond(to: .token(grantType: "refresh_token")) { request in
            .credentials(accessToken: "for \(request.parameter(named: "refresh_token") ?? "")")
        }

        #expect(try await client.renew(withRefreshToken: "RT").start().accessToken == "for RT")
        let error = await #expect(throws: AuthenticationError.self) { try await login() }
        #expect(error?.isInvalidCredentials == true)
    }

    @Test func `a request without a response says which call is missing`() async throws {
        let request: Request<UserInfo, AuthenticationError> = client.userInfo(withAccessToken: "secret")
        let error = await #expect(throws: AuthenticationError.self) { try await request.start() }

        let text = String(describing: error?.cause)
        #expect(text.contains("GET /userinfo") && text.contains("respond(to:with:)") && !text.contains("secret"))
    }

    @Test func `a failure of the network, and a response that is never given`() async throws {
        tenant.respond(to: .token, with: .failure(TransportError(.timedOut)), .pending)

        let error = await #expect(throws: AuthenticationError.self) { try await login() }
        #expect(error?.isNetworkError == true)
        let waiting = Task { try await login() }
        #expect(try await tenant.nextRequest(to: .token).parameter(named: "password") == "secret")
        _ = try await tenant.nextRequest(to: .token)
        waiting.cancel()
        let cancelled = await #expect(throws: AuthenticationError.self) { try await waiting.value }
        #expect(cancelled?.isCancelled == true)
    }

    @Test func `a wait for a request ends when it is cancelled`() async {
        let wait = Task { [tenant] in try await tenant.nextRequest(to: .revocation) }
        wait.cancel()

        await #expect(throws: CancellationError.self) { try await wait.value }
    }

    @Test func `a path pattern, a method and a form`() async throws {
        tenant.respond(to: .init("GET", path: "/api/v2/users/*"), with: .json(["user_id": "auth0|7"]))
        let users = Auth0.users(token: "T", domain: tenant.domain, session: tenant)

        let profile = try await users.get("auth0|7").start()

        #expect(profile["user_id"] as? String == "auth0|7")
        #expect(tenant.requests(to: .user).map(\.method) == ["GET"])
    }

    @Test func `stored credentials are renewed with the tenant`() async throws {
        tenant.respond(
            to: .token(grantType: "refresh_token"),
            with: .credentials(accessToken: "new", idToken: try tenant.idToken(), refreshToken: "RT2"))
        let manager = CredentialsManager(authentication: client, store: MemoryStore())
        try await manager.save(
            Credentials(
                accessToken: "old", tokenType: "Bearer", idToken: try tenant.idToken(), refreshToken: "RT1",
                expiresIn: Date(timeIntervalSinceNow: -1), scope: "openid"))

        #expect(try await manager.credentials().accessToken == "new")
        #expect(tenant.requests(to: .token).first?.parameter(named: "refresh_token") == "RT1")
    }
}
