import ByteEncodings
import JOSE
import OpenSSLCryptography
import TestEvents
import Testing

@Suite struct KeyRingTests {
    private let payload = Array(#"{"sub":"somebody"}"#.utf8)

    private func key(_ id: String? = "k1", _ algorithm: SignatureAlgorithm = .es256) throws -> (SigningKey, JSONWebKey)
    {
        let curves: [SignatureAlgorithm: EllipticCurve] = [.es256: .p256, .es384: .p384, .es512: .p521]
        let kind: PrivateKey.Kind = curves[algorithm].map(PrivateKey.Kind.ellipticCurve) ?? .edwards(.ed25519)
        let secret = try PrivateKey(generating: kind)
        return (
            try SigningKey(secret, algorithm: algorithm, id: id),
            JSONWebKey(secret.publicKey, id: id, algorithm: algorithm)
        )
    }

    private func text(header: String, payload: String = "{}", signature: String = "AA") -> String {
        [Base64URL.encode(Array(header.utf8)), Base64URL.encode(Array(payload.utf8)), signature].joined(separator: ".")
    }

    @Test(arguments: [SignatureAlgorithm.es256, .es384, .es512, .edDSA, .ed25519])
    func `verifies signed data`(algorithm: SignatureAlgorithm) throws {
        let (signing, key) = try key("k1", algorithm)

        let verified = try KeyRing(JSONWebKeySet([key])).verify(signing.sign(payload, type: "JWT"))

        #expect(verified.payload == payload)
        #expect(verified.header.algorithm == algorithm)
        #expect(verified.header.keyID == "k1")
        #expect(try verified.claims()["sub"]?.string == "somebody")
    }

    @Test(arguments: [
        #"{"alg":"none"}"#, #"{"alg":"None"}"#, #"{"alg":"NONE"}"#, #"{"alg":"nOnE"}"#, #"{"alg":""}"#, "{}",
        #"{"alg":"RS1"}"#, #"{"alg":"es256"}"#, #"{"alg":"ES256K"}"#, #"{"alg":"HS256 "}"#,
    ])
    func `J1 refuses none, a missing and an unknown algorithm before any key is used`(header: String) throws {
        let ring = KeyRing(JSONWebKeySet([]))

        #expect(throws: JOSEError.self) { try ring.verify(text(header: header, signature: "")) }
        let error = #expect(throws: JOSEError.self) { try CompactJWS(text(header: header)) }
        #expect(error?.code == .algorithmNotAllowed)
    }

    /// A key ring keeps the header of the first verified token.
    @Test func `J1 refuses a header after a token with another one was verified`() throws {
        let (signing, key) = try key()
        let ring = KeyRing(JSONWebKeySet([key]))
        let usual = try signing.sign(payload, type: "JWT")
        let signature = String(usual.split(separator: ".").last ?? "")

        for _ in 0..<2 { #expect(try ring.verify(usual).header.keyID == "k1") }

        let refused: [(header: String, code: JOSEError.Code)] = [
            (#"{"alg":"none","typ":"JWT","kid":"k1"}"#, .algorithmNotAllowed),
            (#"{"alg":"ES384","typ":"JWT","kid":"k1"}"#, .algorithmNotAllowed),
            (#"{"alg":"ES256","typ":"JWT","kid":"k2"}"#, .keyNotFound),
            (#"{"alg":"ES256","typ":"JWU","kid":"k1"}"#, .headerNotAllowed),
            (#"{"alg":"ES256","b64":"JWT","kid":"k1"}"#, .headerNotAllowed),
            (#"{"typ":"JWT","alg":"ES256","kid":"k1"}"#, .signatureInvalid),
            (#"{"alg":"ES256","typ":"JWT","kid":"k1"} "#, .signatureInvalid),
            (#"{"alg":"ES256","typ":"JWT","kid":"k1""#, .malformed),
        ]
        for (header, code) in refused {
            let token = text(header: header, payload: String(decoding: payload, as: UTF8.self), signature: signature)
            let error = #expect(throws: JOSEError.self) { try ring.verify(token) }
            #expect(error?.code == code)
        }
        let typed = try ring.verify(signing.sign(payload, type: "at+jwt"), type: .exactly("at+jwt"))
        #expect(typed.header.type == "at+jwt")
        #expect(try ring.verify(usual).payload == payload)
    }

    @Test(arguments: [#"{"alg":1}"#, #"{"alg":["ES256"]}"#, #"{"alg":null}"#, "[]", "1", "", #"{"alg":"ES256""#])
    func `J1 refuses a header of the wrong form`(header: String) {
        let error = #expect(throws: JOSEError.self) { try CompactJWS(text(header: header)) }
        #expect(error?.code == .malformed)
    }

    @Test func `RFC 9864 Ed25519 is EdDSA with one curve, and a key of one name does not serve the other`() throws {
        let secret = try PrivateKey(generating: .edwards(.ed25519))
        let new = try SigningKey(secret, algorithm: .ed25519).sign(payload)
        let old = try SigningKey(secret, algorithm: .edDSA).sign(payload)
        func ring(_ algorithm: SignatureAlgorithm?) -> KeyRing {
            KeyRing(JSONWebKeySet([JSONWebKey(secret.publicKey, id: nil, algorithm: algorithm)]))
        }

        #expect(try ring(nil).verify(new).header.algorithm == .ed25519)
        #expect(try ring(nil).verify(old).header.algorithm == .edDSA)
        #expect(throws: JOSEError.self) { try ring(.edDSA).verify(new) }
        #expect(throws: JOSEError.self) { try ring(.ed25519).verify(old) }
        let other = try PrivateKey(generating: .edwards(.ed448))
        #expect(throws: JOSEError.self) { try SigningKey(other, algorithm: .ed25519) }
        #expect(throws: JOSEError.self) {
            try VerificationKey(JSONWebKey(other.publicKey, id: nil, algorithm: .ed25519))
        }
    }

    @Test func `J2 never uses a public key as a secret`() throws {
        let (signing, key) = try key()
        let forged = try SigningKey(secret: SecretBytes([UInt8](repeating: 1, count: 64)), algorithm: .hs256, id: "k1")

        let ring = KeyRing(JSONWebKeySet([key]), allowing: Set(SignatureAlgorithm.allCases))

        let error = #expect(throws: JOSEError.self) { try ring.verify(forged.sign(payload)) }
        #expect(error?.code == .algorithmNotAllowed)
        #expect(throws: JOSEError.self) { try VerificationKey(key, allowing: [.hs256]) }
        let secret = try VerificationKey(secret: SecretBytes([UInt8](repeating: 1, count: 64)), algorithm: .hs256)
        #expect(throws: JOSEError.self) { try KeyRing([secret, VerificationKey(key)]) }
        #expect(throws: JOSEError.self) { try KeyRing([secret]).verify(signing.sign(payload)) }
    }

    @Test(arguments: [(SignatureAlgorithm.hs256, 31), (.hs384, 47), (.hs512, 63)])
    func `J2 refuses a secret shorter than the hash`(algorithm: SignatureAlgorithm, count: Int) throws {
        let secret = SecretBytes([UInt8](repeating: 7, count: count))

        #expect(throws: JOSEError.self) { try VerificationKey(secret: secret, algorithm: algorithm) }
        #expect(throws: JOSEError.self) { try SigningKey(secret: secret, algorithm: algorithm) }
    }

    @Test func `J2 binds a key to the algorithm it names`() throws {
        let secret = try PrivateKey(generating: .rsa(bits: 2048))
        let signed = try SigningKey(secret, algorithm: .ps256, id: "k1").sign(payload)

        let pinned = KeyRing(JSONWebKeySet([JSONWebKey(secret.publicKey, id: "k1", algorithm: .rs256)]))
        let free = KeyRing(JSONWebKeySet([JSONWebKey(secret.publicKey, id: "k1")]))
        let narrowed = KeyRing(JSONWebKeySet([JSONWebKey(secret.publicKey, id: "k1")]), allowing: [.rs256])

        #expect(throws: JOSEError.self) { try pinned.verify(signed) }
        #expect(throws: JOSEError.self) { try narrowed.verify(signed) }
        #expect(try free.verify(signed).payload == payload)
    }

    @Test func `J4 never uses a key from the header`() throws {
        let (signing, key) = try key("evil")
        let (_, ours) = try self.key("ours")
        let jwk = try JSONValue(parsing: Array(#"{"jku":"https://evil.example/","x5u":"https://evil.example/"}"#.utf8))
        guard case .object(var members) = jwk else { return }
        members.append(.init(name: "jwk", value: key.json))

        let forged = try signing.sign(payload, header: signing.header(type: nil, members))

        let error = #expect(throws: JOSEError.self) { try KeyRing(JSONWebKeySet([ours])).verify(forged) }
        #expect(error?.code == .keyNotFound)
    }

    @Test(arguments: ["", "../../etc/passwd", "' OR 1=1 --", "K1", "k1 ", "k1\u{0}"])
    func `J5 compares key IDs by their bytes`(id: String) throws {
        let (_, ours) = try key("k1")
        let (signing, _) = try key(id)

        let error = #expect(throws: JOSEError.self) { try KeyRing(JSONWebKeySet([ours])).verify(signing.sign(payload)) }
        #expect(error?.code == .keyNotFound)
    }

    @Test func `J5 distinguishes key IDs that only look the same`() throws {
        let (signing, _) = try key("\u{E9}")
        let (_, other) = try key("e\u{301}")

        #expect(throws: JOSEError.self) { try KeyRing(JSONWebKeySet([other])).verify(signing.sign(payload)) }
    }

    @Test func `J5 refuses an ambiguous key ID, and a missing one with several keys`() throws {
        let (signing, one) = try key("k1")
        let (_, other) = try key("k1")
        let (nameless, third) = try key(nil)

        let twice = #expect(throws: JOSEError.self) {
            try KeyRing(JSONWebKeySet([one, other])).verify(signing.sign(payload))
        }
        let several = #expect(throws: JOSEError.self) {
            try KeyRing(JSONWebKeySet([one, third])).verify(nameless.sign(payload))
        }

        #expect(twice?.code == .keyAmbiguous)
        #expect(several?.code == .keyAmbiguous)
    }

    @Test func `J5 finds the only matching key without a key ID`() throws {
        let (nameless, own) = try key(nil)
        let (_, other) = try key("other", .edDSA)

        #expect(try KeyRing(JSONWebKeySet([other, own])).verify(nameless.sign(payload)).payload == payload)
    }

    @Test(arguments: [
        #"{"alg":"ES256","crit":["exp"]}"#, #"{"alg":"ES256","b64":false}"#, #"{"alg":"ES256","b64":true}"#,
        #"{"alg":"ES256","zip":"DEF"}"#, #"{"alg":"ES256","crit":[]}"#,
    ])
    func `J9 refuses extensions that are not implemented`(header: String) {
        let error = #expect(throws: JOSEError.self) { try CompactJWS(text(header: header)) }
        #expect(error?.code == .headerNotAllowed)
    }

    @Test(arguments: ["at+jwt", "application/at+jwt", "AT+JWT", "logout+jwt", "dpop+jwt", "secevent+jwt", "x"])
    func `J9 does not accept another kind of token as an ID token`(type: String) throws {
        let (signing, key) = try key()
        let ring = KeyRing(JSONWebKeySet([key]))
        let signed = try signing.sign(payload, type: type)

        let error = #expect(throws: JOSEError.self) { try ring.verify(signed) }

        #expect(error?.code == .headerNotAllowed)
        #expect(try ring.verify(signed, type: .exactly(type)).payload == payload)
        #expect(throws: JOSEError.self) { try ring.verify(signing.sign(payload), type: .exactly(type)) }
    }

    @Test(arguments: ["JWT", "jwt", "application/jwt"])
    func `J9 recognises the type of a token in every spelling`(type: String) throws {
        let (signing, key) = try key()

        #expect(try KeyRing(JSONWebKeySet([key])).verify(signing.sign(payload, type: type)).payload == payload)
    }

    @Test func `J11 refuses a megabyte of dots quickly`() {
        for text in [
            String(repeating: ".", count: 1_000_000), String(repeating: ".", count: 60_000),
            String(repeating: "A", count: 1_000_000),
        ] {
            let time = ProcessorTime.shortest { #expect(throws: JOSEError.self) { try CompactJWS(text) } }

            #expect(time < 100_000_000, "\(time / 1_000) µs")
        }
    }

    /// With names of equal FNV-1a hashes it took 50 to 80 ms in an optimised build.
    @Test(.enabled(if: !Sanitizer.isActive))
    func `T14 J11 a header of 48 kB is refused in 5 ms or eight times the time of an ordinary one`() throws {
        let hostile = text(header: HostileJSON.object(HostileJSON.namesOfEqualHash.prefix(730)))
        let long = text(header: #"{"alg":"none","x":"\#(String(repeating: "a", count: 48_000))"}"#)
        try #require(hostile.utf8.count > 60_000 && hostile.utf8.count <= CompactJWS.maximumBytes)

        let time = ProcessorTime.shortest { #expect(throws: JOSEError.self) { try CompactJWS(hostile) } }

        let ordinary = ProcessorTime.shortest { #expect(throws: JOSEError.self) { try CompactJWS(long) } }
        #expect(time <= max(8 * ordinary, 5_000_000), "\(time / 1_000) µs")
    }

    @Test(arguments: [
        #"{"alg":"ES256","alg":"ES256"}"#, #"{"alg":"ES256","kid":"a","kid":"b"}"#,
        #"{"alg":"ES256","\u0061lg":"none"}"#, #"{"alg":"ES256","a":"\ud800"}"#,
    ])
    func `J11 refuses duplicate members and lone surrogates`(header: String) {
        let error = #expect(throws: JOSEError.self) { try CompactJWS(text(header: header)) }
        #expect(error?.code == .malformed)
    }

    @Test func `J11 refuses claims that are not an object or have a duplicate member`() throws {
        let (signing, key) = try key()
        let ring = KeyRing(JSONWebKeySet([key]))

        for claims in ["[]", "1", "", #"{"a":1,"a":2}"#, #""text""#] {
            let verified = try ring.verify(signing.sign(Array(claims.utf8)))
            #expect(throws: JOSEError.self) { try verified.claims() }
        }
    }

    @Test func `J19 detects a change of every bit of a signature`() throws {
        let (signing, key) = try key()
        let ring = KeyRing(JSONWebKeySet([key]))
        let segments = try signing.sign(payload).split(separator: ".").map(String.init)
        let signature = try Base64URL.decode(segments[2])

        for bit in 0..<(signature.count * 8) {
            var other = signature
            other[bit / 8] ^= 1 << UInt8(bit % 8)
            let text = "\(segments[0]).\(segments[1]).\(Base64URL.encode(other))"
            #expect(throws: JOSEError.self) { try ring.verify(text) }
        }
    }

    @Test func `L1 shows no text and no key in an error`() throws {
        let (_, key) = try key()

        let error = #expect(throws: JOSEError.self) {
            try KeyRing(JSONWebKeySet([key])).verify(
                text(header: #"{"alg":"ES256","kid":"canary"}"#, payload: "canary"))
        }

        #expect(error.map { "\($0)" } == "JOSEError.keyNotFound")
    }

    /// The token is signed with what everybody can compute from the key, and so has a valid signature.
    @Test func `B12 a token whose RSA key has a prime modulus is refused`() throws {
        let fixture = try Vectors.load("../Fixtures/Keys/prime-modulus")
        let (key, token) = (try #require(fixture["key"]), try #require(fixture["token"]?.string))
        let ring = KeyRing(try JSONWebKeySet(parsing: key.keySet.text))

        for _ in 1...2 {
            let error = #expect(throws: JOSEError.self) { try ring.verify(token) }
            #expect(error?.code == .keyRefused)
        }
        // Another token is distinguished from a refused key.
        let modified = #expect(throws: JOSEError.self) { try ring.verify(String(token.dropLast(4)) + "AAAA") }
        #expect(modified?.code == .signatureInvalid)
    }

    @Test func `K5 a token whose RSA key any person can factor is refused`() throws {
        let fixture = try Vectors.load("../Fixtures/Keys/weak-moduli")
        guard case .array(let cases)? = fixture["keys"] else { throw CancellationError() }
        #expect(cases.count == 6)

        for weak in cases {
            let ring = KeyRing(try JSONWebKeySet(parsing: try #require(weak["key"]).keySet.text))
            let token = try #require(weak["token"]?.string)
            let error = #expect(throws: JOSEError.self) { try ring.verify(token) }
            #expect(error?.code == .keyRefused, "\(weak["name"]?.string ?? "")")
        }
    }

    @Test func `K5 the key ID of a token is a hint if the key has none`() throws {
        let secret = SecretBytes([UInt8](repeating: 7, count: 32))
        let token = try SigningKey(secret: secret, algorithm: .hs256, id: "unknown").sign(payload)
        let (signing, named) = try key("k1")
        let nameless = JSONWebKey(named.key, id: nil, algorithm: .es256)
        let (_, other) = try key("k2")
        let (_, anotherNameless) = try key(nil)

        #expect(try KeyRing([VerificationKey(secret: secret, algorithm: .hs256)]).verify(token).payload == payload)
        #expect(try KeyRing(JSONWebKeySet([other, nameless])).verify(signing.sign(payload)).payload == payload)
        // A key with another ID is not tried, and one without an ID not before the named key.
        let named2 = try KeyRing([VerificationKey(secret: secret, algorithm: .hs256, id: "a")])
        #expect(#expect(throws: JOSEError.self) { try named2.verify(token) }?.code == .keyNotFound)
        #expect(try KeyRing(JSONWebKeySet([anotherNameless, named])).verify(signing.sign(payload)).payload == payload)
        let two = KeyRing(JSONWebKeySet([anotherNameless, nameless]))
        #expect(#expect(throws: JOSEError.self) { try two.verify(signing.sign(payload)) }?.code == .keyAmbiguous)
    }
}
