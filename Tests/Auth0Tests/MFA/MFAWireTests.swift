import Auth0
import RequestPipeline
import Testing
import TransportDoubles

@Suite struct MFAWireTests {
    private let base = "https://tenant.example.com/"
    private let sent = Wire(
        #"{"authenticator_type":"oob","binding_method":"prompt","oob_channel":"sms","oob_code":"O","recovery_codes":["R"]}"#
    )

    @Test func `lists the authenticators of the kinds that are allowed`() async throws {
        let wire = Wire(
            #"""
            [{"id":"sms|1","authenticator_type":"oob","oob_channel":"sms","name":"XXX1","active":true,"type":"phone"},
            {"id":"totp|1","authenticator_type":"otp","active":false,"type":"otp"},
            {"id":"x|1","authenticator_type":"oob","active":true}]
            """#)

        let phones = try await wire.mfa.getAuthenticators(mfaToken: "M", factorsAllowed: ["phone", ""]).start()

        #expect(wire.sent == "GET \(base)mfa/authenticators")
        #expect(wire.field("Authorization") == "Bearer M")
        #expect(phones.map(\.id) == ["sms|1"])
        #expect(phones.first?.oobChannel == "sms")
        #expect(phones.first?.name == "XXX1")
        #expect(phones.first?.active == true)
        let all = try await wire.mfa.getAuthenticators(mfaToken: "M", factorsAllowed: ["phone", "otp"]).start()
        #expect(all.map(\.authenticatorType) == ["oob", "otp"])
    }

    @Test func `lists nothing without a kind that is allowed, and sends nothing`() async {
        let wire = Wire("[]")

        let error = await failure(of: wire.mfa.getAuthenticators(mfaToken: "M", factorsAllowed: []))

        #expect(error?.code == "mfa_list_authenticators_error")
        #expect(error?.statusCode == 0)
        #expect((error?.cause as? MfaListAuthenticatorsError)?.code == "invalid_request")
        #expect(wire.transport.requests.isEmpty)
    }

    @Test func `a domain keeps its path`() async throws {
        let wire = Wire("[]")
        let client = Auth0.mfa(clientId: "c", domain: "example.com/tenant", session: wire.transport)

        _ = try await client.getAuthenticators(mfaToken: "M", factorsAllowed: ["otp"]).start()

        #expect(wire.sent == "GET https://example.com/tenant/mfa/authenticators")
    }

    @Test func `enrols a phone and an e-mail address`() async throws {
        let challenge = try await sent.mfa.enroll(mfaToken: "M", phoneNumber: "+1").start()
        #expect(
            sent.sent == "POST \(base)mfa/associate "
                + #"{"authenticator_types":["oob"],"oob_channels":["sms"],"phone_number":"+1"}"#)
        #expect(sent.field("Authorization") == "Bearer M")
        #expect(challenge.oobCode == "O")
        #expect(challenge.bindingMethod == "prompt")
        #expect(challenge.recoveryCodes == ["R"])

        _ = try await sent.mfa.enroll(mfaToken: "M", email: "e").start()
        #expect(
            sent.sent == "POST \(base)mfa/associate "
                + #"{"authenticator_types":["oob"],"oob_channels":["email"],"email":"e"}"#)
    }

    @Test func `enrols an authenticator application and push, distinguished by the result`() async throws {
        let otp = Wire(#"{"authenticator_type":"otp","secret":"S","barcode_uri":"otpauth://x"}"#)
        let app: OTPMFAEnrollmentChallenge = try await otp.mfa.enroll(mfaToken: "M").start()
        #expect(otp.sent == "POST \(base)mfa/associate " + #"{"authenticator_types":["otp"]}"#)
        #expect(otp.field("Authorization") == "Bearer M")
        #expect(app.secret == "S")
        #expect(app.barcodeUri == "otpauth://x")
        #expect(app.recoveryCodes == nil)

        let oob = Wire(
            #"{"authenticator_type":"oob","oob_channel":"auth0","oob_code":"O","barcode_uri":"otpauth://y"}"#)
        let push: PushMFAEnrollmentChallenge = try await oob.mfa.enroll(mfaToken: "M").start()
        #expect(
            oob.sent == "POST \(base)mfa/associate " + #"{"authenticator_types":["oob"],"oob_channels":["auth0"]}"#)
        #expect(push.oobCode == "O")
    }

    @Test func `challenges an authenticator`() async throws {
        let wire = Wire(#"{"challenge_type":"oob","oob_code":"O","binding_method":"prompt"}"#)

        let challenge = try await wire.mfa.challenge(with: "sms|1", mfaToken: "M").start()

        #expect(
            wire.sent == "POST \(base)mfa/challenge "
                + #"{"client_id":"the-client","challenge_type":"oob","authenticator_id":"sms|1","mfa_token":"M"}"#)
        #expect(wire.field("Authorization") == nil)
        #expect(challenge.challengeType == "oob")
        #expect(challenge.oobCode == "O")
    }

    @Test func `a login without a token is refused before a request is sent`() async {
        let error = await failure(of: sent.mfa.enroll(mfaToken: "", email: "e"))

        #expect((error?.cause as? ConfigurationError)?.code == .missingToken)
        #expect(sent.transport.requests.isEmpty)
    }

    @Test func `an error about a missing member names it`() async {
        let error = await failure(of: Wire(#"{"challenge_type":"oob"}"#).mfa.challenge(with: "1", mfaToken: "M"))

        #expect((error?.cause as? ResponseError)?.path == "oob_code")
        #expect(error?.code == "mfa_challenge_error")
    }
}
