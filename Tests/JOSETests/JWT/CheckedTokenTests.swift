import Foundation
import JOSE
import Testing

/// Tokens of typed claims, and the checks of issuer, audience and times.
@Suite struct CheckedTokenTests {
    private struct Claims: Codable, Equatable {
        var iss: String? = "https://issuer.example.com/"
        var aud: [String]? = ["https://api.example.com/", "other"]
        var exp: Date? = Date(timeIntervalSince1970: 1_000)
        var nbf: Date?
        var iat: Date?
        var role = "admin"
    }

    private let key: SigningKey
    private let ring: KeyRing

    init() throws {
        key = try SigningKey(generating: .es256)
        ring = KeyRing(JSONWebKeySet(publishing: [key]))
    }

    private func check(_ claims: Claims, at now: Double = 900, leeway: Duration = .zero) throws -> VerifiedJWT {
        try ring.verifiedToken(
            key.sign(claims: claims), issuer: "https://issuer.example.com/", audience: "https://api.example.com/",
            leeway: leeway, now: Date(timeIntervalSince1970: now))
    }

    private func refusal(_ claims: Claims, at now: Double = 900, leeway: Duration = .zero) -> JOSEError? {
        #expect(throws: JOSEError.self) { try check(claims, at: now, leeway: leeway) }
    }

    @Test func `typed claims are signed and decoded again`() throws {
        let claims = Claims(nbf: Date(timeIntervalSince1970: 10), iat: Date(timeIntervalSince1970: 20.75))

        let token = try check(claims)

        var whole = claims
        whole.iat = Date(timeIntervalSince1970: 20)
        #expect(try token.decode(Claims.self) == whole)
        #expect(token.header["typ"] as? String == "JWT")
        #expect(token.signedHeader.keyID == key.id)
        #expect(token.claim(name: "role").string == "admin")
    }

    @Test func `the type of signed claims can be set and left out`() throws {
        let (typed, bare) = (try key.sign(claims: Claims(), type: "at+jwt"), try key.sign(claims: Claims(), type: nil))

        #expect(try ring.verifiedToken(typed, type: .exactly("at+jwt")).signedHeader.type == "at+jwt")
        #expect(throws: JOSEError(.headerNotAllowed)) { try ring.verifiedToken(typed) }
        #expect(try ring.verifiedToken(bare).signedHeader.type == nil)
    }

    @Test func `claims that are not an object are refused`() {
        #expect(throws: JOSEError(.malformed)) { try key.sign(claims: ["a"]) }
        #expect(throws: JOSEError(.malformed)) { try key.sign(claims: "a") }
        #expect(throws: JOSEError(.malformed)) { try key.sign(claims: ["a": Double.nan]) }
    }

    @Test func `an error of the claims, such as of a nested token, is the cause`() throws {
        struct Failing: Encodable {
            func encode(to encoder: any Encoder) throws { throw JOSEError(.keyRefused) }
        }

        let error = try #require(throws: JOSEError.self) { try key.sign(claims: Failing()) }

        #expect(error.code == .malformed)
        #expect((error.cause as? JOSEError)?.code == .keyRefused)
    }

    @Test func `claims of another shape are a decoding error`() throws {
        let token = try check(Claims())

        #expect(throws: DecodingError.self) { try token.decode([String: Int].self) }
    }

    @Test func `J12 another issuer is refused`() {
        for issuer in ["https://issuer.example.com", "https://ISSUER.example.com/", ""] {
            #expect(refusal(Claims(iss: issuer)) == JOSEError(.claimMismatch, claim: "iss"))
        }
        #expect(refusal(Claims(iss: nil)) == JOSEError(.claimMissing, claim: "iss"))
    }

    @Test func `J13 another audience is refused`() {
        for audience in [[], ["other"], ["https://api.example.com"]] {
            #expect(refusal(Claims(aud: audience)) == JOSEError(.claimMismatch, claim: "aud"))
        }
        #expect(refusal(Claims(aud: nil)) == JOSEError(.claimMissing, claim: "aud"))
    }

    @Test func `J14 times are checked, with the leeway`() throws {
        let late = Date(timeIntervalSince1970: 960)

        #expect(refusal(Claims(), at: 1_000) == JOSEError(.expired, claim: "exp"))
        #expect(try check(Claims(), at: 999).subject == nil)
        #expect(refusal(Claims(), at: 1_060, leeway: .seconds(60)) == JOSEError(.expired, claim: "exp"))
        _ = try check(Claims(), at: 1_059.5, leeway: .seconds(60))
        #expect(refusal(Claims(exp: nil)) == JOSEError(.claimMissing, claim: "exp"))
        #expect(refusal(Claims(nbf: late)) == JOSEError(.notYetValid, claim: "nbf"))
        #expect(refusal(Claims(iat: late)) == JOSEError(.notYetValid, claim: "iat"))
        _ = try check(Claims(nbf: late, iat: late), leeway: .seconds(60))
        for moment in [Double.infinity, .nan, 1e300] {
            #expect(refusal(Claims(), at: moment) == JOSEError(.expired, claim: "exp"))
        }
    }

    @Test(arguments: [Duration.seconds(-1), .nanoseconds(-1), .milliseconds(300_001), .seconds(Int64.max)])
    func `J14 a leeway out of bounds is refused`(leeway: Duration) {
        #expect(refusal(Claims(), leeway: leeway)?.code == .expectationInvalid)
    }

    @Test func `J19 the signature is checked first`() throws {
        let stranger = try SigningKey(generating: .es256, id: key.id)

        #expect(throws: JOSEError(.signatureInvalid)) {
            try ring.verifiedToken(
                stranger.sign(claims: Claims(exp: nil)), issuer: "i", audience: "a", now: Date(timeIntervalSince1970: 0)
            )
        }
    }
}
