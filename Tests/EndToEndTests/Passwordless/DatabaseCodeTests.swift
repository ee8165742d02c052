import Auth0
import Streams
import TenantEmulator
import Testing

/// A user of a database connection logs in by code instead of password.
@Suite struct DatabaseCodeTests {
    private let tenant: EmulatedTenant
    private let client: any Authentication
    private let email = "john@example.com"

    init() throws {
        tenant = try EmulatedTenant.start()
        client = Auth0.authentication(clientId: tenant.clientID, domain: tenant.domain)
    }

    @Test func `by e-mail, callback`() async {
        let (tenant, client, email) = (tenant, client, email)

        let credentials: Credentials? = await called { done in
            client.passwordlessChallenge(email: email).start { result in
                guard case .success(let challenge) = result, let code = tenant.latestCode(to: email) else {
                    return done(nil)
                }
                client.login(otp: code, challenge: challenge).start { done(try? $0.get()) }
            }
        }

        #expect(credentials != nil)
    }

    @Test func `by e-mail, async, after a wrong code`() async throws {
        let challenge = try await client.passwordlessChallenge(email: email).start()

        let error = await #expect(throws: AuthenticationError.self) {
            try await client.login(otp: "x", challenge: challenge).start()
        }
        let code = try #require(tenant.latestCode(to: email))
        let credentials = try await client.login(otp: code, challenge: challenge).start()
        let user = try await client.userInfo(withAccessToken: credentials.accessToken).start()

        #expect(error?.isInvalidCredentials == true)
        #expect(user.sub == "auth0|000000000000000000000001")
    }

    @Test func `by e-mail, publisher`() async {
        let (tenant, client, email) = (tenant, client, email)
        var cancellables = Set<AnyCancellable>()
        let notebook = Notebook<Credentials, AuthenticationError>()

        client.passwordlessChallenge(email: email).start()
            .flatMap { client.login(otp: tenant.latestCode(to: email) ?? "", challenge: $0).start() }
            .sink(receiveCompletion: { notebook.note($0) }, receiveValue: { notebook.note($0) })
            .store(in: &cancellables)

        #expect(await notebook.seen()?.only != nil)
    }

    @Test func `an unknown number becomes a user if signup is allowed`() async throws {
        let number = "+15550100800"

        _ = try await client.passwordlessChallenge(phoneNumber: number).start()
        #expect(tenant.latestCode(to: number) == nil)

        let challenge = try await client.passwordlessChallenge(
            phoneNumber: number, deliveryMethod: .voice, allowSignup: true
        ).start()
        let code = try #require(tenant.latestCode(to: number))
        let credentials = try await client.login(otp: code, challenge: challenge, scope: "openid phone").start()
        let user = try await client.userInfo(withAccessToken: credentials.accessToken).start()
        #expect(user.phoneNumber == number)
        #expect(user.phoneNumberVerified == true)
    }
}
