import ByteEncodings
import Foundation
import JOSE
import OpenSSLCryptography
import Testing

@Suite struct VerifiedJWTTests {
    private let signing: SigningKey
    private let ring: KeyRing

    init() throws {
        let secret = SecretBytes([UInt8](repeating: 3, count: 32))
        signing = try SigningKey(secret: secret, algorithm: .hs256)
        ring = try KeyRing([VerificationKey(secret: secret, algorithm: .hs256)])
    }

    private func token(_ claims: String) throws -> VerifiedJWT {
        try ring.verifiedToken(signing.sign(Array(claims.utf8), type: "JWT"))
    }

    @Test func `reads the registered claims`() throws {
        let token = try token(#"{"iss":"a","sub":"b","aud":["c","d"],"exp":3,"nbf":1,"iat":2,"jti":"e"}"#)

        #expect(token.issuer == "a")
        #expect(token.subject == "b")
        #expect(token.audience == ["c", "d"])
        #expect(token.expiresAt == Date(timeIntervalSince1970: 3))
        #expect(token.notBefore == Date(timeIntervalSince1970: 1))
        #expect(token.issuedAt == Date(timeIntervalSince1970: 2))
        #expect(token.identifier == "e")
        #expect(token.body["sub"] as? String == "b")
        #expect(token.header["alg"] as? String == "HS256")
        #expect(token.string.hasSuffix(token.signature ?? "?"))
    }

    @Test func `shows every claim by its name`() throws {
        let token = try token(#"{"a":"x","b":true,"c":1,"d":["y"]}"#)

        #expect(token["a"].string == "x")
        #expect(token["b"].boolean == true)
        #expect(token["c"].integer == 1)
        #expect(token["e"].rawValue == nil)
    }

    @Test func `reads a single audience as a list of one, and none as an empty list`() throws {
        #expect(try token(#"{"aud":"c"}"#).audience == ["c"])
        #expect(try token("{}").audience == nil)
        #expect(try token("{}").expiresAt == nil)
    }

    @Test(arguments: [
        #"{"iss":1}"#, #"{"sub":null}"#, #"{"aud":1}"#, #"{"aud":["a",1]}"#, #"{"jti":[]}"#, #"{"exp":"1"}"#,
        #"{"exp":-1}"#, #"{"exp":true}"#, #"{"exp":null}"#,
        #"{"exp":9223372036854775807}"#, #"{"exp":99999999999999999999}"#, #"{"nbf":-0.5}"#,
        #"{"nbf":253402300800}"#, #"{"nbf":253402300800.0}"#, #"{"exp":1e300}"#,
    ])
    func `J14 refuses registered claims of the wrong type and invalid dates`(claims: String) {
        let error = #expect(throws: JOSEError.self) { try token(claims) }
        #expect(error?.code == .malformed)
        #expect(error?.claim.map { claims.hasPrefix("{\"\($0)\":") } == true)
    }

    @Test func `J14 refuses a number that is out of range`() {
        #expect(throws: JOSEError(.malformed)) { try token(#"{"iat":1e400}"#) }
    }

    @Test(arguments: [("1.5", 1), ("1.0", 1), ("1e3", 1_000), ("0.999", 0), ("253402300799.9", 253_402_300_799)])
    func `J14 a date with a fraction is accepted and kept to the second`(date: String, second: Int) throws {
        let token = try token(#"{"exp":\#(date),"nbf":\#(date),"iat":\#(date)}"#)

        for moment in [token.expiresAt, token.notBefore, token.issuedAt] {
            #expect(moment == Date(timeIntervalSince1970: Double(second)))
        }
    }

    @Test(arguments: [Double.nan, .infinity, -1e300, 1e19])
    func `J14 claims with a date out of range are not signed, without a trap`(seconds: Double) {
        let claims = ["exp": Date(timeIntervalSince1970: seconds)]

        let error = #expect(throws: JOSEError.self) { try signing.sign(claims: claims) }

        #expect(error?.code == .malformed)
        let cause = error?.cause.map { "\($0)" } ?? ""
        #expect(cause.contains("out of range"))
    }

    @Test func `J16 agrees with the half hash of OpenID Connect Core A.3`() throws {
        for vector in try #require(try Vectors.load("rfc/oidc_hashes")["vectors"]).array {
            let algorithm = try #require(vector["alg"]?.string.flatMap(SignatureAlgorithm.init))

            #expect(algorithm.halfHash(of: vector["access_token"]?.string ?? "") == vector["at_hash"]?.string)
        }
    }
}
