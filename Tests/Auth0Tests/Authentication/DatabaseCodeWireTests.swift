import Auth0
import Testing
import TransportDoubles

@Suite struct DatabaseCodeWireTests {
    private let base = "https://tenant.example.com/"
    private let wire = Wire(#"{"auth_session":"S"}"#)

    @Test func `passwordlessChallenge by e-mail and by telephone`() async throws {
        let challenge = try await wire.authentication.passwordlessChallenge(email: "e").start()
        #expect(challenge == PasswordlessChallenge(authSession: "S"))
        #expect(
            wire.sent == "POST \(base)otp/challenge "
                + #"{"client_id":"the-client","email":"e","connection":"Username-Password-Authentication","#
                + #""allow_signup":false}"#)

        _ = try await wire.authentication.passwordlessChallenge(
            phoneNumber: "+1", connection: "c", deliveryMethod: .voice, allowSignup: true
        ).start()
        #expect(
            wire.sent == "POST \(base)otp/challenge "
                + #"{"client_id":"the-client","phone_number":"+1","delivery_method":"voice","connection":"c","#
                + #""allow_signup":true}"#)
    }

    @Test func `login with the code of a challenge names neither realm nor user`() async throws {
        let wire = Wire(Wire.tokens)

        _ = try await wire.authentication.login(
            otp: "123456", challenge: PasswordlessChallenge(authSession: "S"), audience: "a", scope: "s"
        ).start()

        #expect(
            wire.sent == "POST \(base)oauth/token {\"client_id\":\"the-client\","
                + #""grant_type":"http://auth0.com/oauth/grant-type/passwordless/otp","auth_session":"S","#
                + #""otp":"123456","audience":"a","scope":"openid s"}"#)
    }
}
