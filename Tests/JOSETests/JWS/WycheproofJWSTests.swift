import ByteEncodings
import JOSE
import OpenSSLCryptography
import Testing

@Suite struct WycheproofJWSTests {
    /// The differences between the files and this SDK; the reasons are in Tests/Vectors/wycheproof/INDEX.json.
    static let deviations: [String: [Int: Bool]] = [
        "json_web_signature": [
            367: true, 370: true, 372: false, 373: false, 346: false, 347: false, 350: false, 351: false,
        ],
        "json_web_key": [1: false, 4: false],
    ]

    private struct NoSuchAlgorithm: Error {}

    /// The keys of a group as an application would configure them: public ones from a set, secrets one by one.
    private func ring(_ group: JSONValue) throws -> KeyRing {
        if let published = group["public"] { return KeyRing(try JSONWebKeySet(parsing: published.keySet.text)) }
        let keys = try #require(group["private"]?.keySet["keys"]).array
        return try KeyRing(
            try keys.map { key in
                if key["kty"]?.string == "oct" {
                    let secret = SecretBytes(try Base64URL.decode(key["k"]?.string ?? ""))
                    guard let algorithm = key["alg"]?.string.flatMap(SignatureAlgorithm.init) else {
                        throw NoSuchAlgorithm()
                    }
                    return try VerificationKey(secret: secret, algorithm: algorithm, id: key["kid"]?.string)
                }
                return try VerificationKey(JSONWebKey(key))
            })
    }

    private func verify(_ file: String, _ group: JSONValue, _ test: JSONValue) -> Bool {
        guard let text = test["jws"]?.string else { return false }
        return (try? ring(group).verify(text, type: .any)) != nil
    }

    @Test(arguments: ["json_web_signature", "json_web_key", "json_web_crypto"])
    func `J1 J2 J3 J10 agrees with the vectors of JWS except for intended deviations`(file: String) throws {
        let groups = try #require(try Vectors.load("wycheproof/\(file)_test")["testGroups"]).array

        for group in groups {
            for test in try #require(group["tests"]).array where test["jwe"] == nil {
                let id = try #require(test["tcId"]?.integer)
                let expected = Self.deviations[file]?[id] ?? (test["result"]?.string == "valid")
                #expect(verify(file, group, test) == expected, "\(id) \(test["comment"]?.string ?? "")")
            }
        }
    }

    @Test func `accepts texts whose keys name another algorithm after that name is removed`() throws {
        let groups = try #require(try Vectors.load("wycheproof/json_web_signature_test")["testGroups"]).array
        var accepted: [Int] = []

        for group in groups {
            guard let key = group["public"] else { continue }
            let ring = KeyRing(try JSONWebKeySet(parsing: key.without("alg").keySet.text))
            for test in try #require(group["tests"]).array {
                guard let id = test["tcId"]?.integer, [346, 347, 350, 351].contains(id) else { continue }
                if let text = test["jws"]?.string, (try? ring.verify(text, type: .any)) != nil { accepted.append(id) }
            }
        }

        #expect(accepted == [346, 347, 350, 351])
    }
}
