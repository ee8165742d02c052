import Auth0
import Foundation
import PasskeyAuthenticator
import SecretStorage
import TenantEmulator
import Testing

/// Requests that a tenant has to refuse, and the errors of the refusals.
@Suite struct RefusedPasskeyTests {
    private let connection = SeedTenant.connection

    private func authenticator() -> SoftwareAuthenticator {
        SoftwareAuthenticator(store: MemoryStore(), presence: .unattended)
    }

    private func signupChallenge() async throws -> PasskeySignupChallenge {
        _ = SeedTenant.tenant
        return try await Auth0.authentication().passkeySignupChallenge(
            email: SeedTenant.newEmail(), connection: connection
        ).start()
    }

    private func loginChallenge() async throws -> PasskeyLoginChallenge {
        try await Auth0.authentication().passkeyLoginChallenge(connection: connection).start()
    }

    private func signUp(
        _ passkey: RegisteredPasskey, _ challenge: PasskeySignupChallenge
    ) async throws {
        _ = try await Auth0.authentication().login(passkey: passkey, challenge: challenge, connection: connection)
            .start()
    }

    private func logIn(
        _ passkey: AssertedPasskey, _ challenge: PasskeyLoginChallenge
    ) async throws {
        _ = try await Auth0.authentication().login(passkey: passkey, challenge: challenge, connection: connection)
            .start()
    }

    private func expectRefusal(_ request: () async throws -> Void) async {
        let error = await #expect(throws: AuthenticationError.self) { try await request() }
        #expect(error?.code == "invalid_grant")
        #expect(error?.statusCode == 403)
    }

    @Test func `a passkey that signed another challenge does not sign up`() async throws {
        let (first, second) = (try await signupChallenge(), try await signupChallenge())
        let passkey = try await authenticator().makeCredential(for: first)

        await expectRefusal { try await signUp(passkey, second) }
    }

    @Test func `a signup cannot be sent twice`() async throws {
        let challenge = try await signupChallenge()
        let passkey = try await authenticator().makeCredential(for: challenge)
        try await signUp(passkey, challenge)

        await expectRefusal { try await signUp(passkey, challenge) }
    }

    @Test func `a login with another challenge, or sent twice, is refused`() async throws {
        let authenticator = authenticator()
        let signup = try await signupChallenge()
        try await signUp(authenticator.makeCredential(for: signup), signup)
        let (first, second) = (try await loginChallenge(), try await loginChallenge())
        let passkey = try await authenticator.makeAssertion(for: first)

        await expectRefusal { try await logIn(passkey, second) }
        try await logIn(passkey, first)
        await expectRefusal { try await logIn(passkey, first) }
    }

    @Test func `a passkey made for another relying party is refused`() async throws {
        let challenge = try await signupChallenge()
        let elsewhere = PasskeyCreationOptions(
            relyingPartyID: "example.com", userID: challenge.userId, userName: challenge.userName,
            challenge: challenge.challengeData)
        let passkey = try await authenticator().makeCredential(for: elsewhere)

        await expectRefusal { try await signUp(passkey, challenge) }
    }

    @Test func `a proof for another relying party is refused`() async throws {
        let authenticator = authenticator()
        let signup = try await signupChallenge()
        try await signUp(authenticator.makeCredential(for: signup), signup)
        let challenge = try await loginChallenge()
        let (own, other) = (
            try await authenticator.makeAssertion(for: challenge),
            try await assertion(for: "example.com", challenge.challengeData)
        )
        let mixed = AssertedPasskey(
            userID: own.userID, credentialID: own.credentialID, attachment: own.attachment,
            rawClientDataJSON: other.rawClientDataJSON, rawAuthenticatorData: other.rawAuthenticatorData,
            signature: other.signature)

        await expectRefusal { try await logIn(mixed, challenge) }
    }

    private func assertion(for relyingPartyID: String, _ challenge: Data) async throws -> AssertedPasskey {
        let authenticator = authenticator()
        _ = try await authenticator.makeCredential(
            for:
                PasskeyCreationOptions(
                    relyingPartyID: relyingPartyID, userID: Data([1]), userName: "jane", challenge: Data([1])))
        return try await authenticator.makeAssertion(
            for:
                PasskeyRequestOptions(relyingPartyID: relyingPartyID, challenge: challenge))
    }

    @Test func `a passkey that the tenant does not know is refused`() async throws {
        let authenticator = authenticator()
        _ = try await authenticator.makeCredential(for: signupChallenge())
        let challenge = try await loginChallenge()
        let passkey = try await authenticator.makeAssertion(for: challenge)

        await expectRefusal { try await logIn(passkey, challenge) }
    }

    @Test func `a tenant that requires user verification refuses a passkey without it`() async throws {
        let challenge = try await signupChallenge()
        let authenticator = SoftwareAuthenticator(store: MemoryStore())

        #expect(challenge.options.userVerification == .required)
        await #expect(throws: PasskeyError(.notVerified)) { try await authenticator.makeCredential(for: challenge) }
    }

    @Test func `an enrolment with another challenge, or sent twice, is refused`() async throws {
        let credentials = try await SeedTenant.newCredentials(
            audience: "\(SeedTenant.tenant.domain)/me/", scope: "openid create:me:authentication_methods")
        let methods = Auth0.myAccount(token: credentials.accessToken).authenticationMethods
        let (first, second) = (
            try await methods.passkeyEnrollmentChallenge().start(),
            try await methods.passkeyEnrollmentChallenge().start()
        )
        let passkey = try await authenticator().makeCredential(for: first)

        let wrong = await #expect(throws: MyAccountError.self) {
            try await methods.enroll(passkey: passkey, challenge: second).start()
        }
        _ = try await methods.enroll(passkey: passkey, challenge: first).start()
        let again = await #expect(throws: MyAccountError.self) {
            try await methods.enroll(passkey: passkey, challenge: first).start()
        }

        #expect(wrong?.validationErrors?.map(\.field) == ["authn_response"])
        #expect(again?.statusCode == 404)
    }

    @Test(arguments: [COSEAlgorithm.es256, .edDSA], [Attestation.none, .packedSelf])
    func `every kind of passkey is accepted`(algorithm: COSEAlgorithm, attestation: Attestation) async throws {
        let configuration = SoftwareAuthenticator.Configuration(
            presence: .unattended, algorithms: [algorithm], attestation: attestation)
        let authenticator = SoftwareAuthenticator(store: MemoryStore(), configuration: configuration)
        let signup = try await signupChallenge()
        try await signUp(authenticator.makeCredential(for: signup), signup)
        let challenge = try await loginChallenge()

        try await logIn(authenticator.makeAssertion(for: challenge), challenge)
    }
}
