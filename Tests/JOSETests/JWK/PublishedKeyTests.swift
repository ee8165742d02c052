import Foundation
import JOSE
import Testing

/// The keys of a server: generated, published, rotated. This file imports JOSE alone, as a program does.
@Suite struct PublishedKeyTests {
    private static let asymmetric = SignatureAlgorithm.allCases.filter(SignatureAlgorithm.asymmetric.contains)

    @Test(arguments: asymmetric)
    func `a generated key signs, and its published key verifies`(algorithm: SignatureAlgorithm) throws {
        let key = try SigningKey(generating: algorithm)

        let published = try JSONDecoder().decode(
            JSONWebKeySet.self, from: JSONEncoder().encode(JSONWebKeySet(publishing: [key])))
        let verified = try KeyRing(published).verify(key.sign(Array("{}".utf8)))

        #expect(verified.header.algorithm == algorithm)
        #expect(verified.header.keyID == key.id)
        #expect(published.keys.map(\.algorithm) == [algorithm])
    }

    @Test func `the default key ID is the thumbprint of RFC 7638`() throws {
        let key = try SigningKey(generating: .es256)
        let thumbprint = Data(try #require(key.publicKey).thumbprint).base64EncodedString()
            .replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_").dropLast()

        #expect(key.id == String(thumbprint))
        #expect(try SigningKey(generating: .es256, id: "2026-11").id == "2026-11")
    }

    @Test(arguments: [SignatureAlgorithm.hs256, .hs384, .hs512])
    func `no shared secret is generated`(algorithm: SignatureAlgorithm) {
        let error = #expect(throws: JOSEError.self) { try SigningKey(generating: algorithm) }

        #expect(error?.code == .algorithmNotAllowed)
    }

    @Test func `a published set has the public members of each key, and no secret`() throws {
        let secret = SecretBytes([UInt8](repeating: 7, count: 32))
        let keys = [
            try SigningKey(generating: .es256, id: "new"), try SigningKey(generating: .edDSA, id: "old"),
            try SigningKey(secret: secret, algorithm: .hs256, id: "secret"),
        ]

        let data = try JSONEncoder().encode(JSONWebKeySet(publishing: keys))

        let set = try #require(try JSONSerialization.jsonObject(with: data) as? [String: [[String: String]]])
        #expect(set["keys"]?.map { $0["kid"] } == ["new", "old"])
        #expect(
            set["keys"]?.map { Set($0.keys) } == [
                ["kty", "crv", "x", "y", "kid", "use", "alg"], ["kty", "crv", "x", "kid", "use", "alg"],
            ])
        #expect(set["keys"]?.allSatisfy { $0["use"] == "sig" } == true)
        #expect(try JSONWebKeySet(parsing: Array(data)) == JSONWebKeySet(publishing: keys))
    }

    @Test func `J7 during a rotation both keys verify`() throws {
        let (old, new) = (try SigningKey(generating: .es256), try SigningKey(generating: .es256))
        let ring = KeyRing(JSONWebKeySet(publishing: [new, old]))

        for key in [old, new] { #expect(try ring.verify(key.sign(Array("{}".utf8))).header.keyID == key.id) }
    }

    @Test func `J8 decoding leaves out what parsing leaves out`() throws {
        let good = try JSONEncoder().encode(try #require(SigningKey(generating: .es256, id: "good").publicKey))
        let key = String(decoding: good, as: UTF8.self)
        let text = """
            {"keys": [\(key), {"kty": "oct", "k": "AAAA"}, {"kty": "RSA", "n": "AQAB", "e": "AQAB"}, {"kty": 1}, {},
            \(key.dropLast()), "d": "AAAA"}, \(key.dropLast()), "x5c": ["a"], "n": 1, "oth": {"a": null},
            "key_ops": null}]}
            """

        let decoded = try JSONDecoder().decode(JSONWebKeySet.self, from: Data(text.utf8))

        #expect(decoded == (try JSONWebKeySet(parsing: Array(text.utf8))))
        #expect(decoded.keys.map(\.id) == ["good", "good"])
    }

    @Test func `J8 a value that JSON does not have makes no other key of a property list unusable`() throws {
        let key = try #require(SigningKey(generating: .es256, id: "good").publicKey)
        let members = try JSONDecoder().decode([String: String].self, from: JSONEncoder().encode(key))
            .map { "<key>\($0)</key><string>\($1)</string>" }.joined()
        let further = [
            "", "<key>created</key><date>2026-01-01T00:00:00Z</date>", "<key>icon</key><data>AAAA</data>",
            "<key>weight</key><real>nan</real>",
            "<key>key_ops</key><date>2026-01-01T00:00:00Z</date>",
        ]
        let keys = further.map { "<dict>\(members)\($0)</dict>" }.joined()
        let text = #"<plist version="1.0"><dict><key>keys</key><array>\#(keys)</array></dict></plist>"#

        let decoded = try PropertyListDecoder().decode(JSONWebKeySet.self, from: Data(text.utf8))

        // Unknown members are ignored; the last key states nothing that it may be used for.
        #expect(decoded.keys == [key, key, key, key])
    }

    @Test func `J8 a decoded key is refused like a parsed one`() throws {
        let good = String(
            decoding: try JSONEncoder().encode(try #require(SigningKey(generating: .es256).publicKey)), as: UTF8.self)
        for member in [#""d": "AAAA""#, #""key_ops": ["sign"]"#, #""key_ops": 1"#, #""k": "AAAA""#] {
            let text = "\(good.dropLast()), \(member)}"
            #expect(throws: JOSEError.self) { try JSONDecoder().decode(JSONWebKey.self, from: Data(text.utf8)) }
        }
    }

    @Test(arguments: ["[]", "{}", #"{"keys":{}}"#, #"{"keys":[1]}"#, #"{"keys":["a"]}"#, #"{"keys":null}"#])
    func `a value of the wrong form is not a set`(text: String) {
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(JSONWebKeySet.self, from: Data(text.utf8))
        }
    }

    @Test(arguments: [("[", "]"), (#"{"a":"#, "}")])
    func `a set that is nested too deeply is refused, decoded or parsed`(open: String, close: String) throws {
        let text = { (depth: Int) in
            let deep = String(repeating: open, count: depth) + "1" + String(repeating: close, count: depth)
            return #"{"keys":[{"kty":"EC","x":"# + deep + "}]}"
        }

        #expect(try JSONDecoder().decode(JSONWebKeySet.self, from: Data(text(20).utf8)).keys.isEmpty)
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(JSONWebKeySet.self, from: Data(text(400).utf8))
        }
        let error = #expect(throws: JOSEError.self) { try JSONWebKeySet(parsing: Array(text(400).utf8)) }
        #expect(error?.code == .malformed)
    }

    @Test func `a set of more than 64 keys is refused`() {
        let text = #"{"keys":["# + [String](repeating: "{}", count: 65).joined(separator: ",") + "]}"

        let error = #expect(throws: JOSEError.self) {
            try JSONDecoder().decode(JSONWebKeySet.self, from: Data(text.utf8))
        }

        #expect(error?.code == .tooLarge)
    }

    @Test func `an algorithm is known by its registered name`() {
        for algorithm in SignatureAlgorithm.allCases {
            #expect(SignatureAlgorithm(rawValue: algorithm.rawValue) == algorithm)
        }
        #expect(Set(SignatureAlgorithm.allCases).count == 14)
        for name in ["none", "ES256K", "es256", ""] { #expect(SignatureAlgorithm(rawValue: name) == nil) }
    }
}
