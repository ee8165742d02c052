import Auth0
import Testing
import TransportDoubles

/// The HTTP messages of each method, compared with the reference documents.
@Suite struct AuthenticationWireTests {
    private let base = "https://tenant.example.com/"
    private let wire = Wire(Wire.tokens)

    @Test func `row 31 login with a realm`() async throws {
        _ = try await wire.authentication.login(
            usernameOrEmail: "u", password: "p", realmOrConnection: "r", audience: "a", scope: "s"
        ).start()

        #expect(
            wire.sent == "POST \(base)oauth/token "
                + #"{"client_id":"the-client","grant_type":"http://auth0.com/oauth/grant-type/password-realm","#
                + #""username":"u","password":"p","realm":"r","audience":"a","scope":"openid s"}"#)
    }

    @Test func `login in the default directory`() async throws {
        _ = try await wire.authentication.loginDefaultDirectory(withUsername: "u", password: "p").start()

        #expect(
            wire.sent == "POST \(base)oauth/token "
                + #"{"client_id":"the-client","grant_type":"password","username":"u","password":"p","#
                + #""scope":"openid profile email"}"#)
    }

    @Test func `row 32 signup, whose root attributes never replace an argument`() async throws {
        let wire = Wire(#"{"_id":"1","email":"e","email_verified":true,"username":"n"}"#)

        let user = try await wire.authentication.signup(
            email: "e", username: "n", password: "p", connection: "c", userMetadata: ["m": 1],
            rootAttributes: ["given_name": "g", "email": "other", "client_id": "other"]
        ).start()

        #expect(user == (email: "e", username: "n", verified: true))
        #expect(
            wire.sent == "POST \(base)dbconnections/signup "
                + #"{"client_id":"the-client","email":"e","given_name":"g","username":"n","password":"p","#
                + #""connection":"c","user_metadata":{"m":1}}"#)
    }

    @Test func `resetPassword accepts a text response`() async throws {
        let wire = Wire("We've just sent you an email to reset your password.")

        try await wire.authentication.resetPassword(email: "e", connection: "c", organization: "org_1").start()

        #expect(
            wire.sent == "POST \(base)dbconnections/change_password "
                + #"{"client_id":"the-client","email":"e","connection":"c","organization":"org_1"}"#)
    }

    @Test func `row 37 startPasswordless by e-mail and by text message`() async throws {
        try await wire.authentication.startPasswordless(email: "e", type: .webLink).start()
        #expect(
            wire.sent == "POST \(base)passwordless/start "
                + #"{"client_id":"the-client","email":"e","connection":"email","send":"link"}"#)

        try await wire.authentication.startPasswordless(phoneNumber: "+1", type: .iOSLink, connection: "c").start()
        #expect(
            wire.sent == "POST \(base)passwordless/start "
                + #"{"client_id":"the-client","phone_number":"+1","connection":"c","send":"link_ios"}"#)
    }

    @Test func `row 39 login with a code, by e-mail and by text message`() async throws {
        let grant = #""grant_type":"http://auth0.com/oauth/grant-type/passwordless/otp""#

        _ = try await wire.authentication.login(email: "e", code: "1").start()
        #expect(
            wire.sent == "POST \(base)oauth/token {\"client_id\":\"the-client\",\(grant),"
                + #""username":"e","otp":"1","realm":"email","scope":"openid profile email"}"#)

        _ = try await wire.authentication.login(phoneNumber: "+1", code: "2", audience: "a", scope: "openid").start()
        #expect(
            wire.sent == "POST \(base)oauth/token {\"client_id\":\"the-client\",\(grant),"
                + #""username":"+1","otp":"2","realm":"sms","audience":"a","scope":"openid"}"#)
    }

    @Test func `row 40 userInfo`() async throws {
        let wire = Wire(#"{"sub":"s"}"#)

        _ = try await wire.authentication.userInfo(withAccessToken: "AT", tokenType: "DPoP").start()

        #expect(wire.sent == "GET \(base)userinfo")
        #expect(wire.transport.requests.last?.fields["Authorization"] == "DPoP AT")
        #expect(wire.transport.requests.last?.fields["Content-Type"] == "application/json")
    }

    @Test func `row 41 renew: the scope is sent as it is, but with an audience openid is added`() async throws {
        let start = "POST \(base)oauth/token " + #"{"client_id":"the-client","grant_type":"refresh_token","#

        _ = try await wire.authentication.renew(withRefreshToken: "RT").start()
        #expect(wire.sent == start + #""refresh_token":"RT"}"#)

        _ = try await wire.authentication.renew(withRefreshToken: "RT", scope: "read:x").start()
        #expect(wire.sent == start + #""refresh_token":"RT","scope":"read:x"}"#)

        _ = try await wire.authentication.renew(withRefreshToken: "RT", audience: "a", scope: "read:x").start()
        #expect(wire.sent == start + #""refresh_token":"RT","audience":"a","scope":"openid read:x"}"#)
    }

    @Test func `row 42 ssoExchange`() async throws {
        let wire = Wire(#"{"access_token":"ST","issued_token_type":"t","expires_in":60,"id_token":"IT"}"#)

        let sso = try await wire.authentication.ssoExchange(withRefreshToken: "RT").start()

        #expect(sso.sessionTransferToken == "ST")
        #expect(sso.refreshToken == nil)
        #expect(
            wire.sent == "POST \(base)oauth/token "
                + #"{"client_id":"the-client","grant_type":"refresh_token","refresh_token":"RT","#
                + #""audience":"urn:tenant.example.com:session_transfer"}"#)
    }

    @Test func `codeExchange, revoke and jwks`() async throws {
        _ = try await wire.authentication.codeExchange(withCode: "c", codeVerifier: "v", redirectURI: "app://x").start()
        #expect(
            wire.sent == "POST \(base)oauth/token "
                + #"{"client_id":"the-client","grant_type":"authorization_code","code":"c","code_verifier":"v","#
                + #""redirect_uri":"app://x"}"#)

        try await Wire("").authentication.revoke(refreshToken: "RT").start()

        let keys = Wire(#"{"keys":[{"kty":"RSA","kid":"k1","n":"AQ","e":"AQAB","x5c":["x"]}]}"#)
        let set = try await keys.authentication.jwks().start()
        #expect(keys.sent == "GET \(base).well-known/jwks.json")
        #expect(set.key(id: "k1")?.certChain == ["x"])
        #expect(set.key(id: "k2") == nil)
    }
}
