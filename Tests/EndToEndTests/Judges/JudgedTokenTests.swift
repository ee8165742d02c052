import ByteEncodings
import Foundation
import HTTPMessages
import JOSE
import OpenID
import OpenSSLCryptography
import ProgramRunner
import Testing

/// Tokens of this package checked by an independent implementation, the Python package `joserfc`, and vice versa.
@Suite(.enabled(if: PythonJudge.isExpected, "run `make test`, which installs the judge"))
struct JudgedTokenTests {
    /// An algorithm with a suitable kind of key.
    struct Kind: Sendable, CustomTestStringConvertible {
        let algorithm: SignatureAlgorithm
        let type: String
        /// The curve, or the size in bits.
        let size: JSONValue
        var testDescription: String { "\(algorithm.rawValue) \(size)" }

        init(_ algorithm: SignatureAlgorithm, _ type: String, _ size: JSONValue) {
            (self.algorithm, self.type, self.size) = (algorithm, type, size)
        }

        static let all =
            [.rs256, .rs384, .rs512, .ps256, .ps384, .ps512].map { Kind($0, "RSA", .integer(2048)) }
            + [.hs256, .hs384, .hs512].map { Kind($0, "oct", .integer(512)) }
            + [
                Kind(.es256, "EC", .string("P-256")), Kind(.es384, "EC", .string("P-384")),
                Kind(.es512, "EC", .string("P-521")), Kind(.edDSA, "OKP", .string("Ed25519")),
                Kind(.edDSA, "OKP", .string("Ed448")),
            ]

        func privateKey() throws -> PrivateKey {
            switch (type, size.string) {
            case ("RSA", _): try PrivateKey(generating: .rsa(bits: 2048))
            case ("EC", let name?):
                try PrivateKey(generating: .ellipticCurve(#require(EllipticCurve(rawValue: name))))
            default: try PrivateKey(generating: .edwards(#require(EdwardsCurve(rawValue: size.string ?? ""))))
            }
        }

        /// A signing key of this package, and the key with which the judge verifies.
        func signing() throws -> (key: SigningKey, jwk: JSONValue) {
            guard type != "oct" else {
                let secret = try SecureRandom.bytes(64)
                let jwk = ["kty": "oct", "k": Base64URL.encode(secret)]
                return (try SigningKey(secret: SecretBytes(secret), algorithm: algorithm), try JSONValue(freeForm: jwk))
            }
            let key = try privateKey()
            return (try SigningKey(key, algorithm: algorithm), JSONWebKey(key.publicKey).json)
        }

        /// The key with which this package verifies signatures of the judge.
        func ring(_ jwk: JSONValue?) throws -> KeyRing {
            if type == "oct" {
                let secret = SecretBytes(try Base64URL.decode(jwk?["k"]?.string ?? ""))
                return try KeyRing([VerificationKey(secret: secret, algorithm: algorithm, id: "k1")])
            }
            var writer = JSONWriter()
            writer.write(.object([.init(name: "keys", value: .array([try #require(jwk)]))]))
            let keys = try JSONWebKeySet(parsing: writer.bytes)
            #expect(keys.keys.count == 1)
            return KeyRing(keys)
        }
    }

    private let payload = #"{"sub":"auth0|1","name":"Zoë","exp":4102444800}"#

    @Test func `J3 the judge accepts tokens of this package, and no changed ones`() async throws {
        var cases: [[String: any Sendable]] = []
        for kind in Kind.all {
            let (key, jwk) = try kind.signing()
            let token = try key.sign(Array(payload.utf8), type: "JWT")
            for text in [token] + Self.changed(token) { cases.append(["task": "verify", "token": text, "jwk": jwk]) }
        }

        let verdicts = try await TokenJudge.verdicts(cases)

        #expect(verdicts.count == Kind.all.count * 4)
        for (index, kind) in Kind.all.enumerated() {
            let own = verdicts[(index * 4)..<(index * 4 + 4)]
            #expect(own.first?["payload"]?.string == payload, "\(kind)")
            #expect(own.first?["header"]?["alg"]?.string == kind.algorithm.rawValue)
            #expect(own.first?["header"]?["typ"]?.string == "JWT")
            #expect(own.dropFirst().allSatisfy { $0["refusal"] != nil }, "\(kind)")
        }
    }

    @Test func `J3 this package accepts tokens of the judge, and no changed ones`() async throws {
        let verdicts = try await TokenJudge.verdicts(
            Kind.all.map { kind in
                [
                    "task": "issue", "payload": payload, "alg": kind.algorithm.rawValue, "kty": kind.type,
                    "crv": kind.size,
                ]
            })

        #expect(verdicts.count == Kind.all.count)
        for (kind, verdict) in zip(Kind.all, verdicts) {
            let (ring, token) = (try kind.ring(verdict["jwk"]), try #require(verdict["token"]?.string, "\(verdict)"))
            #expect(try ring.verifiedToken(token)["name"].string == "Zoë", "\(kind)")
            for text in Self.changed(token) {
                #expect(throws: JOSEError.self, "\(kind)") { try ring.verifiedToken(text) }
            }
        }
    }

    @Test func `both sides compute the same thumbprints`() async throws {
        let keys = try Kind.all.filter { $0.type != "oct" }.map { JSONWebKey(try $0.privateKey().publicKey) }

        let verdicts = try await TokenJudge.verdicts(keys.map { ["task": "thumbprint", "jwk": $0.json] })

        #expect(verdicts.count == keys.count)
        for (key, verdict) in zip(keys, verdicts) {
            #expect(verdict["thumbprint"]?.string == Base64URL.encode(key.thumbprint))
        }
    }

    @Test func `J20 the judge accepts proofs of this package as RFC 9449 proofs`() async throws {
        let key = try ProofKey()
        let proof = try key.proof(
            .post, HTTPURL("https://api.example.com/a/b?secret=1"), accessToken: "token", nonce: "n-1", time: .system)
        var cases: [[String: any Sendable]] = [["task": "proof", "token": proof]]
        cases += Self.changed(proof).map { ["task": "proof", "token": $0] }

        let verdicts = try await TokenJudge.verdicts(cases)

        let claims = try JSONValue(parsing: Array((verdicts.first?["payload"]?.string ?? "").utf8))
        #expect(verdicts.first?["thumbprint"]?.string == key.thumbprint)
        #expect(verdicts.first?["header"]?["alg"]?.string == "ES256")
        #expect(claims["htm"]?.string == "POST")
        #expect(claims["htu"]?.string == "https://api.example.com/a/b")
        #expect(claims["nonce"]?.string == "n-1")
        #expect(
            claims["ath"]?.string == Base64URL.encode(HashAlgorithm.sha256.digest(of: Array("token".utf8))))
        #expect(claims["jti"]?.string?.isEmpty == false)
        #expect(verdicts.dropFirst().allSatisfy { $0["refusal"] != nil })
    }

    /// The token with another payload, with one bit of the signature changed, and without a signature.
    private static func changed(_ token: String) -> [String] {
        let parts = token.split(separator: ".").map(String.init)
        var signature = (try? Base64URL.decode(parts[2])) ?? []
        signature[signature.count / 2] ^= 1
        return [
            "\(parts[0]).\(Base64URL.encode(Array(#"{"sub":"auth0|2"}"#.utf8))).\(parts[2])",
            "\(parts[0]).\(parts[1]).\(Base64URL.encode(signature))", "\(parts[0]).\(parts[1]).",
        ]
    }
}
