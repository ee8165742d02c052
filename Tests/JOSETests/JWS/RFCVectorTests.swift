import ByteEncodings
import JOSE
import OpenSSLCryptography
import Testing

@Suite struct RFCVectorTests {
    private func ring(_ key: JSONValue, _ algorithm: String) throws -> KeyRing {
        guard key["kty"]?.string == "oct" else {
            return KeyRing(try JSONWebKeySet(parsing: key.without("d", "p", "q", "dp", "dq", "qi").keySet.text))
        }
        let secret = SecretBytes(try Base64URL.decode(key["k"]?.string ?? ""))
        return try KeyRing([
            VerificationKey(secret: secret, algorithm: try #require(SignatureAlgorithm(rawValue: algorithm)))
        ])
    }

    @Test func `agrees with RFC 7515 appendix A and RFC 7797`() throws {
        let vectors = try #require(try Vectors.load("rfc/rfc7515_jws")["vectors"]).array

        for vector in vectors {
            let name = vector["id"]?.string ?? ""
            let text = try #require(vector["compact"]?.string)
            let isAccepted: Bool
            if let key = vector["key"], key != .null {
                let ring = try ring(key, vector["alg"]?.string ?? "")
                isAccepted = (try? ring.verify(text, type: .any)) != nil
            } else {
                isAccepted = (try? CompactJWS(text)) != nil
            }
            #expect(isAccepted == (vector["expect"]?.string == "valid"), "\(name)")
        }
    }

    @Test func `J1 J3 refuses the negatives of RFC 7515`() throws {
        let file = try Vectors.load("rfc/rfc7515_jws")
        let vectors = try #require(file["vectors"]).array

        for negative in try #require(file["negative"]).array {
            let source = vectors.first { $0["id"] == negative["from_"] }
            let text = try #require(negative["compact"]?.string)
            let key = try #require(source?["key"])
            let ring = try ring(key, source?["alg"]?.string ?? "")
            #expect(throws: JOSEError.self, "\(negative["id"]?.string ?? "")") { try ring.verify(text, type: .any) }
        }
    }

    @Test func `signs exactly as the deterministic vectors`() throws {
        let vectors = try #require(try Vectors.load("rfc/rfc7515_jws")["vectors"]).array
        for vector in vectors where vector["id"]?.string == "A.2" {
            let text = try #require(vector["compact"]?.string)
            guard case .object(var members)? = vector["key"] else { continue }
            members.append(.init(name: "alg", value: .string("RS256")))

            let signed = try SigningKey(parsingJWK: JSONValue.object(members).text).sign(
                CompactJWS(text).unverifiedPayload)

            #expect(signed == text)
        }
    }

    @Test func `agrees with RFC 8037 in both directions`() throws {
        let file = try Vectors.load("rfc/rfc8037_eddsa")
        let text = try #require(file["compact"]?.string)
        guard case .object(var members)? = file["private_jwk"] else { return }
        members.append(.init(name: "alg", value: .string("EdDSA")))

        let signed = try SigningKey(parsingJWK: JSONValue.object(members).text).sign(
            Array("Example of Ed25519 signing".utf8))
        let verified = try ring(try #require(file["public_jwk"]), "EdDSA").verify(text)

        #expect(signed == text)
        #expect(verified.payload == Array("Example of Ed25519 signing".utf8))
    }

    @Test func `agrees with the thumbprints of RFC 7638, RFC 7517 and RFC 8037`() throws {
        let vectors = try #require(try Vectors.load("rfc/rfc7638_thumbprint")["vectors"]).array

        for vector in vectors {
            let key = try JSONWebKey(try #require(vector["jwk"]).without("use", "alg"))
            #expect(Base64URL.encode(key.thumbprint) == vector["thumbprint_sha256"]?.string)
        }
    }

    @Test func `J20 verifies the proofs of RFC 9449 with the key they carry`() throws {
        let file = try Vectors.load("rfc/rfc9449_dpop")

        for vector in try #require(file["vectors"]).array {
            let proof = try CompactJWS(try #require(vector["proof"]?.string))
            let key = try JSONWebKey(try #require(proof.headerMembers["jwk"]))
            let verified = try KeyRing([VerificationKey(key)]).verify(proof, type: .exactly("dpop+jwt"))

            #expect(Base64URL.encode(key.thumbprint) == file["jkt"]?.string)
            #expect(try verified.claims()["jti"] == vector["claims"]?["jti"])
        }
    }
}
