import Auth0
import HTTPMessages
import RequestPipeline
import Testing
import TransportDoubles

@Suite struct EnrollmentWireTests {
    private let base = "https://tenant.example.com/me/v1/authentication-methods"
    private let method = Wire(
        #"{"id":"1","type":"phone","created_at":"2026-01-01T00:00:00.000Z","usage":[]}"#, status: 201)

    private func wire(_ members: String = "") -> Wire {
        Wire(
            #"{"id":"x|1","auth_session":"S"\#(members)}"#, status: 201,
            fields: ["Location": "https://tenant.example.com/me/v1/authentication-methods/x%7C1"])
    }

    @Test func `begins with a phone`() async throws {
        let wire = wire()

        let challenge = try await wire.myAccount().enrollPhone(phoneNumber: "+1").start()
        #expect(wire.sent == "POST \(base) " + #"{"type":"phone","phone_number":"+1"}"#)
        #expect(wire.field("Authorization") == "Bearer the-token")
        #expect(challenge.authenticationId == "x|1")
        #expect(challenge.authenticationSession == "S")

        _ = try await wire.myAccount().enrollPhone(phoneNumber: "+1", preferredAuthenticationMethod: .voice).start()
        #expect(
            wire.sent == "POST \(base) "
                + #"{"type":"phone","phone_number":"+1","preferred_authentication_method":"voice"}"#)
    }

    @Test func `begins with an e-mail address`() async throws {
        let wire = wire()

        #expect(try await wire.myAccount().enrollEmail(emailAddress: "e").start().authenticationId == "x|1")

        #expect(wire.sent == "POST \(base) " + #"{"type":"email","email":"e"}"#)
    }

    @Test func `begins with an authenticator application, and with push`() async throws {
        let totp = wire(#","barcode_uri":"otpauth://x","manual_input_code":"M""#)
        let app = try await totp.myAccount().enrollTOTP().start()
        #expect(totp.sent == "POST \(base) " + #"{"type":"totp"}"#)
        #expect(app.authenticatorQRCodeURI == "otpauth://x")
        #expect(app.authenticatorManualInputCode == "M")

        let notification = wire(#","barcode_uri":"otpauth://y""#)
        let push = try await notification.myAccount().enrollPushNotification().start()
        #expect(notification.sent == "POST \(base) " + #"{"type":"push-notification"}"#)
        #expect(push.authenticatorQRCodeURI == "otpauth://y")
        #expect(push.authenticatorManualInputCode == nil)
    }

    @Test func `begins with a recovery code`() async throws {
        let wire = wire(#","recovery_code":"R""#)

        #expect(try await wire.myAccount().enrollRecoveryCode().start().recoveryCode == "R")

        #expect(wire.sent == "POST \(base) " + #"{"type":"recovery-code"}"#)
    }

    @Test func `begins with a password and returns the policy`() async throws {
        let wire = wire(
            #"""
            ,"policy":{"complexity":{"min_length":8,"character_types":["number"],"character_type_rule":"all",
            "identical_characters":"allow","sequential_characters":"block","max_length_exceeded":"error"},
            "profile_data":{"active":true,"blocked_fields":["name"]},"history":{"active":true,"size":5},
            "dictionary":{"active":true,"default":"en_10k"}}
            """#)

        let policy = try await wire.myAccount().enrollPassword(userIdentityId: "u", connection: "c").start().policy
        #expect(wire.sent == "POST \(base) " + #"{"type":"password","identity_user_id":"u","connection":"c"}"#)
        #expect(policy.complexity.minLength == 8)
        #expect(policy.complexity.characterTypes == ["number"])
        #expect(policy.complexity.characterTypeRule == "all")
        #expect(policy.complexity.identicalCharacters == "allow")
        #expect(policy.complexity.sequentialCharacters == "block")
        #expect(policy.complexity.maxLengthExceeded == "error")
        #expect(policy.profileData.blockedFields == ["name"])
        #expect(policy.history.size == 5)
        #expect(policy.dictionary.default == "en_10k")

        _ = try await wire.myAccount().enrollPassword().start()
        #expect(wire.sent == "POST \(base) " + #"{"type":"password"}"#)
    }

    @Test(arguments: [
        "https://tenant.example.com/me/v1/authentication-methods/x%7C1", "/me/v1/authentication-methods/x%7C1/?a=/b#/c",
        "x|1",
    ])
    func `uses the ID of the field Location when the body has none`(location: String) async throws {
        let wire = Wire(#"{"auth_session":"S"}"#, status: 201, fields: ["lOCATION": location])

        let challenge = try await wire.myAccount().enrollEmail(emailAddress: "e").start()

        #expect(challenge.authenticationId == "x|1")
    }

    @Test(arguments: [[:], ["Location": ""], ["Location": "/a%FFb"]])
    func `refuses an enrolment without any ID`(fields: [String: String]) async {
        var all = TransportFields()
        for (name, value) in fields { all[name] = value }
        let wire = Wire(#"{"auth_session":"S"}"#, status: 201, fields: all)

        let error = await failure(of: wire.myAccount().enrollEmail(emailAddress: "e"))

        #expect((error?.cause as? ResponseError)?.path == "id")
    }

    @Test func `ends with a code`() async throws {
        let code = #"{"auth_session":"S","otp_code":"1"}"#
        let account = method.myAccount()

        _ = try await account.confirmPhoneEnrollment(id: "phone|1", authSession: "S", otpCode: "1").start()
        #expect(method.sent == "POST \(base)/phone%7C1/verify \(code)")
        _ = try await account.confirmEmailEnrollment(id: "email|1", authSession: "S", otpCode: "1").start()
        #expect(method.sent == "POST \(base)/email%7C1/verify \(code)")
        _ = try await account.confirmTOTPEnrollment(id: "a/b", authSession: "S", otpCode: "1").start()
        #expect(method.sent == "POST \(base)/a%2Fb/verify \(code)")
    }

    @Test func `ends with only the session, or with a password`() async throws {
        let account = method.myAccount()

        _ = try await account.confirmPushNotificationEnrollment(id: "1", authSession: "S").start()
        #expect(method.sent == "POST \(base)/1/verify " + #"{"auth_session":"S"}"#)
        _ = try await account.confirmRecoveryCodeEnrollment(id: "2", authSession: "S").start()
        #expect(method.sent == "POST \(base)/2/verify " + #"{"auth_session":"S"}"#)
        let set = try await account.confirmPasswordEnrollment(id: "3", authSession: "S", newPassword: "P").start()
        #expect(method.sent == "POST \(base)/3/verify " + #"{"auth_session":"S","new_password":"P"}"#)
        #expect(set.type == "phone")
    }

    @Test func `changes a method`() async throws {
        let account = method.myAccount()

        _ = try await account.updateAuthenticationMethod(
            by: "phone|1", name: "n", preferredAuthenticationMethod: .sms
        ).start()
        #expect(
            method.sent == "PATCH \(base)/phone%7C1 " + #"{"name":"n","preferred_authentication_method":"sms"}"#)

        _ = try await account.updateAuthenticationMethod(by: "phone|1").start()
        #expect(method.sent == "PATCH \(base)/phone%7C1")
    }

    @Test(arguments: ["", ".", "..", "a\nb"])
    func `an ID that would name another path is refused before a request is sent`(id: String) async {
        let account = method.myAccount()
        let confirmed = await failure(of: account.confirmPushNotificationEnrollment(id: id, authSession: "S"))
        let updated = await failure(of: account.updateAuthenticationMethod(by: id, name: "n"))

        #expect((confirmed?.cause as? TransportError)?.code == .invalidArgument)
        #expect((updated?.cause as? TransportError)?.code == .invalidArgument)
        #expect(method.transport.requests.isEmpty)
    }
}
