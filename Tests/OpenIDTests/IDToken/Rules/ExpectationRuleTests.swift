import JOSE
import Testing

@testable import OpenID

/// Nonce, subject, context class and organization, as the caller requested them.
@Suite struct ExpectationRuleTests {
    private let issuer: ClaimsIssuer

    init() throws { issuer = try ClaimsIssuer() }

    @Test(arguments: [
        (#"{"nonce":"n-1"}"#, nil), ("{}", "IDTokenError.claimMissing(nonce)"),
        (#"{"nonce":"n-2"}"#, "IDTokenError.claimMismatch(nonce)"),
        (#"{"nonce":"N-1"}"#, "IDTokenError.claimMismatch(nonce)"),
        (#"{"nonce":"n-1 "}"#, "IDTokenError.claimMismatch(nonce)"),
        (#"{"nonce":""}"#, "IDTokenError.claimInvalid(nonce)"),
        (#"{"nonce":1}"#, "IDTokenError.claimInvalid(nonce)"),
        (#"{"nonce":["n-1"]}"#, "IDTokenError.claimInvalid(nonce)"),
    ])
    func `J14 the nonce is that of the login`(claims: String, complaint: String?) throws {
        #expect(try issuer.complaint(NonceRule(nonce: "n-1"), claims)?.summary == complaint)
        #expect(try issuer.complaint(NonceRule(nonce: nil), claims) == nil)
    }

    @Test(arguments: [(1, true), (255, true), (256, false), (10_000, false)])
    func `OpenID Connect Core §2 a subject has at most 255 characters`(length: Int, isAccepted: Bool) throws {
        let claims = #"{"sub":"\#(String(repeating: "a", count: length))"}"#

        let complaint = try issuer.complaint(SubjectRule(subject: nil), claims)

        #expect(complaint?.summary == (isAccepted ? nil : "IDTokenError.claimInvalid(sub)"))
    }

    @Test func `J14 a nonce is compared octet by octet`() throws {
        let error = try issuer.complaint(NonceRule(nonce: "\u{E9}"), "{\"nonce\":\"e\u{301}\"}")

        #expect(error?.code == .claimMismatch)
    }

    @Test(arguments: [
        (#"{"acr":"silver"}"#, nil), (#"{"acr":"gold"}"#, nil), ("{}", "IDTokenError.claimMissing(acr)"),
        (#"{"acr":"bronze"}"#, "IDTokenError.claimMismatch(acr)"),
        (#"{"acr":["gold"]}"#, "IDTokenError.claimInvalid(acr)"),
    ])
    func `J15 the authentication context is one of the requested`(claims: String, complaint: String?) throws {
        #expect(try issuer.complaint(AcrRule(accepted: ["silver", "gold"]), claims)?.summary == complaint)
        #expect(try issuer.complaint(AcrRule(accepted: []), claims) == nil)
    }

    @Test(arguments: [
        ("org_Abc", #"{"org_id":"org_Abc"}"#, nil),
        ("org_Abc", #"{"org_id":"org_abc"}"#, "IDTokenError.claimMismatch(org_id)"),
        ("org_Abc", #"{"org_name":"org_abc"}"#, "IDTokenError.claimMissing(org_id)"),
        ("org_Abc", "{}", "IDTokenError.claimMissing(org_id)"),
        ("org_Abc", #"{"org_id":7}"#, "IDTokenError.claimInvalid(org_id)"),
        ("acme", #"{"org_name":"acme"}"#, nil),
        ("ACME", #"{"org_name":"acme"}"#, nil),
        ("acme", #"{"org_name":"ACME"}"#, "IDTokenError.claimMismatch(org_name)"),
        ("acme", #"{"org_name":"acme2"}"#, "IDTokenError.claimMismatch(org_name)"),
        ("acme", #"{"org_id":"acme"}"#, "IDTokenError.claimMissing(org_name)"),
        ("ORG_acme", #"{"org_name":"org_acme"}"#, nil),
    ])
    func `J15 the organization is the requested one`(
        organization: String, claims: String, complaint: String?
    ) throws {
        #expect(try issuer.complaint(OrganizationRule(organization: organization), claims)?.summary == complaint)
        #expect(try issuer.complaint(OrganizationRule(organization: nil), claims) == nil)
    }

    @Test(arguments: [
        (#"{"sub":"auth0|1"}"#, nil), ("{}", "IDTokenError.claimMissing(sub)"),
        (#"{"sub":""}"#, "IDTokenError.claimInvalid(sub)"), (#"{"sub":"auth0|2"}"#, "IDTokenError.claimMismatch(sub)"),
    ])
    func `the subject is present and the expected one`(claims: String, complaint: String?) throws {
        #expect(try issuer.complaint(SubjectRule(subject: "auth0|1"), claims)?.summary == complaint)
    }

    @Test func `any subject is accepted when none is expected`() throws {
        #expect(try issuer.complaint(SubjectRule(subject: nil), #"{"sub":"anybody"}"#) == nil)
        #expect(try issuer.complaint(SubjectRule(subject: nil), "{}")?.code == .claimMissing)
    }

    @Test(arguments: [
        (#"{"iss":"i","sub":"s","aud":["b","a"],"azp":"a","auth_time":5}"#, nil),
        (#"{"iss":"i","sub":"s","aud":["a","b"]}"#, nil),
        (#"{"iss":"I","sub":"s","aud":["a","b"]}"#, "iss"), (#"{"iss":"i","sub":"t","aud":["a","b"]}"#, "sub"),
        (#"{"iss":"i","aud":["a","b"]}"#, "sub"), (#"{"iss":"i","sub":"s","aud":"a"}"#, "aud"),
        (#"{"iss":"i","sub":"s","aud":["a","c"]}"#, "aud"),
        (#"{"iss":"i","sub":"s","aud":["a","b"],"azp":"b"}"#, "azp"),
        (#"{"iss":"i","sub":"s","aud":["a","b"],"nonce":"new"}"#, "nonce"),
        (#"{"iss":"i","sub":"s","aud":["a","b"],"auth_time":6}"#, nil),
        (#"{"iss":"i","sub":"s","aud":["a","b"],"auth_time":4}"#, "auth_time"),
    ])
    func `J17 a renewed token is of the same login`(claims: String, claim: String?) throws {
        let previous = try issuer.token(#"{"iss":"i","sub":"s","aud":["a","b"],"azp":"a","nonce":"n","auth_time":5}"#)

        let error = try issuer.complaint(RenewalRule(previous: previous), claims)

        #expect(error?.claim == claim)
        #expect(error?.code == (claim == nil ? nil : .claimMismatch))
    }
}
