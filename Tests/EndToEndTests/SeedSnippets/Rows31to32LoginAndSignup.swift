import Auth0
import Streams
import TenantEmulator
import Testing

@Suite struct LoginAndSignupRows {
    private let scope = "openid profile email offline_access"

    @Test func `row 31 callback`() async throws {
        let email = try await SeedTenant.newUser()

        let credentials: Credentials? = await called { done in
            Auth0
                .authentication()
                .login(
                    usernameOrEmail: email, password: SeedTenant.password,
                    realmOrConnection: SeedTenant.connection, scope: scope
                )
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

        #expect(credentials?.refreshToken != nil)
    }

    @Test func `row 31 async`() async throws {
        let email = try await SeedTenant.newUser()

        do {
            let credentials = try await Auth0.authentication().login(
                usernameOrEmail: email, password: SeedTenant.password, realmOrConnection: SeedTenant.connection,
                scope: scope
            ).start()
            print("Obtained credentials: \(credentials)")
            #expect(!credentials.accessToken.isEmpty)
            #expect("\(credentials)".contains(credentials.accessToken) == false)
        } catch {
            Issue.record("Failed with: \(error)")
        }
    }

    @Test func `row 31 publisher`() async throws {
        let email = try await SeedTenant.newUser()
        var cancellables = Set<AnyCancellable>()
        let notebook = Notebook<Credentials, AuthenticationError>()

        Auth0
            .authentication()
            .login(
                usernameOrEmail: email, password: SeedTenant.password, realmOrConnection: SeedTenant.connection,
                scope: scope
            )
            .start()
            .sink(
                receiveCompletion: { completion in
                    if case .failure(let error) = completion {
                        print("Failed with: \(error)")
                    }
                    notebook.note(completion)
                },
                receiveValue: { credentials in
                    print("Obtained credentials: \(credentials)")
                    notebook.note(credentials)
                }
            )
            .store(in: &cancellables)

        #expect(await notebook.seen()?.only?.tokenType == "Bearer")
    }

    @Test func `row 31 a wrong password is a typed error with its helper`() async throws {
        let email = try await SeedTenant.newUser()

        do {
            _ = try await Auth0.authentication().login(
                usernameOrEmail: email, password: "wrong", realmOrConnection: SeedTenant.connection
            ).start()
            Issue.record("it was accepted")
        } catch let error as AuthenticationError {
            #expect(error.isInvalidCredentials)
            #expect(error.statusCode == 403)
            #expect(!error.isNetworkError)
            #expect(!error.isRetryable)
        }
    }

    @Test func `row 32 callback`() async throws {
        _ = SeedTenant.tenant
        let email = SeedTenant.newEmail()

        let created: String? = await called { done in
            Auth0
                .authentication()
                .signup(
                    email: email, password: SeedTenant.password, connection: SeedTenant.connection,
                    userMetadata: ["first_name": "John", "last_name": "Appleseed"]
                )
                .start { result in
                    switch result {
                    case .success(let user):
                        print("User signed up: \(user)")
                        done(user.email)
                    case .failure(let error):
                        print("Failed with: \(error)")
                        done(nil)
                    }
                }
        }

        #expect(created == email)
    }

    @Test func `row 32 async`() async throws {
        _ = SeedTenant.tenant
        let email = SeedTenant.newEmail()

        let user = try await Auth0.authentication().signup(
            email: email, password: SeedTenant.password, connection: SeedTenant.connection,
            userMetadata: ["first_name": "John", "last_name": "Appleseed"]
        ).start()

        #expect(user.email == email)
        #expect(!user.verified)
    }

    @Test func `row 32 publisher`() async throws {
        _ = SeedTenant.tenant
        let email = SeedTenant.newEmail()
        var cancellables = Set<AnyCancellable>()
        let notebook = Notebook<String, AuthenticationError>()

        Auth0
            .authentication()
            .signup(
                email: email, password: SeedTenant.password, connection: SeedTenant.connection,
                userMetadata: ["first_name": "John", "last_name": "Appleseed"]
            )
            .start()
            .sink(
                receiveCompletion: { completion in
                    if case .failure(let error) = completion { print("Failed with: \(error)") }
                    notebook.note(completion)
                },
                receiveValue: { user in
                    print("User signed up: \(user)")
                    notebook.note(user.email)
                }
            )
            .store(in: &cancellables)

        #expect(await notebook.seen()?.only == email)
    }
}
