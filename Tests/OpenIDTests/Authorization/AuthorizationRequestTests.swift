import HTTPMessages
import OpenID
import Testing

@Suite struct AuthorizationRequestTests {
    @Test func `keeps the order, replaces by name and escapes everything`() throws {
        var request = AuthorizationRequest(to: try HTTPURL("https://t.example/authorize"))
        request.set("response_type", "code")
        request.set("scope", "openid a+b")
        request.set("redirect_uri", "http://127.0.0.1:1/cb?x=1&y=2#z")
        request.set("scope", "openid c+d&ü")
        request.set("audience", nil)

        #expect(
            try request.url().string == "https://t.example/authorize?response_type=code&scope=openid%20c%2Bd%26%C3%BC"
                + "&redirect_uri=http%3A%2F%2F127.0.0.1%3A1%2Fcb%3Fx%3D1%26y%3D2%23z")
    }

    @Test(arguments: [
        ("https://t.example/a?x=1", "https://t.example/a?x=1&b=c"), ("https://t.example/a?", "https://t.example/a?b=c"),
        ("https://t.example", "https://t.example/?b=c"),
    ])
    func `a query of the endpoint stays`(endpoint: String, whole: String) throws {
        var request = AuthorizationRequest(to: try HTTPURL(endpoint))
        request.set("b", "c")

        #expect(try request.url().string == whole)
    }

    @Test(arguments: [
        "b=x", "x=1&b", "%62=x", "B=x", "+b+=x",
        "Client_Id=other", "state=s&b=1", "client_id=other", "response_mode=fragment", "request_uri=u", "x=1&x=2",
        "%zz",
    ])
    func `RFC 6749 §3.1 an endpoint whose query would repeat a parameter is refused`(query: String) throws {
        var request = AuthorizationRequest(to: try HTTPURL("https://t.example/a?\(query)"))
        request.set("b", "c")

        let error = #expect(throws: AuthorizationError.self) { try request.url() }

        #expect(error?.code == .requestInvalid)
    }

    @Test(arguments: ["a\r\nb", "a\0b", "a\u{7F}"])
    func `T8 a control character is refused`(value: String) throws {
        var request = AuthorizationRequest(to: try HTTPURL("https://t.example/"))
        request.set("login_hint", value)

        #expect(throws: AuthorizationError.self) { try request.url() }
    }
}

@Suite struct PKCETests {
    @Test func `A3 the challenge is that of RFC 7636, appendix B`() throws {
        let pkce = try PKCE(verifier: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")

        #expect(pkce.challenge == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
        #expect(PKCE.method == "S256")
        #expect(!"\(pkce)".contains(pkce.verifier))
    }

    @Test func `each pair is another one, of 256 bits`() throws {
        let verifiers = try Set((0..<100).map { _ in try PKCE().verifier })

        #expect(verifiers.count == 100)
        #expect(verifiers.allSatisfy { $0.utf8.count == 43 })
    }

    @Test(arguments: ["", "short", String(repeating: "a", count: 129), String(repeating: "ä", count: 43)])
    func `a verifier that RFC 7636 does not allow is refused`(verifier: String) {
        #expect(throws: AuthorizationError.self) { try PKCE(verifier: verifier) }
    }
}
