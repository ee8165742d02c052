import Auth0
import Foundation
import HTTPMessages
import RequestPipeline
import Testing

@Suite struct CredentialsTests {
    @Test func `reads a token response`() async throws {
        let before = Date()

        let credentials = try await Wire(Wire.tokens).authentication.renew(withRefreshToken: "RT").start()

        #expect(credentials.accessToken == "AT")
        #expect(credentials.tokenType == "bearer")
        #expect(credentials.idToken == "IT")
        #expect(credentials.refreshToken == "RT")
        #expect(credentials.scope == "openid")
        #expect(credentials.recoveryCode == "RC")
        #expect((before + 86_399...Date() + 86_401).contains(credentials.expiresIn))
        #expect(credentials.expiresAt == credentials.expiresIn)
    }

    @Test(arguments: [
        "{}", #"{"access_token":"","token_type":"bearer"}"#, #"{"access_token":7,"token_type":"bearer"}"#,
        #"{"access_token":"AT"}"#, #"{"access_token":"AT","token_type":"mac"}"#,
        #"{"access_token":"AT","token_type":null}"#, #"{"access_token":"AT","token_type":"bearer","expires_in":0}"#,
        #"{"access_token":"AT","token_type":"bearer","expires_in":-5}"#,
        #"{"access_token":"AT","token_type":"bearer","expires_in":"soon"}"#,
        #"{"access_token":"AT","token_type":"bearer","expires_in":true}"#,
        #"{"access_token":"AT","token_type":"bearer","scope":["openid",7]}"#,
        #"{"access_token":"AT","token_type":"bearer","scope":7}"#,
        #"{"access_token":"AT","token_type":"bearer","expires_in":315360001}"#,
        #"{"access_token":"AT","token_type":"bearer","expires_in":1e400}"#,
        #"{"access_token":"AT","token_type":"bearer","refresh_token":["RT"]}"#,
        #"{"access_token":"AT","access_token":"BT","token_type":"bearer"}"#,
    ])
    func `J21 refuses an invalid token response`(body: String) async {
        let error = await failure(of: Wire(body).authentication.renew(withRefreshToken: "RT"))

        #expect(error?.cause is ResponseError)
        #expect(error?.statusCode == 200)
    }

    @Test(arguments: [
        (#""scope":["openid","email"],"expires_in":null"#, "openid email"), (#""scope":[]"#, nil),
        (#""scope":"openid email""#, "openid email"), (#""scope":null,"expires_in":"60""#, nil),
    ])
    func `a scope may be a list, and null members are absent`(members: String, scope: String?) async throws {
        let wire = Wire(#"{"access_token":"AT","token_type":"bearer",\#(members)}"#)

        let credentials = try await wire.authentication.renew(withRefreshToken: "RT").start()

        #expect(credentials.scope == scope)
    }

    @Test func `survives encoding and decoding with any coder`() throws {
        let credentials = Credentials(
            accessToken: "AT", tokenType: "Bearer", idToken: "IT", refreshToken: "RT",
            expiresIn: Date(timeIntervalSinceReferenceDate: 812_345_678.125), scope: "a b", recoveryCode: "RC")
        let sso = SSOCredentials(
            sessionTransferToken: "ST", issuedTokenType: "t", expiresIn: credentials.expiresIn, idToken: "IT")

        let json = try JSONDecoder().decode(Credentials.self, from: JSONEncoder().encode(credentials))
        let list = try PropertyListDecoder().decode(Credentials.self, from: PropertyListEncoder().encode(credentials))
        let session = try JSONDecoder().decode(SSOCredentials.self, from: JSONEncoder().encode(sso))

        #expect(json == credentials)
        #expect(list.accessToken == "AT")
        #expect(abs(list.expiresIn.timeIntervalSince(credentials.expiresIn)) < 1)
        #expect(session == sso)
    }

    @Test func `decodes a server response with the coder of Foundation`() throws {
        let (text, before) = (#"{"access_token":"AT","token_type":"Bearer","expires_in":60}"#, Date())

        let credentials = try JSONDecoder().decode(Credentials.self, from: Data(text.utf8))
        let empty = try JSONDecoder().decode(Credentials.self, from: Data("{}".utf8))

        #expect((before + 59...Date() + 61).contains(credentials.expiresIn))
        #expect(credentials.idToken == "")
        #expect(empty.accessToken == "")
    }

    @Test func `L1 L3 no description or mirror shows a secret`() {
        let credentials = Credentials(
            accessToken: "canary", tokenType: "Bearer", idToken: "canary", refreshToken: "canary", scope: "openid",
            recoveryCode: "canary")
        let sso = SSOCredentials(
            sessionTransferToken: "canary", issuedTokenType: "t", expiresIn: Date(), idToken: "canary",
            refreshToken: "canary")
        let error = AuthenticationError(info: ["error": "mfa_required", "mfa_token": "canary"], statusCode: 403)
        let profile = UserInfo(json: ["sub": "s", "email": "canary", "x": "canary"])
        let values: [Any] = [
            credentials, sso, error, profile as Any, Auth0.users(token: "canary", domain: "t.example"),
            Auth0.myAccount(token: "canary", domain: "t.example"), [credentials], Optional(credentials) as Any,
            Auth0.myAccount(token: "canary", domain: "t.example").authenticationMethods,
            Wire().authentication.renew(withRefreshToken: "canary"),
            Wire().authentication.renew(withRefreshToken: "canary").onMainActor(),
            TransportResponse(status: 200, fields: ["X": "canary"], body: Array("canary".utf8)),
            Wire().authentication.renew(withRefreshToken: "canary").headers(["X": "canary"]).start(),
            ManagementError(info: ["message": "no", "token": "canary"], statusCode: 400),
            MyAccountError(info: ["title": "no", "token": "canary"], statusCode: 400),
        ]

        for value in values {
            var dumped = ""
            dump(value, to: &dumped)
            #expect(!"\(value)".contains("canary"))
            #expect(!String(reflecting: value).contains("canary"))
            #expect(!dumped.contains("canary"))
        }
        #expect(
            "\(credentials)".contains(
                #"Credentials(accessToken: "<REDACTED>", tokenType: "Bearer", idToken: "<REDACTED>", refreshToken: Optional("<REDACTED>"), expiresIn: "#
            ))
    }
}
