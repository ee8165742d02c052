import ByteEncodings
import Foundation
import JOSE
import Testing

@Suite struct DecodeTests {
    private func text(_ claims: String, header: String = #"{"alg":"none"}"#, signature: String = "") -> String {
        "\(Base64URL.encode(Array(header.utf8))).\(Base64URL.encode(Array(claims.utf8))).\(signature)"
    }

    @Test func `reads a token without checking it`() throws {
        let text = text(
            #"{"iss":"a","sub":"b","aud":"c","exp":4102444800,"nbf":1,"iat":"2","jti":"d"}"#,
            header: #"{"alg":"RS256","kid":"k"}"#, signature: "not checked")

        let jwt = try decode(jwt: text)

        #expect(jwt.header["kid"] as? String == "k")
        #expect(jwt.body["sub"] as? String == "b")
        #expect(jwt.signature == "not checked")
        #expect(jwt.string == text)
        #expect(jwt.issuer == "a")
        #expect(jwt.subject == "b")
        #expect(jwt.audience == ["c"])
        #expect(jwt.identifier == "d")
        #expect(jwt.expiresAt == Date(timeIntervalSince1970: 4_102_444_800))
        #expect(jwt.notBefore == Date(timeIntervalSince1970: 1))
        #expect(jwt.issuedAt == Date(timeIntervalSince1970: 2))
        #expect(!jwt.expired)
    }

    @Test func `a token without an expiry never expires, one past its expiry has`() throws {
        let (open, over) = (try decode(jwt: text("{}")), try decode(jwt: text(#"{"exp":1}"#)))
        let soon = Int(Date().timeIntervalSince1970) + 1_000
        let later = try decode(jwt: text(#"{"exp":\#(soon)}"#))

        #expect(!open.expired)
        #expect(!open.expires(in: .max))
        #expect(over.expired)
        #expect(!later.expired)
        #expect(!later.expires(in: 500))
        #expect(later.expires(in: 1_500))
        #expect(later.expires(in: .max))
        #expect(!later.expires(in: .min))
    }

    @Test func `a claim is read as the requested type`() throws {
        let jwt = try decode(
            jwt: text(
                #"{"s":"x","t":true,"i":7,"d":1.9,"n":"42","f":"1.5","l":["a","b"],"m":["a",1],"z":null}"#))

        #expect(jwt["s"].string == "x")
        #expect(jwt["s"].array == ["x"])
        #expect(jwt["s"].integer == nil)
        #expect(jwt["s"].double == nil)
        #expect(jwt["t"].boolean == true)
        #expect(jwt["i"].boolean == nil)
        #expect(jwt["t"].double == nil)
        #expect(jwt["i"].integer == 7)
        #expect(jwt["d"].integer == 1)
        #expect(jwt["d"].double == 1.9)
        #expect(jwt["n"].integer == 42)
        #expect(jwt["n"].date == Date(timeIntervalSince1970: 42))
        #expect(jwt["f"].integer == nil)
        #expect(jwt["f"].double == 1.5)
        #expect(jwt["l"].array == ["a", "b"])
        #expect(jwt["m"].array == nil)
        #expect(jwt["missing"].rawValue == nil)
        #expect(jwt["z"].string == nil)
        #expect(jwt.claim(name: "s").string == "x")
    }

    @Test func `J14 a number out of range does not trap`() throws {
        let jwt = try decode(jwt: text(#"{"a":1e300,"b":-1e300,"c":"inf","d":"nan","e":9223372036854775807}"#))

        #expect(jwt["a"].integer == nil)
        #expect(jwt["b"].integer == nil)
        #expect(jwt["c"].double == nil)
        #expect(jwt["d"].date == nil)
        #expect(jwt["e"].integer == .max)
        #expect(jwt["a"].date == nil)
    }

    private struct Address: Decodable, Equatable { let city: String }

    @Test func `a list or an object decodes itself`() throws {
        let jwt = try decode(jwt: text(#"{"address":{"city":"Rome"},"list":[{"city":"Bern"}],"s":"x"}"#))

        #expect(try jwt["address"].decode(Address.self) == Address(city: "Rome"))
        #expect(try jwt["list"].decode([Address].self, using: JSONDecoder()) == [Address(city: "Bern")])
        #expect(jwt["address"].data.map { String(decoding: $0, as: UTF8.self) } == #"{"city":"Rome"}"#)
        #expect(jwt["s"].data == nil)
        #expect(throws: JWTDecodeError.self) { try jwt["s"].decode(String.self) }
        #expect(throws: JWTDecodeError.self) { try jwt["address"].decode([Int].self) }
    }

    @Test(arguments: [("", 1), ("a.b", 2), ("a.b.c.d", 4), ("....", 5)])
    func `refuses another number of parts than three`(token: String, count: Int) {
        let error = #expect(throws: JWTDecodeError.self) { try decode(jwt: token) }

        guard case .invalidPartCount(token, count)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test(arguments: ["e30=.e30.", "e3 0.e30.", "e30.e3+.", "e30.e.", "e30.e31."])
    func `J10 refuses non-canonical base64url`(token: String) {
        let error = #expect(throws: JWTDecodeError.self) { try decode(jwt: token) }

        guard case .invalidBase64URL? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test(arguments: ["[]", "1", #"{"a":1,"a":2}"#, "", "{", "null"])
    func `J11 refuses parts that are not JSON objects or have a duplicate member`(claims: String) {
        let error = #expect(throws: JWTDecodeError.self) { try decode(jwt: text(claims)) }

        guard case .invalidJSON? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func `J11 a million dots are not split`() {
        let error = #expect(throws: JWTDecodeError.self) { try decode(jwt: String(repeating: ".", count: 1_000_000)) }

        guard case .invalidPartCount(_, 1_000_001)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func `a double has claims of its own`() {
        #expect(Claim(rawValue: "a").string == "a")
        #expect(Claim(rawValue: ["a", "b"]).array == ["a", "b"])
        #expect(Claim(rawValue: 1_700_000_000).date == Date(timeIntervalSince1970: 1_700_000_000))
        #expect(Claim(rawValue: nil).rawValue == nil)
        #expect(Claim(rawValue: Double.nan).rawValue == nil)
    }

    @Test func `L1 no description shows a token`() throws {
        let canary = "Y2FuYXJ5"
        let errors = [
            #expect(throws: JWTDecodeError.self) { try decode(jwt: "\(canary)!.e30.") },
            #expect(throws: JWTDecodeError.self) { try decode(jwt: "\(canary).e30.") },
            #expect(throws: JWTDecodeError.self) { try decode(jwt: canary) },
        ]
        let jwt = try decode(jwt: text(#"{"a":"canary"}"#))

        for error in errors.compactMap(\.self) {
            #expect(!"\(error) \(String(reflecting: error)) \(error.localizedDescription)".contains(canary))
        }
        #expect(!"\(jwt) \(String(reflecting: jwt))".contains("canary"))
        #expect(!"\(jwt)".contains(jwt.string))
    }
}
