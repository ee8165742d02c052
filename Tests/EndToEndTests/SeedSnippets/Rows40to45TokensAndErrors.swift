import Auth0
import Foundation
import Streams
import TenantEmulator
import Testing
import TransportDoubles

@Suite struct TokenRows {
    @Test func `row 40 callback`() async throws {
        let credentials = try await SeedTenant.newCredentials()

        let profile: UserInfo? = await called { done in
            Auth0.authentication().userInfo(withAccessToken: credentials.accessToken).start { result in
                switch result {
                case .success(let user):
                    print("User: \(user)")
                    done(user)
                case .failure(let error):
                    print("Failed with: \(error)")
                    done(nil)
                }
            }
        }

        #expect(profile?.email?.hasSuffix("@example.com") == true)
    }

    @Test func `row 40 async`() async throws {
        let credentials = try await SeedTenant.newCredentials()

        let user = try await Auth0.authentication().userInfo(withAccessToken: credentials.accessToken).start()

        #expect(!user.sub.isEmpty)
    }

    @Test func `row 40 publisher`() async throws {
        let credentials = try await SeedTenant.newCredentials()
        var cancellables = Set<AnyCancellable>()
        let notebook = Notebook<UserInfo, AuthenticationError>()

        Auth0.authentication().userInfo(withAccessToken: credentials.accessToken).start()
            .sink(receiveCompletion: { notebook.note($0) }, receiveValue: { notebook.note($0) })
            .store(in: &cancellables)

        #expect(await notebook.seen()?.only?.sub.isEmpty == false)
    }

    @Test func `row 41 callback`() async throws {
        let credentials = try await SeedTenant.newCredentials()

        let renewed: Credentials? = await called { done in
            Auth0.authentication().renew(withRefreshToken: credentials.refreshToken).start { result in
                switch result {
                case .success(let credentials): done(credentials)
                case .failure(let error):
                    print("Failed with: \(error)")
                    done(nil)
                }
            }
        }

        #expect(renewed?.refreshToken != nil)
        #expect(renewed?.refreshToken != credentials.refreshToken)
    }

    @Test func `row 41 async`() async throws {
        let credentials = try await SeedTenant.newCredentials()

        let renewed = try await Auth0.authentication().renew(withRefreshToken: credentials.refreshToken).start()

        #expect(renewed.refreshToken != credentials.refreshToken)
        await #expect(throws: AuthenticationError.self) {
            try await Auth0.authentication().renew(withRefreshToken: credentials.refreshToken).start()
        }
    }

    @Test func `row 41 publisher`() async throws {
        let credentials = try await SeedTenant.newCredentials()
        var cancellables = Set<AnyCancellable>()
        let notebook = Notebook<Credentials, AuthenticationError>()

        Auth0.authentication().renew(withRefreshToken: credentials.refreshToken).start()
            .sink(receiveCompletion: { notebook.note($0) }, receiveValue: { notebook.note($0) })
            .store(in: &cancellables)

        #expect(await notebook.seen()?.only != nil)
    }

    @Test func `rows 41 and 42 without a refresh token fail at once, without a request`() async throws {
        let transport = StubTransport(body: "{}")
        let client = Auth0.authentication(clientId: "c", domain: "t.example.com", session: transport)
        let none: String? = nil

        let renewal = await #expect(throws: AuthenticationError.self) {
            try await client.renew(withRefreshToken: none).start()
        }
        let exchange = await #expect(throws: AuthenticationError.self) {
            try await client.ssoExchange(withRefreshToken: none).start()
        }

        #expect((renewal?.cause as? ConfigurationError)?.code == .missingToken)
        #expect((exchange?.cause as? ConfigurationError)?.code == .missingToken)
        #expect(transport.requests.isEmpty)
    }

    @Test func `row 42 callback`() async throws {
        let credentials = try await SeedTenant.newCredentials()

        let sso: SSOCredentials? = await called { done in
            Auth0.authentication().ssoExchange(withRefreshToken: credentials.refreshToken).start { result in
                switch result {
                case .success(let ssoCredentials):
                    print("Obtained SSO credentials: \(ssoCredentials)")
                    done(ssoCredentials)
                case .failure(let error):
                    print("Failed with: \(error)")
                    done(nil)
                }
            }
        }

        #expect(sso?.sessionTransferToken.isEmpty == false)
    }

    @Test func `row 42 async`() async throws {
        let credentials = try await SeedTenant.newCredentials()

        let sso = try await Auth0.authentication().ssoExchange(withRefreshToken: credentials.refreshToken).start()

        #expect(sso.expiresIn > Date())
        #expect("\(sso)".contains(sso.sessionTransferToken) == false)
    }

    @Test func `row 42 publisher`() async throws {
        let credentials = try await SeedTenant.newCredentials()
        var cancellables = Set<AnyCancellable>()
        let notebook = Notebook<SSOCredentials, AuthenticationError>()

        Auth0.authentication().ssoExchange(withRefreshToken: credentials.refreshToken).start()
            .sink(receiveCompletion: { notebook.note($0) }, receiveValue: { notebook.note($0) })
            .store(in: &cancellables)

        #expect(await notebook.seen()?.only != nil)
    }

    @Test func `row 43 parameters and headers are sent with the request`() async throws {
        let credentials = try await SeedTenant.newCredentials()

        _ = try await Auth0.authentication().renew(withRefreshToken: credentials.refreshToken)
            .parameters(["key": "value 43"]).headers(["key": "header 43"]).start()

        let entry = try #require(SeedTenant.tenant.journal.last { $0.headers["key"] == "header 43" })
        #expect(entry.text.contains(#""key":"value 43""#))
        #expect(entry.text.contains(#""grant_type":"refresh_token""#))
    }

    @Test func `row 45 info, cause and isNetworkError`() async throws {
        let nowhere = Auth0.authentication(clientId: "c", domain: "http://127.0.0.1:9")
        let error = await #expect(throws: AuthenticationError.self) {
            try await nowhere.login(email: "a@example.com", code: "1").start()
        }
        let refusal = await #expect(throws: ManagementError.self) {
            try await Auth0.users(token: "nonsense", domain: SeedTenant.tenant.domain).get("auth0|1").start()
        }
        let problem = await #expect(throws: MyAccountError.self) {
            try await Auth0.myAccount(token: "nonsense", domain: SeedTenant.tenant.domain)
                .authenticationMethods.getFactors().start()
        }

        #expect(error?.isNetworkError == true)
        #expect((error?.cause as? TransportError)?.code == .connectionFailed)
        #expect(error?.info["cause"] != nil)
        #expect(refusal?.statusCode == 401)
        #expect(refusal?.isNetworkError == false)
        #expect(refusal?.cause == nil)
        #expect(problem?.statusCode == 401)
        #expect(problem?.info["title"] != nil)
    }
}
