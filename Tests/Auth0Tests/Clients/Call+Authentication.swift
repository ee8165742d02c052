import Auth0

extension Call {
    static let authentication = [
        Call("login(usernameOrEmail:)") { clients in
            try await clients.authentication.login(
                usernameOrEmail: "canary", password: "canary", realmOrConnection: "r"
            ).start()
        },
        Call("loginDefaultDirectory") {
            try await $0.authentication.loginDefaultDirectory(withUsername: "canary", password: "canary").start()
        },
        Call("signup") { clients in
            try await clients.authentication.signup(
                email: "canary", username: "canary", password: "canary", connection: "c",
                userMetadata: ["scope": "canary"], rootAttributes: ["given_name": "canary"]
            ).start().verified
        },
        Call(void: "resetPassword") {
            try await $0.authentication.resetPassword(email: "canary", connection: "c").start()
        },
        Call(void: "startPasswordless(email:)") {
            try await $0.authentication.startPasswordless(email: "canary").start()
        },
        Call(void: "startPasswordless(phoneNumber:)") {
            try await $0.authentication.startPasswordless(phoneNumber: "canary").start()
        },
        Call("login(email:code:)") { try await $0.authentication.login(email: "canary", code: "canary").start() },
        Call("login(phoneNumber:code:)") {
            try await $0.authentication.login(phoneNumber: "canary", code: "canary").start()
        },
        Call("passwordlessChallenge(email:)") {
            try await $0.authentication.passwordlessChallenge(email: "canary").start()
        },
        Call("passwordlessChallenge(phoneNumber:)") {
            try await $0.authentication.passwordlessChallenge(phoneNumber: "canary").start()
        },
        Call("login(otp:challenge:)") { clients in
            try await clients.authentication.login(
                otp: "canary", challenge: PasswordlessChallenge(authSession: "canary")
            ).start()
        },
    ]

    static let tokens = [
        Call("userInfo") { try await $0.authentication.userInfo(withAccessToken: "canary").start() },
        Call("codeExchange") { clients in
            try await clients.authentication.codeExchange(
                withCode: "canary", codeVerifier: "canary", redirectURI: "canary"
            ).start()
        },
        Call("renew") { try await $0.authentication.renew(withRefreshToken: "canary").start() },
        Call("ssoExchange") { try await $0.authentication.ssoExchange(withRefreshToken: "canary").start() },
        Call(void: "revoke") { try await $0.authentication.revoke(refreshToken: "canary").start() },
        Call("jwks") { try await $0.authentication.jwks().headers(["X": "canary"]).start() },
    ]

    static let exchanges = [
        Call("login(appleAuthorizationCode:)") { clients in
            try await clients.authentication.login(
                appleAuthorizationCode: "canary", fullName: PersonName(givenName: "canary")
            ).start()
        },
        Call("login(facebookSessionAccessToken:)") { clients in
            try await clients.authentication.login(
                facebookSessionAccessToken: "canary", profile: ["canary": "canary"]
            ).start()
        },
        Call("customTokenExchange") { clients in
            try await clients.authentication.customTokenExchange(
                subjectToken: "canary", subjectTokenType: "urn:t",
                actorToken: ActorToken(token: "canary", tokenType: "urn:a"), parameters: ["anything": "canary"]
            ).start()
        },
        Call("deviceAuthorization") {
            try await $0.authentication.deviceAuthorization().headers(["X": "canary"]).start()
        },
        Call("login(withOTP:)") { try await $0.authentication.login(withOTP: "canary", mfaToken: "canary").start() },
        Call("login(withOOBCode:)") {
            try await $0.authentication.login(withOOBCode: "canary", mfaToken: "canary", bindingCode: "canary").start()
        },
        Call("login(withRecoveryCode:)") {
            try await $0.authentication.login(withRecoveryCode: "canary", mfaToken: "canary").start()
        },
        Call("multifactorChallenge") { clients in
            try await clients.authentication.multifactorChallenge(
                mfaToken: "canary", types: ["oob"], authenticatorId: "canary"
            ).start()
        },
    ]

    static let mfa = [
        Call(
            "getAuthenticators",
            answering: #"[{"id":"1","authenticator_type":"oob","active":true,"type":"phone","note":"canary"}]"#
        ) {
            try await $0.mfa.getAuthenticators(mfaToken: "canary", factorsAllowed: ["phone"]).start()
        },
        Call("enroll(phoneNumber:)") { try await $0.mfa.enroll(mfaToken: "canary", phoneNumber: "canary").start() },
        Call("enroll(email:)") { try await $0.mfa.enroll(mfaToken: "canary", email: "canary").start() },
        Call("enroll, application") { clients in
            let challenge: OTPMFAEnrollmentChallenge = try await clients.mfa.enroll(mfaToken: "canary").start()
            return challenge
        },
        Call("enroll, push") { clients in
            let challenge: PushMFAEnrollmentChallenge = try await clients.mfa.enroll(mfaToken: "canary").start()
            return challenge
        },
        Call("challenge") { try await $0.mfa.challenge(with: "canary", mfaToken: "canary").start() },
        Call("verify(oobCode:)") {
            try await $0.mfa.verify(oobCode: "canary", bindingCode: "canary", mfaToken: "canary").start()
        },
        Call("verify(otp:)") { try await $0.mfa.verify(otp: "canary", mfaToken: "canary").start() },
        Call("verify(recoveryCode:)") { try await $0.mfa.verify(recoveryCode: "canary", mfaToken: "canary").start() },
    ]
}
