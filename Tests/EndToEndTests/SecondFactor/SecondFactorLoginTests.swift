import Auth0
import Streams
import TenantEmulator
import Testing

/// Login, `mfa_required`, list, challenge, verify: the complete flow in three styles.
@Suite struct SecondFactorLoginTests {
    private let place: SecondFactorTenant
    private let user = SecondFactorTenant.experienced

    init() throws {
        place = try SecondFactorTenant()
        // A code of an authenticator app is valid for half a minute, which a slow machine may exceed.
        place.tenant.clock.stop()
    }

    @Test func `a code by text message, callback`() async throws {
        let (place, user) = (place, user)

        let credentials: Credentials? = await called { done in
            place.login(user).start { result in
                guard case .failure(let error) = result, let payload = error.mfaRequiredErrorPayload else {
                    return done(nil)
                }
                let kinds = payload.mfaRequirements.challenge?.map(\.type) ?? []
                place.mfa.getAuthenticators(mfaToken: payload.mfaToken, factorsAllowed: kinds).start { result in
                    guard case .success(let all) = result, let phone = all.first(where: { $0.type == "phone" }) else {
                        return done(nil)
                    }
                    place.mfa.challenge(with: phone.id, mfaToken: payload.mfaToken).start { result in
                        guard case .success(let challenge) = result else { return done(nil) }
                        let code = place.tenant.latestCode(to: "+15550100500")
                        place.mfa.verify(
                            oobCode: challenge.oobCode, bindingCode: code, mfaToken: payload.mfaToken
                        ).start { done(try? $0.get()) }
                    }
                }
            }
        }

        #expect(credentials?.accessToken.isEmpty == false)
    }

    @Test func `a code by text message, async`() async throws {
        let payload = try await place.begin(user)
        let kinds = try #require(payload.mfaRequirements.challenge).map(\.type)
        #expect(kinds == SecondFactorTenant.kinds)

        let all = try await place.mfa.getAuthenticators(mfaToken: payload.mfaToken, factorsAllowed: kinds).start()
        let phone = try #require(all.first { $0.type == "phone" })
        let challenge = try await place.mfa.challenge(with: phone.id, mfaToken: payload.mfaToken).start()
        let code = place.tenant.latestCode(to: "+15550100500")
        let credentials = try await place.mfa.verify(
            oobCode: challenge.oobCode, bindingCode: code, mfaToken: payload.mfaToken
        ).start()

        #expect(all.count == 5)
        #expect(phone.name == "XXXXXXXX0500")
        #expect(challenge.bindingMethod == "prompt")
        #expect(!credentials.idToken.isEmpty)
    }

    @Test func `a code by text message, publisher`() async throws {
        let (place, mfa) = (place, place.mfa)
        var cancellables = Set<AnyCancellable>()
        let notebook = Notebook<Credentials, MFAVerifyError>()
        let payload = try await place.begin(user)

        mfa.getAuthenticators(mfaToken: payload.mfaToken, factorsAllowed: ["phone"]).start()
            .mapError { MFAVerifyError(cause: $0) }
            .compactMap(\.first)
            .flatMap { phone in
                mfa.challenge(with: phone.id, mfaToken: payload.mfaToken).start()
                    .mapError { MFAVerifyError(cause: $0) }
            }
            .flatMap { challenge in
                mfa.verify(
                    oobCode: challenge.oobCode, bindingCode: place.tenant.latestCode(to: "+15550100500"),
                    mfaToken: payload.mfaToken
                ).start()
            }
            .sink(receiveCompletion: { notebook.note($0) }, receiveValue: { notebook.note($0) })
            .store(in: &cancellables)

        #expect(await notebook.seen()?.only?.tokenType == "Bearer")
    }

    @Test func `a code of an authenticator application, and a wrong one before`() async throws {
        let payload = try await place.begin(user)

        let error = await #expect(throws: MFAVerifyError.self) {
            try await place.mfa.verify(otp: "000000x", mfaToken: payload.mfaToken).start()
        }
        let code = try #require(place.tenant.authenticatorCode(for: user))
        let credentials = try await place.mfa.verify(otp: code, mfaToken: payload.mfaToken).start()

