import Auth0

extension Call {
    static let authentication = [
        Call("login(usernameOrEmail:)") { clients in
            try await clients.authentication.login(
                usernameOrEmail: "canary", password: "canary", realmOrConnection: "r"
            ).start()
        },
        Call("loginDefaultDirectory") { clients in
            try await clients.authentication.loginDefaultDirectory(withUsername: "canary", password: "canary").start()
        },
        Call("signup") { clients in
            try await clients.authentication.signup(
                email: "canary", username: "canary", password: "canary", connection: "c",
                userMetadata: ["scope": "canary"], rootAttributes: ["given_name": "canary"]
            ).start().verified
        },
        Call(void: "resetPassword") { clients in
            try await clients.authentication.resetPassword(email: "canary", connection: "c").start()
        },
        Call(void: "startPasswordless(email:)") { clients in
            try await clients.authentication.startPasswordless(email: "canary").start()
        },
        Call(void: "startPasswordless(phoneNumber:)") { clients in
            try await clients.authentication.startPasswordless(phoneNumber: "canary").start()
        },
        Call("login(email:code:)") { clients in
            try await clients.authentication.login(email: "canary", code: "canary").start()
        },
        Call("login(phoneNumber:code:)") { clients in
            try await clients.authentication.login(phoneNumber: "canary", code: "canary").start()
        },
        Call("passwordlessChallenge(email:)") { clients in
            try await clients.authentication.passwordlessChallenge(email: "canary").start()
        },
        Call("passwordlessChallenge(phoneNumber:)") { clients in
            try await clients.authentication.passwordlessChallenge(phoneNumber: "canary").start()
        },
        Call("login(otp:challenge:)") { clients in
            try await clients.authentication.login(
                otp: "canary", challenge: PasswordlessChallenge(authSession: "canary")
            ).start()
        },
    ]

    static let tokens = [
        Call("userInfo") { clients in
            try await clients.authentication.userInfo(withAccessToken: "canary").start()
        },
        Call("codeExchange") { clients in
            try await clients.authentication.codeExchange(
                withCode: "canary", codeVerifier: "canary", redirectURI: "canary"
            ).start()
        },
        Call("renew") { clients in try await clients.authentication.renew(withRefreshToken: "canary").start() },
        Call("ssoExchange") { clients in
            try await clients.authentication.ssoExchange(withRefreshToken: "canary").start()
        },
        Call(void: "revoke") { clients in
            try await clients.authentication.revoke(refreshToken: "canary").start()
        },
        Call("jwks") { clients in try await clients.authentication.jwks().headers(["X": "canary"]).start() },
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
        Call("deviceAuthorization") { clients in
            try await clients.authentication.deviceAuthorization().headers(["X": "canary"]).start()
        },
        Call("login(withOTP:)") { clients in
            try await clients.authentication.login(withOTP: "canary", mfaToken: "canary").start()
        },
        Call("login(withOOBCode:)") { clients in
            try await clients.authentication.login(
                withOOBCode: "canary", mfaToken: "canary", bindingCode: "canary"
            ).start()
        },
        Call("login(withRecoveryCode:)") { clients in
            try await clients.authentication.login(withRecoveryCode: "canary", mfaToken: "canary").start()
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
        ) { clients in
            try await clients.mfa.getAuthenticators(mfaToken: "canary", factorsAllowed: ["phone"]).start()
        },
        Call("enroll(phoneNumber:)") { clients in
            try await clients.mfa.enroll(mfaToken: "canary", phoneNumber: "canary").start()
        },
        Call("enroll(email:)") { clients in
            try await clients.mfa.enroll(mfaToken: "canary", email: "canary").start()
        },
        Call("enroll, application") { clients in
            let challenge: OTPMFAEnrollmentChallenge = try await clients.mfa.enroll(mfaToken: "canary").start()
            return challenge
        },
        Call("enroll, push") { clients in
            let challenge: PushMFAEnrollmentChallenge = try await clients.mfa.enroll(mfaToken: "canary").start()
            return challenge
        },
        Call("challenge") { clients in
            try await clients.mfa.challenge(with: "canary", mfaToken: "canary").start()
        },
        Call("verify(oobCode:)") { clients in
            try await clients.mfa.verify(oobCode: "canary", bindingCode: "canary", mfaToken: "canary").start()
        },
        Call("verify(otp:)") { clients in try await clients.mfa.verify(otp: "canary", mfaToken: "canary").start() },
        Call("verify(recoveryCode:)") { clients in
            try await clients.mfa.verify(recoveryCode: "canary", mfaToken: "canary").start()
        },
    ]
}
