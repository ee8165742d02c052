import OpenID
import TenantEmulator
import Testing

/// The duties of relying parties about authorization responses.
@Suite struct AnswerTests {
    private let party: RelyingParty

    init() throws { party = try RelyingParty() }

    private func failure(despite change: EmulatedTenant.ParameterChange) async -> OpenIDError? {
        party.tenant.faults.set(.alterParameters(change), on: "/u/*")
        return await ProviderTests.failure { try await party.logIn() }
    }

    @Test(arguments: ["iss-other", "iss-missing"])
    func `A4 a response of another issuer, or without one that the provider announces`(name: String) async throws {
        let error = try await failure(despite: .init(named: name))

        #expect(error?.code == .issuerMismatch)
        #expect(party.requests("/oauth/token").isEmpty)
    }

    @Test func `A4 a response without issuer is accepted when the provider announces none`() async throws {
        party.tenant.faults.set(.metadata(.issuerParameterMissing), on: "/.well-known/openid-configuration")
        party.tenant.faults.set(.alterParameters(.issMissing), on: "/u/*")

        let credentials = try await party.logIn()

        #expect(!credentials.idToken.isEmpty)
    }

    @Test func `A4 mix-up: the code of another provider is not sent anywhere`() async throws {
        var configuration = TenantConfiguration()
        configuration.allowsAnyLoopbackPort = true
        let other = try EmulatedTenant.start(configuration)

        let error = await failure(despite: .init(["iss": [other.issuer], "code": ["a code of the other"]]))

        #expect(error?.code == .issuerMismatch)
        #expect(party.requests("/oauth/token").isEmpty)
        #expect(other.journal.isEmpty)
    }

    @Test(arguments: ["state-other", "state-missing"])
    func `A1 a response with another state is ignored, and the login continues`(name: String) async throws {
        party.tenant.faults.set(.alterParameters(try .init(named: name)), on: "/u/login", times: 2)
        let browser = party.browser
        let window = SteeredWindow.of { address in
            try await browser.visit(address)
            try await browser.logIn()
            #expect(await browser.status == 400)
            // The session exists now, and the provider responds as requested.
            try await browser.visit(address)
            #expect(await browser.status == 200)
        }

        let credentials = try await party.client().login().window(window).allowingConcurrentLogins().start()

        #expect(!credentials.idToken.isEmpty)
        #expect(party.requests("/oauth/token").count == 1)
    }

    @Test(arguments: ["code-missing", "code-and-error", "access-token"])
    func `A1 an invalid response`(name: String) async throws {
        let error = try await failure(despite: .init(named: name))

        #expect(error?.answerError != nil)
        #expect(party.requests("/oauth/token").isEmpty)
    }

    @Test func `A2 the provider refuses a code that is not its own`() async {
        let error = await failure(despite: .codeOther)

        #expect(error?.code == .refused)
        #expect(error?.providerCode == "invalid_grant")
    }
}
