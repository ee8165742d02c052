import Auth0
import ByteEncodings
import Foundation
import PasskeyAuthenticator
import SecretStorage
import Streams
import TenantEmulator
import Testing

@Suite struct PasskeyEnrollmentRows {
    private let authenticator = SoftwareAuthenticator(store: MemoryStore(), presence: .unattended)

    /// The access token of a new user for the My Account API.
    private func newAccount() async throws -> Credentials {
        _ = SeedTenant.tenant
        return try await SeedTenant.newCredentials(
            audience: "\(SeedTenant.tenant.domain)/me/",
            scope: "openid create:me:authentication_methods read:me:authentication_methods")
    }

    @Test func `rows 48 and 49 callback`() async throws {
        let apiCredentials = try await newAccount()

        let enrollmentChallenge: PasskeyEnrollmentChallenge? = await called { done in
            Auth0
                .myAccount(token: apiCredentials.accessToken)
                .authenticationMethods
                .passkeyEnrollmentChallenge()
                .start { result in
                    switch result {
                    case .success(let enrollmentChallenge):
                        print("Obtained enrollment challenge: \(enrollmentChallenge)")
                        done(enrollmentChallenge)
                    case .failure(let error):
                        print("Failed with: \(error)")
                        done(nil)
                    }
                }
        }
        let challenge = try #require(enrollmentChallenge)
        let newPasskey = try await authenticator.makeCredential(for: challenge)
        let method: PasskeyAuthenticationMethod? = await called { done in
            Auth0
                .myAccount(token: apiCredentials.accessToken)
                .authenticationMethods
                .enroll(passkey: newPasskey, challenge: challenge)
                .start { result in
                    switch result {
                    case .success(let authenticationMethod):
                        print("Enrolled passkey: \(authenticationMethod)")
                        done(authenticationMethod)
                    case .failure(let error):
                        print("Failed with: \(error)")
                        done(nil)
                    }
                }
        }

        #expect(challenge.relyingPartyId == "127.0.0.1")
        #expect(!challenge.challengeData.isEmpty)
        #expect(!challenge.userId.isEmpty)
        #expect(!challenge.userName.isEmpty)
        #expect(method?.type == "passkey")
    }

    @Test func `rows 48 and 49 async, and the list shows the passkey`() async throws {
        let apiCredentials = try await newAccount()
        let methods = Auth0.myAccount(token: apiCredentials.accessToken).authenticationMethods

        do {
            let enrollmentChallenge = try await methods.passkeyEnrollmentChallenge().start()
            print("Obtained enrollment challenge: \(enrollmentChallenge)")
            let newPasskey = try await authenticator.makeCredential(for: enrollmentChallenge)
            let method = try await methods.enroll(passkey: newPasskey, challenge: enrollmentChallenge).start()
            print("Enrolled passkey: \(method)")
            #expect(method.aaguid == SoftwareAuthenticator.aaguid.uuidString.lowercased())
            #expect(method.relyingPartyIdentifier == "127.0.0.1")
            #expect(method.credential.id == Base64URL.encode(newPasskey.credentialID))
            #expect(method.credential.userHandle == enrollmentChallenge.userId)
            #expect(method.credential.deviceType == .singleDevice)
            #expect(!method.credential.isBackedUp)

            let listed = try await methods.getAuthenticationMethods(type: .passkey).start()
            #expect(listed.map(\.id) == [method.id])
            #expect(listed.first?.keyId == method.credential.id)
        } catch {
            Issue.record("Failed with: \(error)")
        }
    }

    @Test func `rows 48 and 49 publisher, and the passkey logs in`() async throws {
        let apiCredentials = try await newAccount()
        var cancellables = Set<AnyCancellable>()
        let challenges = Notebook<PasskeyEnrollmentChallenge, MyAccountError>()
        let notebook = Notebook<PasskeyAuthenticationMethod, MyAccountError>()

        Auth0
            .myAccount(token: apiCredentials.accessToken)
            .authenticationMethods
            .passkeyEnrollmentChallenge()
            .start()
            .sink(
                receiveCompletion: { completion in
                    if case .failure(let error) = completion {
                        print("Failed with: \(error)")
                    }
                    challenges.note(completion)
                },
                receiveValue: { enrollmentChallenge in
                    print("Obtained enrollment challenge: \(enrollmentChallenge)")
                    challenges.note(enrollmentChallenge)
                }
            )
            .store(in: &cancellables)
        let enrollmentChallenge = try #require(await challenges.seen()?.only)
        let newPasskey = try await authenticator.makeCredential(for: enrollmentChallenge)
        Auth0
            .myAccount(token: apiCredentials.accessToken)
            .authenticationMethods
            .enroll(passkey: newPasskey, challenge: enrollmentChallenge)
            .start()
            .sink(
                receiveCompletion: { completion in
                    if case .failure(let error) = completion {
                        print("Failed with: \(error)")
                    }
                    notebook.note(completion)
                },
                receiveValue: { authenticationMethod in
                    print("Enrolled passkey: \(authenticationMethod)")
                    notebook.note(authenticationMethod)
                }
            )
            .store(in: &cancellables)
        #expect(await notebook.seen()?.only?.type == "passkey")

        let loginChallenge = try await Auth0.authentication().passkeyLoginChallenge(connection: SeedTenant.connection)
            .start()
        let loginPasskey = try await authenticator.makeAssertion(for: loginChallenge)
        let credentials = try await Auth0.authentication().login(
            passkey: loginPasskey, challenge: loginChallenge, connection: SeedTenant.connection
        ).start()
        let profile = try await Auth0.authentication().userInfo(withAccessToken: credentials.accessToken).start()
        #expect(profile.email == enrollmentChallenge.userName)
    }
}
