import Auth0
import Streams
import TenantEmulator
import Testing

/// The management of a user's own authentication methods.
@Suite struct MyAccountTests {
    private let tenant: EmulatedTenant
    private let everything =
        "create:me:authentication_methods read:me:authentication_methods update:me:authentication_methods "
        + "delete:me:authentication_methods read:me:factors"

    init() throws { tenant = try EmulatedTenant.start() }

    private func methods(scope: String? = nil) async throws -> any MyAccountAuthenticationMethods {
        let credentials = try await Auth0.authentication(clientId: tenant.clientID, domain: tenant.domain).login(
            usernameOrEmail: "jane@example.com", password: "Sesame-2026!",
            realmOrConnection: "Username-Password-Authentication", audience: "\(tenant.domain)/me/",
            scope: scope ?? everything
        ).start()
        return Auth0.myAccount(token: credentials.accessToken, domain: tenant.domain).authenticationMethods
    }

    @Test func `a phone, callback`() async throws {
        let (tenant, account) = (tenant, try await methods())

        let method: AuthenticationMethod? = await called { done in
            account.enrollPhone(phoneNumber: "+15550100700", preferredAuthenticationMethod: .voice).start { result in
                guard case .success(let challenge) = result, let code = tenant.latestCode(to: "+15550100700") else {
                    return done(nil)
                }
                account.confirmPhoneEnrollment(
                    id: challenge.authenticationId, authSession: challenge.authenticationSession, otpCode: code
                ).start { done(try? $0.get()) }
            }
        }

        #expect(method?.type == "phone")
        #expect(method?.phoneNumber == "+15550100700")
        #expect(method?.preferredAuthenticationMethod == "voice")
        #expect(method?.confirmed == true)
    }

    @Test func `a phone, async, renamed and removed`() async throws {
        let account = try await methods()

        let challenge = try await account.enrollPhone(phoneNumber: "+15550100700").start()
        let code = try #require(tenant.latestCode(to: "+15550100700"))
        let method = try await account.confirmPhoneEnrollment(
            id: challenge.authenticationId, authSession: challenge.authenticationSession, otpCode: code
        ).start()
        let renamed = try await account.updateAuthenticationMethod(
            by: method.id, name: "Work", preferredAuthenticationMethod: .voice
        ).start()
        let read = try await account.getAuthenticationMethod(by: method.id).start()
        let phones = try await account.getAuthenticationMethods(type: .phone).start()
        try await account.deleteAuthenticationMethod(by: method.id).start()

        #expect(renamed.name == "Work")
        #expect(read == renamed)
        #expect(phones.map(\.id).contains(method.id))
        #expect(phones.count == 2)
        let gone = await #expect(throws: MyAccountError.self) {
            try await account.getAuthenticationMethod(by: method.id).start()
        }
        #expect(gone?.statusCode == 404)
        #expect(try await account.getAuthenticationMethods().start().count == 3)
    }

    @Test func `a phone, publisher`() async throws {
        let (tenant, account) = (tenant, try await methods())
        var cancellables = Set<AnyCancellable>()
        let notebook = Notebook<AuthenticationMethod, MyAccountError>()

        account.enrollPhone(phoneNumber: "+15550100700").start()
            .flatMap { challenge in
                account.confirmPhoneEnrollment(
                    id: challenge.authenticationId, authSession: challenge.authenticationSession,
                    otpCode: tenant.latestCode(to: "+15550100700") ?? ""
                ).start()
            }
            .sink(receiveCompletion: { notebook.note($0) }, receiveValue: { notebook.note($0) })
            .store(in: &cancellables)

        #expect(await notebook.seen()?.only?.phoneNumber == "+15550100700")
    }

    @Test func `an e-mail address`() async throws {
        let account = try await methods()

        let challenge = try await account.enrollEmail(emailAddress: "second@example.com").start()
        let code = try #require(tenant.latestCode(to: "second@example.com"))
        let method = try await account.confirmEmailEnrollment(
            id: challenge.authenticationId, authSession: challenge.authenticationSession, otpCode: code
        ).start()

        #expect(method.type == "email")
        #expect(method.email == "second@example.com")
    }

    @Test func `an authenticator application, whose wrong code is reported`() async throws {
        let account = try await methods()

        let challenge = try await account.enrollTOTP().start()
        let error = await #expect(throws: MyAccountError.self) {
            try await account.confirmTOTPEnrollment(
                id: challenge.authenticationId, authSession: challenge.authenticationSession, otpCode: "wrong"
            ).start()
        }

        let secret = try #require(challenge.authenticatorManualInputCode)
        #expect(challenge.authenticatorQRCodeURI.contains("secret=\(secret)"))
        #expect(error?.statusCode == 400)
        #expect(error?.title == "Validation Error")
        let fault = try #require(error?.validationErrors?.first)
        #expect(fault.field == "otp_code")
        #expect(fault.pointer == "/otp_code")
        #expect(fault.source == "body")
        #expect(fault.detail == "is wrong")
    }

    @Test func `push, and a recovery code`() async throws {
        let account = try await methods()

        let push = try await account.enrollPushNotification().start()
        let asked = try await account.confirmPushNotificationEnrollment(
            id: push.authenticationId, authSession: push.authenticationSession
        ).start()
        let recovery = try await account.enrollRecoveryCode().start()
        let kept = try await account.confirmRecoveryCodeEnrollment(
            id: recovery.authenticationId, authSession: recovery.authenticationSession
        ).start()

        #expect(push.authenticatorQRCodeURI.hasPrefix("otpauth://"))
        #expect(asked.type == "push-notification")
        #expect(!recovery.recoveryCode.isEmpty)
        #expect(kept.type == "recovery-code")
    }

    @Test func `a password, which the next login needs`() async throws {
        let account = try await methods()

        let challenge = try await account.enrollPassword().start()
        let (id, session) = (challenge.authenticationId, challenge.authenticationSession)
        let weak = await #expect(throws: MyAccountError.self) {
            try await account.confirmPasswordEnrollment(id: id, authSession: session, newPassword: "weak").start()
        }
        let method = try await account.confirmPasswordEnrollment(
            id: id, authSession: session, newPassword: "Another-Password-9"
        ).start()

        #expect(challenge.policy.complexity.minLength == 8)
        #expect(weak?.validationErrors?.first?.field == "new_password")
        #expect(method.usage == ["primary"])
        let old = await #expect(throws: AuthenticationError.self) { try await methods() }
        #expect(old?.isInvalidCredentials == true)
    }

    @Test func `the available factors, and a token without permission`() async throws {
        let factors = try await methods().getFactors().start()
        let error = await #expect(throws: MyAccountError.self) {
            try await methods(scope: "read:me:factors").enrollTOTP().start()
        }

        #expect(factors.map(\.type).contains("totp"))
        #expect(error?.statusCode == 403)
        #expect(error?.title == "Insufficient Scope")
    }

    @Test func `another session cannot end an enrolment`() async throws {
        let account = try await methods()
        let challenge = try await account.enrollPushNotification().start()

        let error = await #expect(throws: MyAccountError.self) {
            try await account.confirmPushNotificationEnrollment(id: challenge.authenticationId, authSession: "x")
                .start()
        }

        #expect(error?.statusCode == 404)
        #expect(error?.validationErrors == nil)
    }
}
