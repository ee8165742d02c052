import Foundation
import OpenID
import ReachFive
import SecretStorage
import Streams
import TenantEmulator
import TestEvents
import Testing

/// Logins at an emulated account of ReachFive.
@Suite struct WebviewLoginTests {
    let tenant: EmulatedTenant

    init() throws { tenant = try .reachFive() }

    @Test func `row 75 a login calls back with the tokens and the user`() async throws {
        let page = ScriptedPage(tenant)
        let (events, event) = AsyncStream<Result<AuthToken, ReachFiveError>>.makeStream()

        tenant.client()
            .webviewLogin(
                WebviewLoginRequest(
                    state: "zf3ifjfmdkj",
                    nonce: "n-0S6_PzA3Ze",
                    scope: ["openid", "profile", "email"],
                    presentationContextProvider: page
                )
            )
            .onSuccess { authToken in event.yield(.success(authToken)) }
            .onFailure { error in event.yield(.failure(error)) }

        var received = events.makeAsyncIterator()
        let token = try #require(await received.next()).get()
        let request = try #require(page.requests.first)
        #expect(token.user?.email == "john@example.com")
        #expect(request["scope"] == "openid profile email")
        #expect(request["nonce"] == "n-0S6_PzA3Ze")
        #expect(request["state"]?.hasPrefix("zf3ifjfmdkj.") == true)
        #expect(request["code_challenge_method"] == "S256")
        #expect(page.callbackSchemes == ["http"])
    }

    @Test func `row 76 without a scope a login requests those of the client's configuration`() async throws {
        let page = ScriptedPage(tenant)

        let token = try await tenant.client().webviewLogin(.init(presentationContextProvider: page)).get()

        let request = try #require(page.requests.first)
        #expect(request["scope"] == "openid profile email phone address offline_access")
        #expect((request["state"]?.utf8.count ?? 0) >= 22)
        #expect((request["nonce"]?.utf8.count ?? 0) >= 22)
        #expect(token.refreshToken != nil)
    }

    @Test func `row 77 a presentation provider chooses the window`() async throws {
        let controller = ViewController(ScriptedPage(tenant))

        _ = try await controller.logIn(tenant.client()).get()

        #expect(controller.page.requests.count == 1)
    }

