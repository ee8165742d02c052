import Auth0
import Foundation
import JOSE
import OpenID
import SecretStorage
import TenantEmulator
import Testing

/// A server whose application has a secret or a key, and keeps the credentials of its users.
@Suite struct ConfidentialClientTests {
    private static let secret = "a-secret-of-32-bytes-or-more-/+=&-in-2026"
    private static let id = "confidential/client"

    enum Method: String, CaseIterable {
        case secretPost, secretBasic, secretJWT, privateKeyJWT
    }

    private let key: SigningKey

    init() throws { key = try SigningKey(generating: .es256, id: "k1") }

    /// A tenant whose client accepts only this method.
    private func tenant(_ method: Method) throws -> EmulatedTenant {
        var configuration = TenantConfiguration()
        let authentication: TenantSeed.Client.Authentication =
            switch method {
            case .secretPost: .secretPost
            case .secretBasic: .secretBasic
            case .secretJWT: .secretJWT
            case .privateKeyJWT: .privateKeyJWT
            }
        let isByKey = method == .privateKeyJWT
        configuration.seed.clients.append(
            TenantSeed.Client(
                id: Self.id, secret: isByKey ? nil : Self.secret,
                keys: isByKey ? JSONWebKeySet(publishing: [key]) : nil, authentication: authentication))
        return try EmulatedTenant.start(configuration)
    }

    private func authentication(_ method: Method) throws -> ClientAuthentication {
        switch method {
        case .secretPost: .secretPost(Self.secret)
        case .secretBasic: .secretBasic(Self.secret)
        case .secretJWT: try .secretJWT(Self.secret)
        case .privateKeyJWT: .privateKeyJWT(key)
        }
    }

    private func login(_ client: any Authentication) async throws -> Credentials {
        try await client.login(
            usernameOrEmail: "john@example.com", password: "Sesame-2026!",
            realmOrConnection: "Username-Password-Authentication", scope: KeptLogin.scope
        ).start()
    }

    @Test(arguments: Method.allCases)
    func `logs in, renews in a manager, and revokes`(method: Method) async throws {
        let tenant = try tenant(method)
        let client = Auth0.authentication(clientId: Self.id, domain: tenant.domain)
            .clientAuthentication(try authentication(method))
        let credentials = try await login(client)
        let manager = CredentialsManager(authentication: client, storeKey: "session", store: MemoryStore())
        try await manager.save(credentials)

        let renewed = try await manager.renew()
        try await manager.revoke()

        #expect(renewed.accessToken != credentials.accessToken)
        #expect(!manager.canRenew())
        let requests = tenant.journal.filter { $0.path.hasPrefix("/oauth/") }
        #expect(requests.map(\.path) == ["/oauth/token", "/oauth/token", "/oauth/revoke"])
        #expect(requests.map(\.status) == [200, 200, 200])
    }

    @Test(arguments: Method.allCases)
    func `without the proof, or with another one, the tenant refuses`(method: Method) async throws {
        let tenant = try tenant(method)
        let plain = Auth0.authentication(clientId: Self.id, domain: tenant.domain)
        let stranger = try SigningKey(generating: .es256, id: "k1")
        let others = [
            plain, plain.clientAuthentication(.none), plain.clientAuthentication(.secretPost("another secret")),
            plain.clientAuthentication(.privateKeyJWT(stranger)),
        ]

        for client in others {
            let error = await #expect(throws: AuthenticationError.self) { _ = try await login(client) }
            #expect(error?.statusCode == 401)
        }
    }

    @Test func `only endpoints that authenticate the application get its secret`() async throws {
        let tenant = try tenant(.secretPost)
        let client = Auth0.authentication(clientId: Self.id, domain: tenant.domain)
            .clientAuthentication(.secretPost(Self.secret))

        _ = try await client.signup(
            email: "new@example.org", password: "Correct-Horse-7", connection: "Username-Password-Authentication"
        ).start()
        try await client.startPasswordless(email: "new@example.org").start()

        let bodies = tenant.journal.map { ($0.path, $0.text.contains("client_secret")) }
        #expect(bodies.map(\.0) == ["/dbconnections/signup", "/passwordless/start"])
        #expect(bodies.map(\.1) == [false, true])
    }

    @Test(arguments: Method.allCases)
    func `presents a second factor`(method: Method) async throws {
        let tenant = try tenant(method)
        let authentication = try authentication(method)
        let client = Auth0.authentication(clientId: Self.id, domain: tenant.domain).clientAuthentication(authentication)
        let factors = Auth0.mfa(clientId: Self.id, domain: tenant.domain)
        let error = await #expect(throws: AuthenticationError.self) {
            try await client.login(
                usernameOrEmail: "mfa@example.com", password: "Sesame-2026!",
                realmOrConnection: "Username-Password-Authentication"
            ).start()
        }
        let token = try #require(error?.mfaRequiredErrorPayload?.mfaToken)
        // The code of this half minute, for each request again.
        let code = { try #require(tenant.authenticatorCode(for: "mfa@example.com")) }

        let refused = await factors.verify(otp: try code(), mfaToken: token).result()
        let unasked = await factors.challenge(with: "sms|dev_0000000000000002", mfaToken: token).result()
        let secured = factors.clientAuthentication(authentication)
        _ = try await secured.challenge(with: "sms|dev_0000000000000002", mfaToken: token).start()
        let credentials = try await secured.verify(otp: try code(), mfaToken: token).start()

        #expect(throws: MFAVerifyError.self) { try refused.get() }
        #expect(throws: MfaChallengeError.self) { try unasked.get() }
        #expect(!credentials.accessToken.isEmpty)
    }

    @Test func `no description shows the secret`() {
        let client = Auth0.authentication(clientId: Self.id, domain: "tenant.example.com")
            .clientAuthentication(.secretPost("canary"))
        var text = "\(client) \(client.renew(withRefreshToken: "r"))"
        dump(client, to: &text)

        #expect(!text.contains("canary"))
    }
}
