import Auth0
import Streams
import TenantEmulator
import Testing

/// The first second factor of a user, enrolled while they log in.
@Suite struct SecondFactorEnrollmentTests {
    private let place: SecondFactorTenant
    private let user = SecondFactorTenant.new

    init() throws { place = try SecondFactorTenant() }

    @Test func `an authenticator application, callback`() async throws {
        let (place, user) = (place, user)
        let token = try await place.begin(user).mfaToken

        let credentials: Credentials? = await called { done in
            let enrollment: Request<OTPMFAEnrollmentChallenge, MfaEnrollmentError> = place.mfa.enroll(mfaToken: token)
            enrollment.start { result in
                guard case .success = result, let code = place.tenant.authenticatorCode(for: user) else {
                    return done(nil)
                }
                place.mfa.verify(otp: code, mfaToken: token).start { done(try? $0.get()) }
            }
        }

        #expect(credentials != nil)
    }

    @Test func `an authenticator application, async, which the next login asks for`() async throws {
        let payload = try await place.begin(user)
        #expect(payload.mfaRequirements.enroll?.map(\.type).contains("otp") == true)

        let app: OTPMFAEnrollmentChallenge = try await place.mfa.enroll(mfaToken: payload.mfaToken).start()
        let code = try #require(place.tenant.authenticatorCode(for: user))
        _ = try await place.mfa.verify(otp: code, mfaToken: payload.mfaToken).start()
        let next = try await place.begin(user)

        #expect(app.barcodeUri.contains(app.secret))
        #expect(app.recoveryCodes?.count == 1)
        #expect(!"\(app)".contains(app.secret))
        #expect(next.mfaRequirements.challenge?.map(\.type) == ["otp", "recovery-code"])
        let error = await #expect(throws: MfaEnrollmentError.self) {
            try await place.mfa.enroll(mfaToken: next.mfaToken, email: "e@example.com").start()
        }
        #expect(error?.isAccessDenied == true)
    }

    @Test func `a phone, publisher`() async throws {
        let (place, user) = (place, user)
        let token = try await place.begin(user).mfaToken
        var cancellables = Set<AnyCancellable>()
        let notebook = Notebook<Credentials, MFAVerifyError>()

        place.mfa.enroll(mfaToken: token, phoneNumber: "+15550100600").start()
            .mapError { MFAVerifyError(cause: $0) }
            .flatMap { challenge in
                place.mfa.verify(
                    oobCode: challenge.oobCode, bindingCode: place.tenant.latestCode(to: "+15550100600"),
                    mfaToken: token
                ).start()
            }
            .sink(receiveCompletion: { notebook.note($0) }, receiveValue: { notebook.note($0) })
            .store(in: &cancellables)

        #expect(await notebook.seen()?.only != nil)
    }

    @Test func `an e-mail address`() async throws {
        let token = try await place.begin(user).mfaToken

        let challenge = try await place.mfa.enroll(mfaToken: token, email: "new@example.com").start()
        let code = place.tenant.latestCode(to: "new@example.com")
        let credentials = try await place.mfa.verify(
            oobCode: challenge.oobCode, bindingCode: code, mfaToken: token
        ).start()

        #expect(challenge.oobChannel == "email")
        #expect(!credentials.accessToken.isEmpty)
    }

    @Test func `an application that asks by push notification`() async throws {
        let token = try await place.begin(user).mfaToken

        let challenge: PushMFAEnrollmentChallenge = try await place.mfa.enroll(mfaToken: token).start()
        place.tenant.approvePush(for: user)
        let credentials = try await place.mfa.verify(
            oobCode: challenge.oobCode, bindingCode: nil, mfaToken: token
        ).start()

        #expect(challenge.oobChannel == "auth0")
        #expect(!credentials.accessToken.isEmpty)
    }

    @Test func `an invalid number is refused`() async throws {
        let token = try await place.begin(user).mfaToken

        let error = await #expect(throws: MfaEnrollmentError.self) {
            try await place.mfa.enroll(mfaToken: token, phoneNumber: "none").start()
        }

        #expect(error?.code == "invalid_request")
        #expect(error?.statusCode == 400)
    }
}