    @Test func `row 78 a token and its user have the documented members`() async throws {
        let claims: [String: any Sendable] = [
            "name": "Jane M. Doe", "preferred_username": "jane", "given_name": "Jane", "family_name": "Doe",
            "middle_name": "M.", "nickname": "jd", "picture": "https://example.com/jane.png",
            "website": "https://jane.example.com", "email": "jane@example.com", "email_verified": true,
            "gender": "female", "zoneinfo": "Europe/Paris", "locale": "fr-FR", "phone_number": "+33612345678",
            "phone_number_verified": false, "address": ["street_address": "1 rue de la Paix", "locality": "Paris"],
        ]
        let tenant = try EmulatedTenant.reachFive { $0.seed.idTokenClaims = claims }
        let page = ScriptedPage(tenant)

        let token = try await tenant.client().webviewLogin(.init(presentationContextProvider: page)).get()

        #expect(token.idToken?.split(separator: ".").count == 3)
        #expect(!token.accessToken.isEmpty)
        #expect(token.refreshToken?.isEmpty == false)
        #expect(token.tokenType == "Bearer")
        #expect(token.expiresIn == 86_400)
        let user: OpenIDUser = try #require(token.user)
        #expect(user.id?.isEmpty == false)
        let texts: [(String, String?)] = [
            ("name", user.name), ("preferred_username", user.preferredUsername), ("given_name", user.givenName),
            ("family_name", user.familyName), ("middle_name", user.middleName), ("nickname", user.nickname),
            ("picture", user.picture), ("website", user.website), ("email", user.email), ("gender", user.gender),
            ("zoneinfo", user.zoneinfo), ("locale", user.locale), ("phone_number", user.phoneNumber),
        ]
        for (claim, member) in texts { #expect(member == claims[claim] as? String, "\(claim)") }
        #expect(user.emailVerified == true)
        #expect(user.phoneNumberVerified == false)
        #expect(user.address?.streetAddress == "1 rue de la Paix")
        #expect(user.address?.locality == "Paris")
    }

    @Test func `a publisher has the token, also for a later subscriber`() async throws {
        let future = tenant.client().webviewLogin(.init(presentationContextProvider: ScriptedPage(tenant)))

        var first: [String] = []
        for try await token in future.publisher().values { first.append(token.accessToken) }
        var second: [String] = []
        for try await token in future.publisher().values { second.append(token.accessToken) }

        #expect(first.count == 1)
        #expect(first == second)
    }

    @Test func `a login at the same account fetches its configuration once`() async throws {
        let client = tenant.client()

        async let one = client.webviewLogin(.init(presentationContextProvider: ScriptedPage(tenant))).get()
        async let two = client.webviewLogin(.init(presentationContextProvider: ScriptedPage(tenant))).get()
        _ = try await (one, two)

        #expect(tenant.journal.filter { $0.path == "/identity/v1/config" }.count == 1)
        #expect(tenant.journal.filter { $0.path == "/.well-known/openid-configuration" }.count == 1)
    }

    @Test func `a failed fetch of the configuration is not remembered`() async throws {
        let client = tenant.client()
        tenant.faults.set(.status(503), on: "/identity/v1/config")
        let login = { client.webviewLogin(.init(presentationContextProvider: ScriptedPage(tenant))) }

        let error = await #expect(throws: ReachFiveError.self) { try await login().get() }
        tenant.faults.clear()

        #expect(error?.description.hasPrefix("TechnicalError") == true)
        _ = try await login().get()
    }

    @Test func `a login with scopes and a renewal do not need the configuration of the client`() async throws {
        let client = tenant.client()
        tenant.faults.set(.status(503), on: "/identity/v1/config")

        let login = client.webviewLogin(
            .init(scope: ["openid", "offline_access"], presentationContextProvider: ScriptedPage(tenant)))
        let renewed = try await tenant.client().refreshAccessToken(authToken: login.get()).get()

        #expect(renewed.user?.id == login.value?.user?.id)
        #expect(!tenant.journal.contains { $0.path == "/identity/v1/config" })
    }

    @Test func `a renewal returns new tokens and the same user`() async throws {
        let client = tenant.client()
        let token = try await client.webviewLogin(.init(presentationContextProvider: ScriptedPage(tenant))).get()

        let renewed = try await client.refreshAccessToken(authToken: token).get()

        #expect(renewed.accessToken != token.accessToken)
        #expect(renewed.user?.id == token.user?.id)
    }

    @Test func `stored tokens are renewed by the account, once for all objects`() async throws {
        let client = tenant.client()
        let token = try await client.webviewLogin(.init(presentationContextProvider: ScriptedPage(tenant))).get()
        let store = MemoryStore()
        let (one, other) = (client.storedAuthToken(store: store), client.storedAuthToken(store: store))
        try one.save(token)
        #expect(try await one.authToken().get().accessToken == token.accessToken)

        try one.save(
            AuthToken(
                idToken: token.idToken, accessToken: token.accessToken, refreshToken: token.refreshToken,
                tokenType: token.tokenType, expiresIn: -1, user: token.user))
        async let first = one.authToken().get()
        async let second = other.authToken().get()
        let (renewed, same) = try await (first, second)

        #expect(renewed.accessToken != token.accessToken && renewed.accessToken == same.accessToken)
        #expect(renewed.user?.id == token.user?.id && one.canRenew())
        #expect(try one.clear())
        await #expect(throws: ReachFiveError.self) { try await other.authToken().get() }
    }

    @Test func `stored tokens have the lifetime that remains by their clock, and can be stored again`() async throws {
        let token = AuthToken(
            idToken: nil, accessToken: "a", refreshToken: nil, tokenType: "Bearer", expiresIn: 3600, user: nil)
        var configuration = StoredLogin.Configuration()
        configuration.clock = TimeSource(date: { Date(timeIntervalSince1970: 4_000_000_000) }, uptime: { .zero })
        let stored = tenant.client().storedAuthToken(store: MemoryStore(), configuration: configuration)
        try stored.save(token)

        let read = try await stored.authToken().get()
        try stored.save(read)

        #expect(read.expiresIn == 3600)
        #expect(try await stored.authToken().get().accessToken == "a")
    }

    @Test func `a refused renewal of stored tokens says that the user has to log in`() async throws {
        let stored = tenant.client().storedAuthToken(store: MemoryStore())
        try stored.save(
            AuthToken(
                idToken: nil, accessToken: "a", refreshToken: "revoked", tokenType: "Bearer", expiresIn: -1, user: nil))

        for _ in 1...2 {
            let error = await #expect(throws: ReachFiveError.self) { try await stored.authToken().get() }
            guard case .AuthFailure = error else { throw try #require(error) }
        }
    }

    @Test func `C6 a renewal of stored tokens whose discovery failed is no interrupted one`() async throws {
        tenant.faults.set(.status(503), on: "/.well-known/openid-configuration", times: 1)
        let stored = tenant.client().storedAuthToken(store: MemoryStore())
        try stored.save(
            AuthToken(
                idToken: nil, accessToken: "a", refreshToken: "revoked", tokenType: "Bearer", expiresIn: -1, user: nil))
        let unavailable = await #expect(throws: ReachFiveError.self) { try await stored.authToken().get() }
        guard case .TechnicalError = unavailable else { throw try #require(unavailable) }

        let refused = await #expect(throws: ReachFiveError.self) { try await stored.authToken().get() }

        guard case .AuthFailure(let reason) = refused else { throw try #require(refused) }
        #expect(!reason.contains("interrupted") && reason.contains("could not be renewed"))
    }

    @Test(.timeLimit(.minutes(30)), arguments: [.loggingIn("john@example.com"), .closing] as [ScriptedPage.User])
    func `a login that has ended releases what it used`(user: ScriptedPage.User) async throws {
        let released = EventCounter()
        func logIn() async {
            let event = ReleaseEvent(released)
            let page = ScriptedPage(tenant, user) { _ in withExtendedLifetime(event) {} }
            let future = tenant.client().webviewLogin(.init(presentationContextProvider: page))
            _ = try? await future.map { $0 }.get()
        }

        await logIn()

        try await released.reaches(1)
    }
}
