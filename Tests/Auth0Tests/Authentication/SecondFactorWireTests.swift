import Auth0
import Testing
import TransportDoubles

/// The second factor at the token endpoint, and by the calls of the Authentication client.
@Suite struct SecondFactorWireTests {
    private let base = "https://tenant.example.com/"
    private let wire = Wire(Wire.tokens)

    /// Each proof by the calls of both clients, and what they send.
    private static let proofs: [(sent: String, send: @Sendable (Wire) async throws -> Credentials)] = [
        (#"otp","otp":"1"#, { try await $0.authentication.login(withOTP: "1", mfaToken: "M").start() }),
        (#"otp","otp":"1"#, { try await $0.mfa.verify(otp: "1", mfaToken: "M").start() }),
        (
            #"oob","oob_code":"O","binding_code":"2"#,
            { try await $0.authentication.login(withOOBCode: "O", mfaToken: "M", bindingCode: "2").start() }
        ),
        (
            #"oob","oob_code":"O","binding_code":"2"#,
            { try await $0.mfa.verify(oobCode: "O", bindingCode: "2", mfaToken: "M").start() }
        ),
        (#"oob","oob_code":"O"#, { try await $0.authentication.login(withOOBCode: "O", mfaToken: "M").start() }),
        (#"oob","oob_code":"O"#, { try await $0.mfa.verify(oobCode: "O", bindingCode: nil, mfaToken: "M").start() }),
        (
            #"recovery-code","recovery_code":"R"#,
            { try await $0.authentication.login(withRecoveryCode: "R", mfaToken: "M").start() }
        ),
        (#"recovery-code","recovery_code":"R"#, { try await $0.mfa.verify(recoveryCode: "R", mfaToken: "M").start() }),
    ]

    @Test func `both clients send a code, an approval and a recovery code, and return the next recovery code`()
        async throws
    {
        for (sent, send) in Self.proofs {
            let credentials = try await send(wire)

            #expect(
                wire.sent == "POST \(base)oauth/token "
                    + #"{"client_id":"the-client","grant_type":"http://auth0.com/oauth/grant-type/mfa-"#
                    + sent + #"","mfa_token":"M"}"#)
            #expect(wire.field("Authorization") == nil)
            #expect(credentials.recoveryCode == "RC")
        }
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
