public import Auth0
public import Foundation
import OpenID
import Testing
import TransportDoubles

extension PersonNameComponents: NamedPerson {}

@Suite struct TokenExchangeWireTests {
    private let wire = Wire(Wire.tokens)
    private let exchange =
        "POST https://tenant.example.com/oauth/token "
        + #"{"client_id":"the-client","grant_type":"urn:ietf:params:oauth:grant-type:token-exchange","#

    @Test func `row 46 login with a code of Apple`() async throws {
        let apple =
            exchange + #""subject_token":"auth-code","#
            + #""subject_token_type":"http://auth0.com/oauth/token-type/apple-authz-code","#

        _ = try await wire.authentication.login(appleAuthorizationCode: "auth-code").start()
        #expect(wire.sent == apple + #""scope":"openid profile email"}"#)

        let name = PersonName(givenName: "Zoë", familyName: nil)
        _ = try await wire.authentication.login(
            appleAuthorizationCode: "auth-code", fullName: name, profile: ["name": "x", "n": 1], audience: "a",
            scope: "s"
        ).start()
        #expect(
            wire.sent == apple + #""audience":"a","scope":"openid s","#
                + #""user_profile":"{\"n\":1,\"name\":{\"firstName\":\"Zoë\"}}"}"#)
    }

    @Test func `row 46 the name may be Foundation's, and an empty one is left out`() async throws {
        var name = PersonNameComponents()
        _ = try await wire.authentication.login(appleAuthorizationCode: "auth-code", fullName: name).start()
        #expect(!wire.sent.contains("user_profile"))

        name.givenName = "Ada"
        name.familyName = "L"
        _ = try await wire.authentication.login(appleAuthorizationCode: "auth-code", fullName: name).start()
        #expect(
            wire.sent.hasSuffix(
                #""user_profile":"{\"name\":{\"firstName\":\"Ada\",\"lastName\":\"L\"}}"}"#))
    }

    @Test func `row 47 login with a token of Facebook, whose profile is always sent`() async throws {
        let facebook =
            exchange + #""subject_token":"T","#
            + #""subject_token_type":"http://auth0.com/oauth/token-type/facebook-info-session-access-token","#
            + #""scope":"openid profile email","user_profile":"#

        _ = try await wire.authentication.login(facebookSessionAccessToken: "T", profile: ["key": "value\n"]).start()
        #expect(wire.sent == facebook + #""{\"key\":\"value\\n\"}"}"#)

        _ = try await wire.authentication.login(facebookSessionAccessToken: "T", profile: [:]).start()
        #expect(wire.sent == facebook + #""{}"}"#)
    }

    @Test func `a profile that JSON cannot represent is refused before a request is sent`() async {
        let error = await #expect(throws: AuthenticationError.self) {
            try await wire.authentication.login(facebookSessionAccessToken: "T", profile: ["d": Date()]).start()
        }

        #expect((error?.cause as? TransportError)?.code == .invalidArgument)
        #expect(wire.transport.requests.isEmpty)
    }

    @Test func `K8 customTokenExchange, in which no parameter replaces an argument, not even an absent one`()
        async throws
    {
        let request = wire.authentication.customTokenExchange(
            subjectToken: "T", subjectTokenType: "urn:t",
            parameters: [
                "client_id": "x", "grant_type": "x", "subject_token": "x", "subject_token_type": "x", "audience": "x",
                "scope": "x", "organization": "x", "actor_token": "x", "Grant_Type": "x", "scope ": "x",
                "subject.token": "x", "actor_token_type[]": "x", "device": ["id": 7],
            ])
        _ = try await request.start()
        #expect(
            wire.sent == "POST https://tenant.example.com/oauth/token "
                + #"{"client_id":"the-client","device":{"id":7},"#
                + #""grant_type":"urn:ietf:params:oauth:grant-type:token-exchange","subject_token":"T","#
                + #""subject_token_type":"urn:t","scope":"openid profile email"}"#)
    }

    @Test func `customTokenExchange with an organization and an actor`() async throws {
        _ = try await wire.authentication.customTokenExchange(
            subjectToken: "T", subjectTokenType: "urn:t", audience: "a", scope: "openid", organization: "org_1",
            actorToken: ActorToken(token: "AT", tokenType: "urn:a")
        ).start()

        #expect(
            wire.sent == exchange + #""subject_token":"T","subject_token_type":"urn:t","audience":"a","#
                + #""scope":"openid","organization":"org_1","actor_token":"AT","actor_token_type":"urn:a"}"#)
    }

    @Test func `a profile contains the chain of actors`() async throws {
        let wire = Wire(
            #"{"sub":"s","act":{"sub":"agent","client":"c","act":{"sub":"before","act":{"client":"no sub"}}},"x":1}"#)

        let user = try await wire.authentication.userInfo(withAccessToken: "AT").start()

        #expect(user.act?.sub == "agent")
        #expect(user.act?.additionalClaims["client"] as? String == "c")
        #expect(user.act?.act?.sub == "before")
        #expect(user.act?.act?.act == nil)
        #expect(
            user.act.map { "\($0)" } == #"ActClaim(sub: "agent", act: Optional(ActClaim(sub: "before", act: nil)))"#)
        #expect(user.customClaims?.keys.sorted() == ["x"])
        #expect(ActClaim(json: ["client": "c"]) == nil)
    }
}
