import Auth0
import PasskeyAuthenticator
import SecretStorage
import Streams
import TenantEmulator
import Testing

@Suite struct PasskeyRows {
    private let connection = SeedTenant.connection
    private let scope = "openid profile email offline_access"
    private let authenticator = SoftwareAuthenticator(store: MemoryStore(), presence: .unattended)

    /// A passkey of a user who has just signed up with it.
    private func signUp() async throws -> PasskeySignupChallenge {
        _ = SeedTenant.tenant
        let challenge = try await Auth0.authentication().passkeySignupChallenge(
            email: SeedTenant.newEmail(), name: "John Appleseed", connection: connection
        ).start()
        let passkey = try await authenticator.makeCredential(for: challenge)
        _ = try await Auth0.authentication().login(
            passkey: passkey, challenge: challenge, connection: connection
        ).start()
        return challenge
    }

    @Test func `rows 33 and 34 callback`() async throws {
        _ = try await signUp()

        let loginChallenge: PasskeyLoginChallenge? = await called { done in
            Auth0
                .authentication()
                .passkeyLoginChallenge(connection: connection)
                .start { result in
                    switch result {
                    case .success(let loginChallenge):
                        print("Obtained login challenge: \(loginChallenge)")
                        done(loginChallenge)
                    case .failure(let error):
                        print("Failed with: \(error)")
                        done(nil)
                    }
                }
        }
        let challenge = try #require(loginChallenge)
        let loginPasskey = try await authenticator.makeAssertion(for: challenge)
        let credentials: Credentials? = await called { done in
            Auth0
                .authentication()
                .login(passkey: loginPasskey, challenge: challenge, connection: connection, scope: scope)
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

        #expect(!challenge.challengeData.isEmpty)
        #expect(challenge.relyingPartyId == "127.0.0.1")
        #expect(credentials?.refreshToken != nil)
    }

    @Test func `rows 33 and 34 async`() async throws {
        let signup = try await signUp()

        do {
            let loginChallenge =
                try await Auth0
                .authentication()
                .passkeyLoginChallenge(connection: connection)
                .start()
            print("Obtained login challenge: \(loginChallenge)")
            let loginPasskey = try await authenticator.makeAssertion(for: loginChallenge)
            let credentials =
                try await Auth0
                .authentication()
                .login(passkey: loginPasskey, challenge: loginChallenge, connection: connection, scope: scope)
                .start()
            print("Obtained credentials: \(credentials)")
            let profile = try await Auth0.authentication().userInfo(withAccessToken: credentials.accessToken).start()
            #expect(profile.email == signup.userName)
            #expect(profile.name == "John Appleseed")
        } catch {
            Issue.record("Failed with: \(error)")
        }
    }

    @Test func `rows 33 and 34 publisher`() async throws {
        _ = try await signUp()
        var cancellables = Set<AnyCancellable>()
        let challenges = Notebook<PasskeyLoginChallenge, AuthenticationError>()
        let notebook = Notebook<Credentials, AuthenticationError>()

        Auth0
            .authentication()
            .passkeyLoginChallenge(connection: connection)
            .start()
            .sink(
                receiveCompletion: { completion in
                    if case .failure(let error) = completion {
                        print("Failed with: \(error)")
                    }
                    challenges.note(completion)
                },
                receiveValue: { loginChallenge in
                    print("Obtained login challenge: \(loginChallenge)")
                    challenges.note(loginChallenge)
                }
            )
            .store(in: &cancellables)
        let loginChallenge = try #require(await challenges.seen()?.only)
        let loginPasskey = try await authenticator.makeAssertion(for: loginChallenge)
        Auth0
            .authentication()
            .login(passkey: loginPasskey, challenge: loginChallenge, connection: connection, scope: scope)
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

    @Test func `rows 35 and 36 callback`() async throws {
        _ = SeedTenant.tenant
        let email = SeedTenant.newEmail()

        let signupChallenge: PasskeySignupChallenge? = await called { done in
            Auth0
                .authentication()
                .passkeySignupChallenge(email: email, name: "John Appleseed", connection: connection)
                .start { result in
                    switch result {
                    case .success(let signupChallenge):
                        print("Obtained signup challenge: \(signupChallenge)")
                        done(signupChallenge)
                    case .failure(let error):
                        print("Failed with: \(error)")
                        done(nil)
                    }
                }
        }
        let challenge = try #require(signupChallenge)
        let signupPasskey = try await authenticator.makeCredential(for: challenge)
        let credentials: Credentials? = await called { done in
            Auth0
                .authentication()
                .login(passkey: signupPasskey, challenge: challenge, connection: connection, scope: scope)
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

        #expect(challenge.userName == email)
        #expect(!challenge.userId.isEmpty)
        #expect(credentials?.refreshToken != nil)
    }

    @Test func `rows 35 and 36 async`() async throws {
        _ = SeedTenant.tenant
        let email = SeedTenant.newEmail()

        do {
            let signupChallenge =
                try await Auth0
                .authentication()
                .passkeySignupChallenge(email: email, name: "John Appleseed", connection: connection)
                .start()
            print("Obtained signup challenge: \(signupChallenge)")
            let signupPasskey = try await authenticator.makeCredential(for: signupChallenge)
            let credentials =
                try await Auth0
                .authentication()
                .login(passkey: signupPasskey, challenge: signupChallenge, connection: connection, scope: scope)
                .start()
            print("Obtained credentials: \(credentials)")
            let profile = try await Auth0.authentication().userInfo(withAccessToken: credentials.accessToken).start()
            #expect(profile.email == email)
        } catch {
            Issue.record("Failed with: \(error)")
        }
    }

    @Test func `rows 35 and 36 publisher`() async throws {
        _ = SeedTenant.tenant
        var cancellables = Set<AnyCancellable>()
        let challenges = Notebook<PasskeySignupChallenge, AuthenticationError>()
        let notebook = Notebook<Credentials, AuthenticationError>()

        Auth0
            .authentication()
            .passkeySignupChallenge(email: SeedTenant.newEmail(), name: "John Appleseed", connection: connection)
            .start()
            .sink(
                receiveCompletion: { completion in
                    if case .failure(let error) = completion {
                        print("Failed with: \(error)")
                    }
                    challenges.note(completion)
                },
                receiveValue: { signupChallenge in
                    print("Obtained signup challenge: \(signupChallenge)")
                    challenges.note(signupChallenge)
                }
            )
            .store(in: &cancellables)
        let signupChallenge = try #require(await challenges.seen()?.only)
        let signupPasskey = try await authenticator.makeCredential(for: signupChallenge)
        Auth0
            .authentication()
            .login(passkey: signupPasskey, challenge: signupChallenge, connection: connection, scope: scope)
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
}