        #expect(error?.isMultifactorCodeInvalid == true)
        #expect(error?.isMultifactorTokenInvalid == false)
        #expect(!credentials.accessToken.isEmpty)
    }

    @Test(arguments: [true, false])
    func `a push notification, polled before and after the approval`(isApproved: Bool) async throws {
        let payload = try await place.begin(user)
        let push = try await place.mfa.getAuthenticators(
            mfaToken: payload.mfaToken, factorsAllowed: ["push-notification"]
        ).start()
        let challenge = try await place.mfa.challenge(
            with: try #require(push.first).id, mfaToken: payload.mfaToken
        ).start()
        let verification = place.mfa.verify(
            oobCode: challenge.oobCode, bindingCode: nil, mfaToken: payload.mfaToken)
        #expect(challenge.bindingMethod == nil)

        let early = await #expect(throws: MFAVerifyError.self) { try await verification.start() }
        #expect(early?.isAuthorizationPending == true)
        if isApproved { place.tenant.approvePush(for: user) } else { place.tenant.denyPush(for: user) }

        if isApproved {
            #expect(try await !verification.start().accessToken.isEmpty)
        } else {
            let error = await #expect(throws: MFAVerifyError.self) { try await verification.start() }
            #expect(error?.isMultifactorCodeInvalid == true)
            #expect(error?.isAuthorizationPending == false)
        }
    }

    @Test func `a recovery code is valid once and returns the next one`() async throws {
        let first = try await place.begin(user)
        let credentials = try await place.mfa.verify(
            recoveryCode: "RECOVERY0000000000000001", mfaToken: first.mfaToken
        ).start()
        let next = try #require(credentials.recoveryCode)

        let second = try await place.begin(user)
        let error = await #expect(throws: MFAVerifyError.self) {
            try await place.mfa.verify(recoveryCode: "RECOVERY0000000000000001", mfaToken: second.mfaToken).start()
        }
        _ = try await place.mfa.verify(recoveryCode: next, mfaToken: second.mfaToken).start()

        #expect(error?.isMultifactorCodeInvalid == true)
    }

    @Test func `an expired login has to start again`() async throws {
        let payload = try await place.begin(user)
        place.tenant.clock.advance(by: .seconds(600))

        let list = await #expect(throws: MfaListAuthenticatorsError.self) {
            try await place.mfa.getAuthenticators(mfaToken: payload.mfaToken, factorsAllowed: ["otp"]).start()
        }
        let challenge = await #expect(throws: MfaChallengeError.self) {
            try await place.mfa.challenge(with: "sms|dev_0000000000000002", mfaToken: payload.mfaToken).start()
        }
        let enrollment = await #expect(throws: MfaEnrollmentError.self) {
            try await place.mfa.enroll(mfaToken: payload.mfaToken, email: "e@example.com").start()
        }
        let verification = await #expect(throws: MFAVerifyError.self) {
            try await place.mfa.verify(otp: "1", mfaToken: "nonsense").start()
        }

        #expect(list?.isMultifactorTokenInvalid == true)
        #expect(challenge?.isMultifactorTokenInvalid == true)
        #expect(enrollment?.isMultifactorTokenInvalid == true)
        #expect(verification?.isMultifactorTokenInvalid == true)
    }

    @Test func `an unknown authenticator is refused`() async throws {
        let payload = try await place.begin(user)

        let error = await #expect(throws: MfaChallengeError.self) {
            try await place.mfa.challenge(with: "none", mfaToken: payload.mfaToken).start()
        }

        #expect(error?.isMultifactorEnrollRequired == true)
    }

    @Test func `the calls of the Authentication client do the same`() async throws {
        let client = place.authentication
        let code = try #require(place.tenant.authenticatorCode(for: user))
        let byCode = try await client.login(withOTP: code, mfaToken: place.begin(user).mfaToken).start()
        let byRecovery = try await client.login(
            withRecoveryCode: "RECOVERY0000000000000001", mfaToken: place.begin(user).mfaToken
        ).start()
        let token = try await place.begin(user).mfaToken
        let challenge = try await client.multifactorChallenge(
            mfaToken: token, types: ["oob"], authenticatorId: "email|dev_0000000000000003"
        ).start()
        let bySent = try await client.login(
            withOOBCode: try #require(challenge.oobCode), mfaToken: token,
            bindingCode: place.tenant.latestCode(to: user)
        ).start()

        #expect(challenge.challengeType == "oob")
        for credentials in [byCode, byRecovery, bySent] { #expect(!credentials.accessToken.isEmpty) }
    }

    @Test func `the ID token is validated on request`() async throws {
        let code = try #require(place.tenant.authenticatorCode(for: user))
        let first = try await place.begin(user)
        let credentials = try await place.mfa.verify(otp: code, mfaToken: first.mfaToken).validateClaims().start()
        let second = try await place.begin(user)
        // A code is valid once.
        place.tenant.clock.advance(by: .seconds(30))
        let next = try #require(place.tenant.authenticatorCode(for: user))
        let error = await #expect(throws: MFAVerifyError.self) {
            try await place.mfa.verify(otp: next, mfaToken: second.mfaToken)
                .validateClaims().withIssuer("https://other.example.com/").start()
        }

        #expect(!credentials.idToken.isEmpty)
        #expect(error?.cause is IDTokenError)
    }
}
