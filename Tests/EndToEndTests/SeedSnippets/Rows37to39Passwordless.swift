import Auth0
import Streams
import TenantEmulator
import Testing

@Suite struct PasswordlessRows {
    private func code(for recipient: String) throws -> String {
        try #require(SeedTenant.tenant.inbox.last { $0.recipient == recipient }?.code)
    }

    @Test func `rows 37 and 39 callback`() async throws {
        let email = try await SeedTenant.newUser()

        let isSent = await called { done in
            Auth0.authentication().startPasswordless(email: email).start { result in
                switch result {
                case .success: done(true)
                case .failure(let error):
                    print("Failed with: \(error)")
                    done(false)
                }
            }
        }
        #expect(isSent)

        let code = try code(for: email)
        let credentials: Credentials? = await called { done in
            Auth0.authentication().login(email: email, code: code).start { result in
                switch result {
                case .success(let credentials): done(credentials)
                case .failure(let error):
                    print("Failed with: \(error)")
                    done(nil)
                }
            }
        }
        #expect(credentials != nil)
    }

    @Test func `rows 37 and 39 async`() async throws {
        let email = try await SeedTenant.newUser()

        try await Auth0.authentication().startPasswordless(email: email).start()
        let credentials = try await Auth0.authentication().login(email: email, code: code(for: email)).start()

        #expect(!credentials.idToken.isEmpty)
    }

    @Test func `rows 37 and 39 publisher`() async throws {
        let email = try await SeedTenant.newUser()
        var cancellables = Set<AnyCancellable>()
        let sent = Notebook<Void, AuthenticationError>()

        Auth0.authentication().startPasswordless(email: email).start()
            .sink(
                receiveCompletion: { completion in
                    switch completion {
                    case .finished: print("Sent")
                    case .failure(let error): print("Failed with: \(error)")
                    }
                    sent.note(completion)
                }, receiveValue: {}
            )
            .store(in: &cancellables)
        guard case .finished? = await sent.seen()?.completion else {
            Issue.record("it failed")
            return
        }

        let notebook = Notebook<Credentials, AuthenticationError>()
        Auth0.authentication().login(email: email, code: try code(for: email)).start()
            .sink(receiveCompletion: { notebook.note($0) }, receiveValue: { notebook.note($0) })
            .store(in: &cancellables)
        #expect(await notebook.seen()?.only != nil)
    }

    @Test func `rows 37 and 39 by text message`() async throws {
        let number = "+33600000\(Int.random(in: 100...999))"
        _ = SeedTenant.tenant

        try await Auth0.authentication().startPasswordless(phoneNumber: number).start()
        let credentials = try await Auth0.authentication().login(phoneNumber: number, code: code(for: number)).start()

        #expect(!credentials.accessToken.isEmpty)
    }

    @Test func `row 38 a helper identifies bot detection`() async throws {
        _ = SeedTenant.tenant
        let (email, password, connection) = ("suspicious@example.com", "Sesame-2026!", SeedTenant.connection)
        let scope = "openid profile"

        let isVerificationRequired = await called { done in
            Auth0
                .authentication()
                .login(usernameOrEmail: email, password: password, realmOrConnection: connection, scope: scope)
                .start { result in
                    switch result {
                    case .success: done(false)
                    case .failure(let error) where error.isVerificationRequired: done(true)
                    case .failure(let error):
                        print("Failed with: \(error)")
                        done(false)
                    }
                }
        }

        #expect(isVerificationRequired)
    }
}
