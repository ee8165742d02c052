import Auth0
import Testing
import TransportDoubles

/// The second factor by the calls of the Authentication client.
@Suite struct SecondFactorWireTests {
    private let base = "https://tenant.example.com/"
    private let wire = Wire(Wire.tokens)
    private let grant =
        "POST https://tenant.example.com/oauth/token "
        + #"{"client_id":"the-client","grant_type":"http://auth0.com/oauth/grant-type/"#

    @Test func `login with a one-time code`() async throws {
        _ = try await wire.authentication.login(withOTP: "1", mfaToken: "M").start()

        #expect(wire.sent == grant + #"mfa-otp","otp":"1","mfa_token":"M"}"#)
    }

    @Test func `login with a code that was sent, and with an approval on the phone`() async throws {
        _ = try await wire.authentication.login(withOOBCode: "O", mfaToken: "M", bindingCode: "2").start()
        #expect(wire.sent == grant + #"mfa-oob","oob_code":"O","binding_code":"2","mfa_token":"M"}"#)

        _ = try await wire.authentication.login(withOOBCode: "O", mfaToken: "M").start()
        #expect(wire.sent == grant + #"mfa-oob","oob_code":"O","mfa_token":"M"}"#)
    }

    @Test func `login with a recovery code returns the next one`() async throws {
        let credentials = try await wire.authentication.login(withRecoveryCode: "R", mfaToken: "M").start()

        #expect(wire.sent == grant + #"mfa-recovery-code","recovery_code":"R","mfa_token":"M"}"#)
        #expect(credentials.recoveryCode == "RC")
    }

    @Test func `a challenge carries the proof of a confidential client`() async throws {
        let wire = Wire(#"{"challenge_type":"otp"}"#)
        let client = wire.authentication.clientAuthentication(.secretPost("a secret"))

        _ = try await client.multifactorChallenge(mfaToken: "M").start()

        #expect(wire.sent.contains(#""client_secret":"a secret""#))
    }

    @Test func `multifactorChallenge`() async throws {
        let wire = Wire(#"{"challenge_type":"oob","oob_code":"O","binding_method":"prompt"}"#)

        let challenge = try await wire.authentication.multifactorChallenge(
            mfaToken: "M", types: ["otp", "oob"], authenticatorId: "sms|1"
        ).start()

        #expect(
            wire.sent == "POST \(base)mfa/challenge {\"client_id\":\"the-client\","
                + #""mfa_token":"M","challenge_type":"otp oob","authenticator_id":"sms|1"}"#)
        #expect(challenge.oobCode == "O")
        #expect(challenge.bindingMethod == "prompt")

        let code = Wire(#"{"challenge_type":"otp"}"#)
        #expect(try await code.authentication.multifactorChallenge(mfaToken: "M").start().oobCode == nil)
        #expect(code.sent == "POST \(base)mfa/challenge {\"client_id\":\"the-client\",\"mfa_token\":\"M\"}")
    }
}
