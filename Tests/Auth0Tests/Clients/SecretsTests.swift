import Auth0
import HTTPTesting
import Testing

/// `canary` stands for every secret and every personal datum that a method sends or receives.
@Suite struct SecretsTests {
    /// A method of a client, called with canaries.
    private struct Call: CustomTestStringConvertible {
        let testDescription: String
        let body: String
        let value: @Sendable (Wire, LogRecorder) async throws -> Any

        init(
            _ name: String, body: String = SecretsTests.answer,
            _ value: @escaping @Sendable (Wire, LogRecorder) async throws -> Any
        ) {
            (testDescription, self.body, self.value) = (name, body, value)
        }
    }

    /// Everything that any answer holds.
    private static let answer = #"""
        {"access_token":"canary","token_type":"Bearer","id_token":"canary","refresh_token":"canary","expires_in":60,
        "recovery_code":"canary","issued_token_type":"t","auth_session":"canary","mfa_token":"canary",
        "challenge_type":"oob","oob_code":"canary","binding_method":"prompt","authenticator_type":"oob",
        "oob_channel":"sms","secret":"canary","barcode_uri":"otpauth://canary","recovery_codes":["canary"],
        "manual_input_code":"canary","id":"1","created_at":"2026-01-01","usage":[],"email":"e@example.com",
        "sub":"s","name":"canary","address":{"street_address":"canary"},"act":{"sub":"a","email":"canary"},
        "policy":{"complexity":{},"profile_data":{},"history":{},"dictionary":{}},
        "device_code":"canary","user_code":"WDJB-MJHT","verification_uri":"https://tenant.example.com/activate",
        "verification_uri_complete":"https://tenant.example.com/activate?user_code=WDJB-MJHT"}
        """#

    private static let calls = authentication + mfa + account

    private static let authentication = [
        Call("login(usernameOrEmail:)") { wire, log in
            try await wire.authentication.using(logger: log).login(
                usernameOrEmail: "canary", password: "canary", realmOrConnection: "r"
            ).start()
        },
        Call("signup") { wire, log in
            try await wire.authentication.using(logger: log).signup(
                email: "canary", username: "canary", password: "canary", connection: "c",
                userMetadata: ["scope": "canary"], rootAttributes: ["given_name": "canary"]
            ).start().verified
        },
        Call("passwordlessChallenge(email:)") { wire, log in
            try await wire.authentication.using(logger: log).passwordlessChallenge(email: "canary").start()
        },
        Call("passwordlessChallenge(phoneNumber:)") { wire, log in
            try await wire.authentication.using(logger: log).passwordlessChallenge(phoneNumber: "canary").start()
        },
        Call("login(otp:challenge:)") { wire, log in
            let challenge = PasswordlessChallenge(authSession: "canary")
            return try await wire.authentication.using(logger: log).login(otp: "canary", challenge: challenge).start()
        },
        Call("userInfo") { wire, log in
            try await wire.authentication.using(logger: log).userInfo(withAccessToken: "canary").start()
        },
        Call("codeExchange") { wire, log in
            try await wire.authentication.using(logger: log).codeExchange(
                withCode: "canary", codeVerifier: "canary", redirectURI: "canary"
            ).start()
        },
        Call("renew") { wire, log in
            try await wire.authentication.using(logger: log).renew(withRefreshToken: "canary").start()
        },
        Call("ssoExchange") { wire, log in
            try await wire.authentication.using(logger: log).ssoExchange(withRefreshToken: "canary").start()
        },
        Call("revoke") { wire, log in
            try await wire.authentication.using(logger: log).revoke(refreshToken: "canary").start()
        },
        Call("login(appleAuthorizationCode:)") { wire, log in
            try await wire.authentication.using(logger: log).login(
                appleAuthorizationCode: "canary", fullName: PersonName(givenName: "canary")
            ).start()
        },
        Call("login(facebookSessionAccessToken:)") { wire, log in
            try await wire.authentication.using(logger: log).login(
                facebookSessionAccessToken: "canary", profile: ["canary": "canary"]
            ).start()
        },
        Call("customTokenExchange") { wire, log in
            try await wire.authentication.using(logger: log).customTokenExchange(
                subjectToken: "canary", subjectTokenType: "urn:t",
                actorToken: ActorToken(token: "canary", tokenType: "urn:a"), parameters: ["anything": "canary"]
            ).start()
        },
        Call("deviceAuthorization") { wire, log in
            try await wire.authentication.using(logger: log).deviceAuthorization(audience: "a").headers(["X": "canary"])
                .start()
        },
        Call("login(withOTP:)") { wire, log in
            try await wire.authentication.using(logger: log).login(withOTP: "canary", mfaToken: "canary").start()
        },
        Call("multifactorChallenge") { wire, log in
            try await wire.authentication.using(logger: log).multifactorChallenge(
                mfaToken: "canary", types: ["oob"], authenticatorId: "canary"
            ).start()
        },
    ]

    private static let mfa = [
        Call(
            "getAuthenticators",
            body: #"[{"id":"1","authenticator_type":"oob","active":true,"type":"phone","note":"canary"}]"#
        ) { wire, log in
            try await wire.mfa.using(logger: log).getAuthenticators(mfaToken: "canary", factorsAllowed: ["phone"])
                .start()
        },
        Call("enroll(phoneNumber:)") { wire, log in
            try await wire.mfa.using(logger: log).enroll(mfaToken: "canary", phoneNumber: "canary").start()
        },
        Call("enroll(email:)") { wire, log in
            try await wire.mfa.using(logger: log).enroll(mfaToken: "canary", email: "canary").start()
        },
        Call("enroll, application") { wire, log in
            let challenge: OTPMFAEnrollmentChallenge =
                try await wire.mfa.using(logger: log).enroll(mfaToken: "canary").start()
            return challenge
        },
        Call("enroll, push") { wire, log in
            let challenge: PushMFAEnrollmentChallenge =
                try await wire.mfa.using(logger: log).enroll(mfaToken: "canary").start()
            return challenge
        },
        Call("challenge") { wire, log in
            try await wire.mfa.using(logger: log).challenge(with: "canary", mfaToken: "canary").start()
        },
        Call("verify(oobCode:)") { wire, log in
            try await wire.mfa.using(logger: log).verify(
                oobCode: "canary", bindingCode: "canary", mfaToken: "canary"
            ).start()
        },
        Call("verify(otp:)") { wire, log in
            try await wire.mfa.using(logger: log).verify(otp: "canary", mfaToken: "canary").start()
        },
        Call("verify(recoveryCode:)") { wire, log in
            try await wire.mfa.using(logger: log).verify(recoveryCode: "canary", mfaToken: "canary").start()
        },
    ]

    private static let account = [
        Call("enrollPhone") { wire, log in
            try await wire.myAccount("canary").using(logger: log).enrollPhone(phoneNumber: "canary").start()
        },
        Call("enrollEmail") { wire, log in
            try await wire.myAccount("canary").using(logger: log).enrollEmail(emailAddress: "canary").start()
        },
        Call("enrollTOTP") { wire, log in
            try await wire.myAccount("canary").using(logger: log).enrollTOTP().start()
        },
        Call("enrollPushNotification") { wire, log in
            try await wire.myAccount("canary").using(logger: log).enrollPushNotification().start()
        },
        Call("enrollRecoveryCode") { wire, log in
            try await wire.myAccount("canary").using(logger: log).enrollRecoveryCode().start()
        },
        Call("enrollPassword") { wire, log in
            try await wire.myAccount("canary").using(logger: log).enrollPassword(userIdentityId: "canary").start()
        },
        Call("confirmTOTPEnrollment") { wire, log in
            try await wire.myAccount("canary").using(logger: log).confirmTOTPEnrollment(
                id: "1", authSession: "canary", otpCode: "canary"
            ).start().createdAt
        },
        Call("confirmPasswordEnrollment") { wire, log in
            try await wire.myAccount("canary").using(logger: log).confirmPasswordEnrollment(
                id: "1", authSession: "canary", newPassword: "canary"
            ).start().createdAt
        },
        Call("updateAuthenticationMethod") { wire, log in
            try await wire.myAccount("canary").using(logger: log).updateAuthenticationMethod(
                by: "1", name: "canary"
            ).start().createdAt
        },
        Call("patch") { wire, log in
            try await wire.users("canary").using(logger: log).patch("1", userMetadata: ["scope": "canary"]).start()
                .count
        },
        Call("link(withOtherUserToken:)", body: #"[{"user_id":"canary"}]"#) { wire, log in
            try await wire.users("canary").using(logger: log).link("1", withOtherUserToken: "canary").start().count
        },
        Call("link(withUser:)", body: #"[{"user_id":"canary"}]"#) { wire, log in
            try await wire.users("canary").using(logger: log).link("1", withUser: "canary", provider: "p").start().count
        },
    ]

    @Test(arguments: calls)
    private func `L1 L3 no secret reaches a log, a description or a mirror`(call: Call) async throws {
        let (wire, log) = (Wire(call.body), LogRecorder())

        let value = try await call.value(wire, log)

        var dumped = ""
        dump(value, to: &dumped)
        for text in await log.next(2) + ["\(value)", String(reflecting: value), dumped] {
            #expect(!text.contains("canary"), "\(text)")
        }
        #expect(
            wire.sent.contains("canary") || wire.field("Authorization")?.contains("canary") == true
                || wire.field("X") == "canary")
    }

    @Test(arguments: calls)
    private func `L1 L3 no secret of a refusal reaches a log, the error or its mirror`(call: Call) async throws {
        let (wire, log) = (
            Wire(#"{"error":"mfa_required","mfa_token":"canary","title":"t","x":"canary"}"#, status: 403), LogRecorder()
        )

        let error = await #expect(throws: (any Error).self) { try await call.value(wire, log) }

        var dumped = ""
        dump(error, to: &dumped)
        for text in await log.next(2) + ["\(error as Any)", String(reflecting: error), dumped] {
            #expect(!text.contains("canary"), "\(text)")
        }
    }
}
