import Auth0
import Foundation
import HTTPMessages
import LibcurlTransport
import SecretStorage
import Streams
import TenantEmulator
import Testing

/// Tokens that are bound to a key, with a tenant that checks every proof.
@Suite struct DPoPTests {
    private let tenant: EmulatedTenant
    private let dpop = DPoP(keychainIdentifier: "tests", store: MemoryStore())

    init() throws { tenant = try EmulatedTenant.start() }

    private func client(_ dpop: DPoP? = nil, of tenant: EmulatedTenant? = nil) -> any Authentication {
        let tenant = tenant ?? self.tenant
        var client = Auth0.authentication(clientId: tenant.clientID, domain: tenant.domain)
        client.dpop = dpop ?? self.dpop
        return client
    }

    private func login(_ client: any Authentication) -> Request<Credentials, AuthenticationError> {
        client.login(
            usernameOrEmail: "john@example.com", password: "Sesame-2026!",
            realmOrConnection: "Username-Password-Authentication", scope: "openid profile email offline_access")
    }

    private var logins: [JournalEntry] { tenant.journal.filter { $0.path == "/oauth/token" } }

    @Test func `J20 a login is bound, and renewed and used with proofs`() async throws {
        let credentials = try await login(client()).start()
        let renewed = try await client().renew(withRefreshToken: credentials.refreshToken).start()
        let profile = try await client().userInfo(
            withAccessToken: renewed.accessToken, tokenType: renewed.tokenType
        ).start()

        #expect(credentials.tokenType == "DPoP")
        #expect(renewed.tokenType == "DPoP")
        #expect(profile.email == "john@example.com")
        let proofs = tenant.journal.map { $0.headers["dpop"] }
        #expect(proofs.count == 3)
        #expect(Set(proofs).count == 3)
        #expect(!proofs.contains(nil))
    }

    @Test func `J20 in three styles`() async throws {
        let (client, login) = (client(), login(client()))

        let called: Result<Credentials, AuthenticationError> = await called { done in login.start { done($0) } }
        let awaited = try await login.start()
        var published: Credentials?
        for try await credentials in client.renew(withRefreshToken: awaited.refreshToken).start().values {
            published = credentials
        }

        #expect(try called.get().tokenType == "DPoP")
        #expect(published?.tokenType == "DPoP")
    }

    @Test func `J20 a nonce that the tenant asks for costs one more request, once`() async throws {
        tenant.requiresDPoPNonce = true

        let credentials = try await login(client()).start()
        #expect(logins.map(\.status) == [400, 200])
        _ = try await client().renew(withRefreshToken: credentials.refreshToken).start()
        _ = try await client().userInfo(withAccessToken: credentials.accessToken, tokenType: "DPoP").start()

        #expect(tenant.journal.map(\.status) == [400, 200, 200, 200])
    }

    @Test func `J20 a nonce that an API asks for costs one more request, once`() async throws {
        let credentials = try await login(client()).start()
        tenant.requiresDPoPNonce = true

        _ = try await client().userInfo(withAccessToken: credentials.accessToken, tokenType: "DPoP").start()
        tenant.rotateDPoPNonce()
        _ = try await client().userInfo(withAccessToken: credentials.accessToken, tokenType: "DPoP").start()

        #expect(tenant.journal.map(\.status) == [200, 401, 200, 401, 200])
    }

    @Test func `J20 nonces of two tenants are separate`() async throws {
        let other = try EmulatedTenant.start()
        tenant.requiresDPoPNonce = true
        other.requiresDPoPNonce = true

        for _ in 0..<2 {
            _ = try await login(client()).start()
            _ = try await login(client(of: other)).start()
        }

        #expect(tenant.journal.map(\.status) == [400, 200, 200])
        #expect(other.journal.map(\.status) == [400, 200, 200])
    }

