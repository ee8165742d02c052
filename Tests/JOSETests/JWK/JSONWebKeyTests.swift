import ByteEncodings
import JOSE
import OpenSSLCryptography
import Testing

@Suite struct JWKTests {
    private static let x = "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU"
    private static let y = "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"

    private func key(_ change: [String: JSONValue?] = [:]) throws -> JSONWebKey {
        var members: [String: JSONValue] = [
            "kty": .string("EC"), "crv": .string("P-256"), "x": .string(Self.x), "y": .string(Self.y),
        ]
        for (name, value) in change { members[name] = value }
        return try JSONWebKey(.object(members.map { .init(name: $0.key, value: $0.value) }))
    }

    @Test func `reads a key and writes it again`() throws {
        let key = try key(["kid": .string("1"), "alg": .string("ES256"), "use": .string("sig")])

        #expect(key.id == "1")
        #expect(key.algorithm == .es256)
        #expect(try JSONWebKey(key.json) == key)
    }

    @Test(
        arguments: [
            ["use": .string("enc")], ["key_ops": .array([.string("sign")])], ["alg": .string("ES384")],
            ["alg": .string("RS256")], ["alg": .string("HS256")], ["alg": .string("ES521")], ["crv": .string("P-384")],
            ["crv": .string("secp256k1")], ["kty": .string("RSA")], ["kty": .string("OKP")], ["kty": .string("oct")],
            ["d": .string("AA")], ["k": .string("AA")], ["x": .string("AA")], ["y": .string(x)],
            ["x": .string(x + "=")], ["x": .integer(1)], ["kid": .integer(1)], ["key_ops": .string("verify")],
            ["x": nil],
            ["kty": nil],
        ] as [[String: JSONValue?]])
    func `J2 J8 refuses a key whose members contradict each other`(change: [String: JSONValue?]) {
        #expect(throws: JOSEError.self) { try key(change) }
    }

    @Test func `a member that is null is absent`() throws {
        let names = ["alg", "use", "key_ops", "d", "k", "x5c", "kid"]
        let key = try key(Dictionary(uniqueKeysWithValues: names.map { ($0, .some(.null)) }))

        #expect(key.algorithm == nil && key.id == nil)
        #expect(throws: JOSEError.self) { try self.key(["x": .some(.null)]) }
    }

    @Test func `J8 skips invalid keys of a set and keeps the valid ones`() throws {
        let good = try key(["kid": .string("good")]).json
        let bad = #"{"kty":"RSA","n":"AQAB","e":"AQAB"},{"kty":"oct","k":"AAAA"},{"kty":"magic"}"#
        let text = Array(#"{"keys":["#.utf8) + good.text + Array(",\(bad)]}".utf8)

        #expect(try JSONWebKeySet(parsing: text).keys.map(\.id) == ["good"])
    }

    @Test(arguments: ["", "[]", "{}", #"{"keys":{}}"#, #"{"keys":[1]}"#, #"{"keys":[],"keys":[]}"#])
    func `refuses a set of the wrong form`(text: String) {
        #expect(throws: JOSEError.self) { try JSONWebKeySet(parsing: Array(text.utf8)) }
    }

    @Test func `refuses a set that is too large`() throws {
        let many = #"{"keys":["# + [String](repeating: "{}", count: 65).joined(separator: ",") + "]}"
        let long = #"{"keys":[],"padding":""# + String(repeating: "a", count: 262_144) + #""}"#

        for text in [many, long] {
            let error = #expect(throws: JOSEError.self) { try JSONWebKeySet(parsing: Array(text.utf8)) }
            #expect(error?.code == .tooLarge)
        }
    }

    @Test func `refuses a private key that does not match its public key`() throws {
        let text = #"{"kty":"EC","crv":"P-256","alg":"ES256","x":"\#(Self.x)","y":"\#(Self.y)","d":"\#(Self.x)"}"#

        let error = #expect(throws: JOSEError.self) { try SigningKey(parsingJWK: Array(text.utf8)) }

        #expect(error?.code == .keyRefused)
    }

    @Test(arguments: [
        (#""alg":"ES256""#, JOSEError.Code.malformed), (#""alg":"ES256","kty":"EC""#, .malformed),
        (#""alg":"ES256","kty":"EC","crv":1"#, .malformed), (#""alg":"EdDSA","kty":"OKP""#, .malformed),
        (#""alg":"ES256","kty":"magic""#, .keyRefused), (#""alg":"ES256","kty":"EC","crv":"secp256k1""#, .keyRefused),
        (#""kty":"EC""#, .algorithmNotAllowed),
    ])
    func `names what is wrong with a private key`(members: String, code: JOSEError.Code) {
        let error = #expect(throws: JOSEError.self) { try SigningKey(parsingJWK: Array("{\(members)}".utf8)) }

        #expect(error?.code == code)
    }
}
