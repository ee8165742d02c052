import Testing

@testable import OpenID

@Suite struct IssuerRuleTests {
    private let issuer: ClaimsIssuer
    private let rule = IssuerRule(issuer: "https://tenant.example.com/")

    init() throws { issuer = try ClaimsIssuer() }

    @Test func `J12 accepts the expected issuer`() throws {
        try rule.check(issuer.token(#"{"iss":"https://tenant.example.com/"}"#), at: 0)
    }

    @Test(arguments: [
        "https://tenant.example.com", "https://tenant.example.com//", "https://tenant.example.com:443/",
        "https://Tenant.example.com/", "HTTPS://tenant.example.com/", "https://tenant.example.com/evil",
        "https://tenant.example.com.evil.com/", "http://tenant.example.com/", "https://evil.com/", " ",
    ])
    func `J12 refuses any other spelling`(other: String) throws {
        let error = #expect(throws: IDTokenError.self) {
            try rule.check(issuer.token(#"{"iss":"\#(other)"}"#), at: 0)
        }

        #expect(error?.code == .claimMismatch)
        #expect(error?.claim == "iss")
    }

    @Test func `J12 compares octets, not canonical equivalence`() throws {
        let composed = IssuerRule(issuer: "https://\u{E9}.example.com/")

        let error = #expect(throws: IDTokenError.self) {
            try composed.check(issuer.token("{\"iss\":\"https://e\u{301}.example.com/\"}"), at: 0)
        }
        #expect(error?.code == .claimMismatch)
    }

    @Test(arguments: ["{}", #"{"iss":""}"#])
    func `J12 refuses a token without an issuer`(claims: String) throws {
        let error = #expect(throws: IDTokenError.self) { try rule.check(issuer.token(claims), at: 0) }

        #expect(error?.claim == "iss")
    }
}