    @Test func `J20 a bound token is refused as a bearer token and with another key`() async throws {
        let credentials = try await login(client()).start()
        let thief = DPoP(keychainIdentifier: "thief", store: MemoryStore())
        _ = try await login(client(thief)).start()

        for (client, type) in [(client(), "Bearer"), (client(thief), "DPoP")] {
            let error = await #expect(throws: AuthenticationError.self) {
                try await client.userInfo(withAccessToken: credentials.accessToken, tokenType: type).start()
            }
            #expect(error?.statusCode == 401)
            #expect(["invalid_token", "invalid_dpop_proof"].contains(error?.code))
        }
        let error = await #expect(throws: AuthenticationError.self) {
            try await client(thief).renew(withRefreshToken: credentials.refreshToken).start()
        }
        #expect(error?.code == "invalid_dpop_proof")
    }

    @Test func `J20 a replayed proof and one for another address are refused`() async throws {
        let credentials = try await login(client()).start()
        var request = TransportRequest(method: .get, url: try HTTPURL(tenant.domain + "/userinfo"))
        try dpop.addHeaders(to: &request, accessToken: credentials.accessToken, tokenType: credentials.tokenType)
        var elsewhere = TransportRequest(method: .get, url: try HTTPURL(tenant.domain + "/other"))
        try dpop.addHeaders(to: &elsewhere, accessToken: credentials.accessToken, tokenType: credentials.tokenType)
        elsewhere.url = request.url

        let first = try await sent(request)
        let again = try await sent(request)
        let other = try await sent(elsewhere)

        #expect(first.status == 200)
        #expect(again.status == 401)
        #expect(again.fields["WWW-Authenticate"]?.contains("invalid_dpop_proof") == true)
        #expect(other.status == 401)
    }

    @Test func `J20 an API that asks for a nonce gets it`() async throws {
        let credentials = try await login(client()).start()
        tenant.requiresDPoPNonce = true
        var request = TransportRequest(method: .get, url: try HTTPURL(tenant.domain + "/userinfo"))
        try dpop.addHeaders(to: &request, accessToken: credentials.accessToken, tokenType: credentials.tokenType)

        let refused = try await sent(request)
        #expect(DPoP.isNonceRequired(by: refused))
        try dpop.addHeaders(
            to: &request, accessToken: credentials.accessToken, tokenType: credentials.tokenType,
            nonce: refused.fields["DPoP-Nonce"])
        let answer = try await sent(request)

        #expect(answer.status == 200)
    }

    @Test func `J20 a wrong clock leads to a refusal and not to a loop`() async throws {
        tenant.clock.advance(by: .seconds(10_000))

        let error = await #expect(throws: AuthenticationError.self) { try await login(client()).start() }

        #expect(error?.code == "invalid_dpop_proof")
        #expect(logins.count == 1)
    }

    @Test func `a user's own account is managed with a bound token`() async throws {
        let credentials = try await client().login(
            usernameOrEmail: "jane@example.com", password: "Sesame-2026!",
            realmOrConnection: "Username-Password-Authentication", audience: "\(tenant.domain)/me/",
            scope: "openid read:me:factors read:me:authentication_methods"
        ).start()
        var account = Auth0.myAccount(token: credentials.accessToken, domain: tenant.domain)
        account.dpop = dpop

        let factors = try await account.authenticationMethods.getFactors().start()

        #expect(!factors.isEmpty)
        let refused = await #expect(throws: MyAccountError.self) {
            try await Auth0.myAccount(token: credentials.accessToken, domain: tenant.domain)
                .authenticationMethods.getFactors().start()
        }
        #expect(refused?.statusCode == 401)
    }

    @Test func `a second factor is proved with the same key`() async throws {
        let error = await #expect(throws: AuthenticationError.self) {
            try await client().login(
                usernameOrEmail: "mfa@example.com", password: "Sesame-2026!",
                realmOrConnection: "Username-Password-Authentication"
            ).start()
        }

        #expect(error?.isMultifactorRequired == true)
        #expect(logins.last?.headers["dpop"] != nil)
    }

    @Test func `a key in a file is the same for every client and every process`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "auth0-dpop-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        func dpop() -> DPoP { DPoP(store: FileStore(directory: folder.path)) }

        let credentials = try await login(client(dpop())).start()
        let renewed = try await client(dpop()).renew(withRefreshToken: credentials.refreshToken).start()

        #expect(renewed.tokenType == "DPoP")
        try dpop().clearKeypair()
        await #expect(throws: AuthenticationError.self) {
            try await client(dpop()).renew(withRefreshToken: renewed.refreshToken).start()
        }
    }

    private func sent(_ request: TransportRequest) async throws -> TransportResponse {
        try await withCheckedContinuation { continuation in
            _ = CurlTransport.standard.send(request) { continuation.resume(returning: $0) }
        }.get()
    }
}
