import Auth0
import Foundation
import JOSE
import OpenID
import Streams
import Testing

/// The lifetimes and dates of tokens, in every shape, and what `Codable` makes of them.
@Suite struct ExpiryTests {
    private static let shapes: [(String, Double)] = [
        ("3600", 3_600), ("3600.0", 3_600), (#""3600""#, 3_600), (#""3600.0""#, 3_600), ("3600.5", 3_600.5),
        (#""3600.5""#, 3_600.5), ("3.6e3", 3_600), (#""0.5""#, 0.5), ("315360000", 315_360_000),
    ]

    private func response(_ lifetime: String) -> String {
        #"{"access_token":"AT","token_type":"Bearer","issued_token_type":"t","id_token":"IT","expires_in":\#(lifetime)}"#
    }

    private func decode<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
        try JSONDecoder().decode(type, from: Data(text.utf8))
    }

    @Test(arguments: shapes)
    func `a lifetime is a number or a text of one, in a response and in Decodable alike`(
        shape: String, seconds: Double
    ) async throws {
        let (before, wire) = (Date(), Wire(response(shape)))

        let dates = [
            try await wire.authentication.renew(withRefreshToken: "RT").start().expiresIn,
            try await wire.authentication.ssoExchange(withRefreshToken: "RT").start().expiresIn,
            try decode(Credentials.self, response(shape)).expiresIn,
            try decode(SSOCredentials.self, response(shape)).expiresIn,
        ]

        for date in dates {
            #expect((before + seconds...Date() + seconds).contains(date))
        }
    }

    @Test(arguments: [
        "1e300", "-1e300", #""1e300""#, #""inf""#, #""-inf""#, #""nan""#, #""infinity""#, #""0x10""#, #""""#, #"" 60""#,
        #""60s""#,
        #""1e3""#, #""1E1""#, #""+60""#, #""60.""#, #"".5""#, #""1.2.3""#, "true", "[60]", "\(Int.max)",
        #""\#(Int.max)""#, "1e400",
    ])
    func `a lifetime without a date is refused, in a response and in Decodable alike`(shape: String) async {
        let wire = Wire(response(shape))

        await failure(of: wire.authentication.renew(withRefreshToken: "RT"))
        await failure(of: wire.authentication.ssoExchange(withRefreshToken: "RT"))
        #expect(throws: DecodingError.self) { try decode(Credentials.self, response(shape)) }
        #expect(throws: DecodingError.self) { try decode(SSOCredentials.self, response(shape)) }
    }

    @Test(arguments: ["1e300", "-1e300", "\(Int.max)", "1e20", #""soon""#])
    func `an absolute time out of range is refused`(moment: String) {
        let text = String(response("60").dropLast()) + #","expiresAt":\#(moment)}"#

        #expect(throws: DecodingError.self) { try decode(Credentials.self, text) }
        #expect(throws: DecodingError.self) { try decode(SSOCredentials.self, text) }
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300, 1e19, .greatestFiniteMagnitude])
    func `a date that a program made cannot end the process`(seconds: Double) {
        let date = Date(timeIntervalSince1970: seconds)
        let credentials = Credentials(accessToken: "AT", expiresIn: date)
        let sso = SSOCredentials(sessionTransferToken: "ST", issuedTokenType: "t", expiresIn: date, idToken: "IT")

        #expect(throws: EncodingError.self) { try JSONEncoder().encode(credentials) }
        #expect(throws: EncodingError.self) { try PropertyListEncoder().encode(credentials) }
        #expect(throws: EncodingError.self) { try JSONEncoder().encode(sso) }
        var text = "\(credentials) \(sso)"
        dump(credentials, to: &text)
        dump(sso, to: &text)
        #expect(text.contains("out of range"))
    }

    @Test(arguments: [Date.distantPast, .distantFuture, Date(timeIntervalSince1970: 253_402_300_799)])
    func `a date of the calendar survives`(date: Date) throws {
        let credentials = Credentials(accessToken: "AT", tokenType: "Bearer", expiresIn: date)

        #expect(try JSONDecoder().decode(Credentials.self, from: JSONEncoder().encode(credentials)) == credentials)
    }

    /// Numbers and texts of all magnitudes, and the edges of the types.
    private func numbers() -> [String] {
        var generator = Generator()
        let edges = [
            "0", "-0.0", "1", "-1", "0.5", "1e-300", "1e300", "-1e300", "\(Int.max)", "\(Int.min)", "\(UInt.max)",
            "1e18",
            "253402300799", "253402300800", "-62135769600", "-1e11", #""nan""#, #""inf""#, "null", "true", #""x""#,
        ]
        return edges
            + (0..<200).map { _ in
                let value =
                    Double.random(in: -10...10, using: &generator)
                    * Double(sign: .plus, exponent: .random(in: -20...70, using: &generator), significand: 1)
                return Bool.random(using: &generator) ? "\(value)" : "\"\(value)\""
            }
    }

    private func object(_ members: [String: String]) -> String {
        "{" + members.map { #""\#($0.key)":\#($0.value)"# }.joined(separator: ",") + "}"
    }

    /// Encodes what was decoded, and decodes it again; returns whether the text was accepted.
    private func survives<Value: Codable & Equatable>(_ type: Value.Type, _ text: String) throws -> Bool {
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        guard let value = try? decoder.decode(type, from: Data(text.utf8)) else { return false }
        var shown = "\(value)"
        dump(value, to: &shown)
        #expect(try decoder.decode(type, from: JSONEncoder().encode(value)) == value, "\(type): \(text)")
        return true
    }

    @Test func `what was decoded can be encoded, for each Codable type and any number`() throws {
        var accepted: [String: Int] = [:]
        func check<Value: Codable & Equatable>(_ type: Value.Type, _ text: String) throws {
            if try survives(type, text) { accepted["\(type)", default: 0] += 1 }
        }
        for number in numbers() {
            for name in ["expires_in", "expiresAt", "scope", "access_token"] {
                try check(Credentials.self, object(["access_token": #""AT""#].merging([name: number]) { $1 }))
                let others = ["access_token": #""AT""#, "issued_token_type": #""t""#, "id_token": #""I""#]
                let times = ["expires_in": "9"].merging([name: number]) { $1 }
                try check(SSOCredentials.self, object(others.merging(times) { $1 }))
            }
            for name in ["leeway", "maxAge"] {
                let others = name == "leeway" ? #""maxAge":1"# : #""leeway":1"#
                try check(
                    PendingLogin.self,
                    #"""
                    {"url":"https://a.example","state":"s","redirectURI":"r","issuer":"i","clientID":"c","nonce":"n","codeVerifier":"v",
                    "acrValues":[],"expiry":1,\#(others),"\#(name)":\#(number)}
                    """#)
            }
            try check(AuthorizationDetail.self, #"{"type":"t","amount":\#(number),"list":[\#(number)]}"#)
            try check(Challenge.self, #"{"challenge_type":"t","oob_code":\#(number)}"#)
            try check(PasswordlessChallenge.self, #"{"challenge_type":\#(number)}"#)
            try check(JWKS.self, #"{"keys":[{"kty":"RSA","n":\#(number)}]}"#)
            try check(JSONWebKeySet.self, #"{"keys":[{"kty":"RSA","n":\#(number)}]}"#)
            try check([Subscribers.Demand].self, "[\(number)]")
        }
        for type in ["Credentials", "SSOCredentials", "PendingLogin", "AuthorizationDetail", "Array<Demand>"] {
            #expect(accepted[type, default: 0] > 0, "\(type)")
        }
    }
}

private struct Generator: RandomNumberGenerator {
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15

    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state
    }
}
