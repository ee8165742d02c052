import OpenSSLCryptography
import ByteEncodings
import HTTPMessages
import JOSE
import Testing

@testable import OpenID

@Suite struct HostileProofTests {
    private let clock = ProofClock(1_700_000_000)
    private let url = HTTPURL.example("https://api.example.com/things")
    private let key: PrivateKey
    private let good: [JSONValue.Member] = [
        .init(name: "htm", value: .string("GET")), .init(name: "htu", value: .string("https://api.example.com/things")),
        .init(name: "jti", value: .string("1")), .init(name: "iat", value: .integer(1_700_000_000)),
    ]

    init() throws { key = try PrivateKey(generating: .ellipticCurve(.p256)) }

    private func verify(_ text: String) -> Result<DPoPProof, any Error> {
        Result {
            try DPoPProofVerifier(clock: clock.source).verify(["DPoP": text], method: .get, url: url)
        }
    }

    private func sign(
        _ claims: [JSONValue.Member], type: String? = "dpop+jwt", jwk: JSONValue? = nil,
        more: [JSONValue.Member] = []
    ) throws -> String {
        var writer = JSONWriter()
        writer.write(members: claims)
        let jwk = jwk ?? .object(JSONWebKey(key.publicKey).required)
        return try SigningKey(key, .es256).sign(
            writer.bytes, type: type, header: [JSONValue.Member(name: "jwk", value: jwk)] + more)
    }

    @Test func `accepts the proof that the others vary`() throws {
        #expect(throws: Never.self) { try verify(sign(good)).get() }
        #expect(throws: Never.self) { try verify(sign(good, type: "application/DPoP+JWT")).get() }
        #expect(throws: Never.self) { try verify(sign(good, more: [.init(name: "kid", value: .string("k"))])).get() }
    }

    @Test(arguments: ["htm", "htu", "jti", "iat"])
    func `J20 refuses a proof without a required claim, or with one of another type`(name: String) throws {
        let without = good.filter { $0.name != name }
        let wrong: [JSONValue] = [.null, .boolean(true), .array([.string("GET")]), .object([])]

        #expect(throws: DPoPProofError(.claimInvalid, claim: name)) { try verify(sign(without)).get() }
        for value in wrong {
            let claims = without + [.init(name: name, value: value)]
            #expect(throws: DPoPProofError(.claimInvalid, claim: name)) { try verify(sign(claims)).get() }
        }
    }

    @Test(arguments: ["1e400", "-1", "1e18", "\"1700000000\""])
    func `J14 J20 an invalid date is refused without a trap`(date: String) throws {
        let text = #"{"htm":"GET","htu":"https://api.example.com/things","jti":"1","iat":\#(date)}"#
        let jwk = JSONValue.Member(name: "jwk", value: .object(JSONWebKey(key.publicKey).required))
        let proof = try SigningKey(key, .es256).sign(Array(text.utf8), type: "dpop+jwt", header: [jwk])

        #expect(throws: DPoPProofError.self) { try verify(proof).get() }
    }

    @Test(arguments: [nil, "JWT", "at+jwt", "dpop"])
    func `J9 J20 refuses another kind of token`(type: String?) throws {
        #expect(throws: DPoPProofError(.malformed)) { try verify(sign(good, type: type)).get() }
    }

    @Test func `J20 refuses a private key, a secret, another curve and no key`() throws {
        let required = JSONWebKey(key.publicKey).required
        let other = try JSONWebKey(PrivateKey(generating: .ellipticCurve(.p384)).publicKey).required
        let bad: [(JSONValue, DPoPProofError.Code)] = [
            (.object(required + [.init(name: "d", value: .string("AAAA"))]), .keyRefused),
            (
                .object([.init(name: "kty", value: .string("oct")), .init(name: "k", value: .string("AAAA"))]),
                .keyRefused
            ),
            (.object(other), .algorithmNotAllowed), (.null, .malformed), (.string("x"), .malformed),
            (.object(required + [.init(name: "alg", value: .string("ES384"))]), .keyRefused),
        ]

        for (jwk, code) in bad {
            #expect(throws: DPoPProofError(code), "\(jwk)") { try verify(sign(good, jwk: jwk)).get() }
        }
    }

    @Test func `J20 refuses a proof that another key signed, and one that was changed`() throws {
        let stranger = try PrivateKey(generating: .ellipticCurve(.p256)).publicKey
        #expect(throws: DPoPProofError(.signatureInvalid)) {
            try verify(sign(good, jwk: .object(JSONWebKey(stranger).required))).get()
        }
        let parts = try sign(good).split(separator: ".").map(String.init)
        let changed = [parts[0], parts[1], Base64URL.encode([UInt8](repeating: 1, count: 64))].joined(separator: ".")
        #expect(throws: DPoPProofError(.signatureInvalid)) { try verify(changed).get() }
    }

    @Test func `J1 J2 J20 refuses the algorithm none and symmetric algorithms`() throws {
        let parts = try sign(good).split(separator: ".").map(String.init)
        for algorithm in ["none", "HS256", "ES256K", "RS1"] {
            let header = #"{"typ":"dpop+jwt","alg":"\#(algorithm)","jwk":{"kty":"oct","k":"AAAA"}}"#
            let text = [Base64URL.encode(Array(header.utf8)), parts[1], parts[2]].joined(separator: ".")
            #expect(throws: DPoPProofError(.algorithmNotAllowed), "\(algorithm)") { try verify(text).get() }
        }
        let narrow = DPoPProofVerifier(algorithms: [.eddsa], clock: clock.source)
        #expect(throws: DPoPProofError(.algorithmNotAllowed)) {
            try narrow.verify(["DPoP": sign(good)], method: .get, url: url)
        }
    }

    @Test func `a query and a fragment of htu are ignored`() throws {
        let claims = good.filter { $0.name != "htu" }
        for address in ["https://api.example.com/things?a=b", "https://api.example.com/things#c"] {
            let text = try sign(claims + [.init(name: "htu", value: .string(address))])
            #expect(throws: Never.self) { try verify(text).get() }
        }
        for address in ["", "/things", "ftp://api.example.com/things", "https://a@api.example.com/things"] {
            let text = try sign(claims + [.init(name: "htu", value: .string(address))])
            #expect(throws: DPoPProofError(.claimInvalid, claim: "htu")) { try verify(text).get() }
        }
    }

    @Test func `an error contains the challenge and no part of the proof`() {
        #expect(DPoPProofError(.nonceRequired).answer == "use_dpop_nonce")
        #expect(DPoPProofError(.keyMismatch).answer == "invalid_token")
        #expect(DPoPProofError(.claimMismatch, claim: "htu").answer == "invalid_dpop_proof")
        #expect("\(DPoPProofError(.claimMismatch, claim: "htu"))" == "DPoPProofError.claimMismatch(htu)")
    }
}
