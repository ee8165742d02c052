import Testing

@testable import OpenID

@Suite struct AudienceRuleTests {
    private let issuer: ClaimsIssuer
    private let client = "client"

    init() throws { issuer = try ClaimsIssuer() }

    private func check(_ claims: String, trusting trusted: [String] = []) throws {
        let token = try issuer.token(claims)
        try AudienceRule(clientID: client, trusted: trusted).check(token, at: 0)
        try AuthorizedPartyRule(clientID: client).check(token, at: 0)
    }

    @Test(arguments: [
        #"{"aud":"client"}"#, #"{"aud":["client"]}"#, #"{"aud":["client","client"]}"#,
        #"{"aud":"client","azp":"client"}"#,
    ])
    func `J13 accepts a token for this client`(claims: String) throws {
        try check(claims)
    }

    @Test(arguments: [
        ("{}", "aud", IDTokenError.Code.claimMissing),
        (#"{"aud":[]}"#, "aud", .claimMissing),
        (#"{"aud":""}"#, "aud", .claimMismatch),
        (#"{"aud":"other"}"#, "aud", .claimMismatch),
        (#"{"aud":"Client"}"#, "aud", .claimMismatch),
        (#"{"aud":"clien"}"#, "aud", .claimMismatch),
        (#"{"aud":["other"]}"#, "aud", .claimMismatch),
        (#"{"aud":["client","other"]}"#, "aud", .claimMismatch),
        (#"{"aud":["client","other"],"azp":"client"}"#, "aud", .claimMismatch),
        (#"{"aud":"client","azp":"other"}"#, "azp", .claimMismatch),
        (#"{"aud":"client","azp":1}"#, "azp", .claimInvalid),
        (#"{"aud":"client","azp":""}"#, "azp", .claimInvalid),
    ])
    func `J13 refuses a token for another client or for additional audiences`(
        claims: String, claim: String, code: IDTokenError.Code
    ) throws {
        let error = #expect(throws: IDTokenError.self) { try check(claims) }

        #expect(error?.code == code)
        #expect(error?.claim == claim)
    }

    @Test func `J13 accepts trusted additional audiences when the token names its authorized party`() throws {
        try check(#"{"aud":["client","other"],"azp":"client"}"#, trusting: ["other"])

        let error = #expect(throws: IDTokenError.self) {
            try check(#"{"aud":["client","other"]}"#, trusting: ["other"])
        }
        #expect(error?.code == .claimMissing)
        #expect(error?.claim == "azp")
    }
}
