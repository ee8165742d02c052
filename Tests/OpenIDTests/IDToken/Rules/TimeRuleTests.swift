import Testing

@testable import OpenID

/// Expiry, begin, issue and session end: every rule that compares a claim with the clock.
@Suite struct TimeRuleTests {
    private let issuer: ClaimsIssuer

    init() throws { issuer = try ClaimsIssuer() }

    @Test(arguments: [(100, 60, 159, true), (100, 60, 160, false), (100, 0, 99, true), (100, 0, 100, false)])
    func `J14 a token is valid until its expiry plus leeway`(
        expiry: Int, leeway: Int, now: Int, isGood: Bool
    ) throws {
        let error = try issuer.complaint(TimeRule(leeway: leeway), #"{"exp":\#(expiry),"iat":0}"#, at: now)

        #expect(error?.code == (isGood ? nil : .expired))
    }

    @Test(arguments: [0, 1, 253_402_300_799])
    func `J14 extreme times do not trap`(second: Int) throws {
        let claims = #"{"exp":\#(second),"iat":\#(second),"nbf":\#(second),"auth_time":\#(second)}"#
        let rules: [any IDTokenRule] = [
            TimeRule(leeway: 300), AuthTimeRule(maxAge: .max, leeway: 300), AuthTimeRule(maxAge: 0, leeway: 300),
            SessionExpiryRule(leeway: 300),
        ]
        let token = try issuer.token(claims)

        for rule in rules {
            for now in [-62_135_596_800, 0, 253_402_300_799] {
                // It may complain, and must come back.
                _ = Result { try rule.check(token, at: now) }
            }
        }
        #expect(throws: Never.self) { try TimeRule(leeway: 0).checkExpiry(token, at: -62_135_596_800) }
    }

    @Test(arguments: [(100, 60, 40, true), (100, 60, 39, false), (100, 0, 100, true), (100, 0, 99, false)])
    func `J14 a token is valid from its start minus leeway`(
        begin: Int, leeway: Int, now: Int, isGood: Bool
    ) throws {
        let rule = TimeRule(leeway: leeway)
        let error = try issuer.complaint(rule, #"{"exp":1000,"iat":0,"nbf":\#(begin)}"#, at: now)
        let issued = try issuer.complaint(rule, #"{"exp":1000,"iat":\#(begin)}"#, at: now)

        #expect(error?.summary == (isGood ? nil : "IDTokenError.notYetValid(nbf)"))
        #expect(issued?.summary == (isGood ? nil : "IDTokenError.notYetValid(iat)"))
    }

    @Test func `J14 expiry and issue time are required, a start is not`() throws {
        let rule = TimeRule(leeway: 60)

        #expect(try issuer.complaint(rule, #"{"iat":1}"#)?.summary == "IDTokenError.claimMissing(exp)")
        #expect(
            try issuer.complaint(rule, #"{"exp":253402300799}"#)?.summary == "IDTokenError.claimMissing(iat)")
        #expect(try issuer.complaint(rule, #"{"exp":253402300799,"iat":1}"#) == nil)
    }

    @Test(arguments: [
        (#"{"auth_time":100}"#, 50, 210, nil), (#"{"auth_time":100}"#, 50, 211, IDTokenError.Code.loginTooOld),
        (#"{"auth_time":100}"#, 0, 160, nil), (#"{"auth_time":100}"#, 0, 161, .loginTooOld),
        (#"{"auth_time":100}"#, .max, 253_402_300_799, nil), (#"{"auth_time":100}"#, 50, 39, .notYetValid),
        ("{}", 50, 0, .claimMissing), (#"{"auth_time":"100"}"#, 50, 0, .claimInvalid),
        (#"{"auth_time":100.9}"#, 50, 210, nil), (#"{"auth_time":100.9}"#, 50, 211, .loginTooOld),
        (#"{"auth_time":1.5e20}"#, 50, 0, .claimInvalid),
        (#"{"auth_time":-1}"#, 50, 0, .claimInvalid),
        (#"{"auth_time":1e400}"#, 50, 0, .claimInvalid),
    ])
    func `J15 refuses a login that is older than requested`(
        claims: String, maxAge: Int, now: Int, code: IDTokenError.Code?
    ) throws {
        guard !claims.contains("e400") else {
            #expect(throws: (any Error).self) { try issuer.token(claims) }
            return
        }

        let error = try issuer.complaint(AuthTimeRule(maxAge: maxAge, leeway: 60), claims, at: now)

        #expect(error?.code == code)
        #expect(error?.claim == (code == nil ? nil : "auth_time"))
    }

    @Test func `J15 the age of a login is not checked unless requested`() throws {
        #expect(try issuer.complaint(AuthTimeRule(maxAge: nil, leeway: 0), #"{"auth_time":1}"#, at: 1_000_000) == nil)
        #expect(try issuer.complaint(AuthTimeRule(maxAge: nil, leeway: 0), "{}", at: 1_000_000) == nil)
    }

    @Test(arguments: [
        (#"{"session_expiry":100}"#, 159, true), (#"{"session_expiry":100}"#, 160, false), ("{}", 160, true),
        (#"{"session_expiry":"100"}"#, 1_000, true), (#"{"session_expiry":0}"#, 1_000, true),
        (#"{"session_expiry":1e10}"#, 1_000, true), (#"{"session_expiry":100.9}"#, 160, false),
    ])
    func `refuses a session that has ended`(claims: String, now: Int, isGood: Bool) throws {
        let error = try issuer.complaint(SessionExpiryRule(leeway: 60), claims, at: now)

        #expect(error?.summary == (isGood ? nil : "IDTokenError.expired(session_expiry)"))
    }
}
