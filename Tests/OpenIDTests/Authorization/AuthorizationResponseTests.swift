import OpenID
import Testing

@Suite struct AuthorizationResponseTests {
    private let expectation = AuthorizationResponse.Expectation(state: "st+te/1", issuer: "https://t.example/")

    private func read(
        _ query: String, _ expectation: AuthorizationResponse.Expectation? = nil
    ) -> Result<AuthorizationResponse, AuthorizationError>? {
        AuthorizationResponse.validate(query, expecting: expectation ?? self.expectation)
    }

    private func failure(_ query: String, _ expectation: AuthorizationResponse.Expectation? = nil)
        -> AuthorizationError?
    {
        guard case .failure(let error) = read(query, expectation) else { return nil }
        return error
    }

    @Test func `reads a code and the other parameters`() throws {
        let answer = try #require(try read("code=a%2Bb+c&state=st%2Bte%2F1&session_state=x")?.get())

        #expect(answer.code == "a+b c")
        #expect(answer.parameters == ["session_state": "x"])
        #expect(!"\(answer)".contains("a+b"))
    }

    @Test(arguments: [
        "", "code=1", "code=1&state=", "code=1&state=st te/1", "code=1&State=st%2Bte%2F1", "state=other&code=1",
        "code=1&state=st%2Bte%2F1x", "code=1&state=st%2Bte%2F", "error=access_denied", "error=access_denied&state=x",
        "code=1&code=2&state=x", "%zz", "state=%zz&code=1",
    ])
    func `A1 A2 without the state of this login no query is a response, not even an error`(query: String) {
        #expect(read(query) == nil)
    }

    @Test func `A2 with the state an error is the provider's, with its parameters`() throws {
        let error = try #require(failure("error=access_denied&error_description=No%21&state=st%2Bte%2F1"))

        #expect(error.code == .refused)
        #expect(error.parameters == ["error": "access_denied", "error_description": "No!"])
    }

    @Test(arguments: [
        ("code=1&state=st%2Bte%2F1&iss=https://t.example/", nil),
        ("code=1&state=st%2Bte%2F1", nil),
        ("code=1&state=st%2Bte%2F1&iss=https://t.example", AuthorizationError.Code.issuerMismatch),
        ("code=1&state=st%2Bte%2F1&iss=https://T.example/", .issuerMismatch),
        ("code=1&state=st%2Bte%2F1&iss=https://evil.example/", .issuerMismatch),
        ("error=x&state=st%2Bte%2F1&iss=https://evil.example/", .issuerMismatch),
    ])
    func `A4 a response of another issuer is refused`(query: String, code: AuthorizationError.Code?) {
        #expect(failure(query)?.code == code)
    }

    @Test func `A4 the issuer is required when the metadata says so`() {
        let strict = AuthorizationResponse.Expectation(state: "s", issuer: "https://t.example/", requiresIssuer: true)

        #expect(failure("code=1&state=s", strict)?.code == .issuerMismatch)
        #expect(failure("code=1&state=s&iss=https://t.example/", strict) == nil)
    }

    @Test(arguments: [
        "code=1&code=2&state=st%2Bte%2F1", "code=1&state=st%2Bte%2F1&state=st%2Bte%2F1",
        "state=x&code=1&state=st%2Bte%2F1", "code=1&error=x&state=st%2Bte%2F1", "code=%zz&state=st%2Bte%2F1",
    ])
    func `A14 a contradiction in the response is a failure`(query: String) {
        #expect(failure(query)?.code == .malformedCallback)
    }

    @Test(arguments: ["access_token=t", "id_token=t&code=1", "refresh_token=t", "token=t&code=1"])
    func `A16 a token in the callback is refused, and not kept`(query: String) throws {
        let error = try #require(failure(query + "&state=st%2Bte%2F1"))

        #expect(error.code == .tokenInCallback)
        #expect(error.parameters == [:])
    }

    @Test(arguments: ["state=st%2Bte%2F1", "code=&state=st%2Bte%2F1"])
    func `a response without a code is a failure`(query: String) {
        #expect(failure(query)?.code == .codeMissing)
    }

    @Test func `L1 no error shows a code, a state or a token`() throws {
        let query = "code=SECRET1&error=x&state=SECRET2&access_token=SECRET3&error_uri=SECRET4"
        let error = try #require(failure(query, .init(state: "SECRET2", issuer: nil)))

        var dumped = ""
        dump(error, to: &dumped)
        #expect(!("\(error)" + dumped + "\(error.parameters)").contains("SECRET"))
    }

    @Test func `L2 a long error of the provider is shortened`() throws {
        let long = String(repeating: "a", count: 15_000)
        let validation = AuthorizationResponse.validate(
            "error=\(long)&state=s", expecting: .init(state: "s", issuer: nil))

        guard case .failure(let error) = validation else { Issue.record("no failure"); return }
        #expect("\(error)".utf8.count < 2_000)
        #expect(error.parameters["error"] == long)
    }
}
