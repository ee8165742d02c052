import ByteEncodings
import Foundation
import HTTPMessages
import JOSE
import OpenSSLCryptography
import ProgramRunner
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

    private func verify(_ text: String) async throws -> DPoPProof {
        try await DPoPProofVerifier(clock: clock.source).verify(["DPoP": text], method: .get, url: url)
    }

    private func sign(
        _ claims: [JSONValue.Member], type: String? = "dpop+jwt", jwk: JSONValue? = nil,
        more: [JSONValue.Member] = []
    ) throws -> String {
        let jwk = jwk ?? .object(JSONWebKey(key.publicKey).required)
        let signer = try SigningKey(key, algorithm: .es256)
        let header = signer.header(type: type, [JSONValue.Member(name: "jwk", value: jwk)] + more)
        return try signer.sign(JSONValue.object(claims).encoded, header: header)
    }

    @Test func `accepts the proof that the others vary`() async throws {
        await #expect(throws: Never.self) { try await verify(sign(good)) }
        await #expect(throws: Never.self) { try await verify(sign(good, type: "application/DPoP+JWT")) }
        await #expect(throws: Never.self) {
            try await verify(sign(good, more: [.init(name: "kid", value: .string("k"))]))
        }
    }

    @Test(arguments: ["htm", "htu", "jti", "iat"])
    func `J20 refuses a proof without a required claim, or with one of another type`(name: String) async throws {
        let without = good.filter { $0.name != name }
        let wrong: [JSONValue] = [.null, .boolean(true), .array([.string("GET")]), .object([])]

        await #expect(throws: DPoPProofError(.claimInvalid, claim: name)) { try await verify(sign(without)) }
        for value in wrong {
            let claims = without + [.init(name: name, value: value)]
            await #expect(throws: DPoPProofError(.claimInvalid, claim: name)) { try await verify(sign(claims)) }
        }
    }

    @Test func `K5 refuses a key that any person can factor`() async throws {
        let file = URL(filePath: Checkout.fixtures + "/Keys/prime-modulus.json")
        let fixture = try JSONValue(parsing: Array(Data(contentsOf: file)))
        let proof = try #require(fixture["proof"]?.string)

        for _ in 1...2 { await #expect(throws: DPoPProofError(.keyRefused)) { try await verify(proof) } }
    }

    @Test(arguments: ["1e400", "-1", "1e18", "\"1700000000\""])
    func `J14 J20 an invalid date is refused without a trap`(date: String) async throws {
        let text = #"{"htm":"GET","htu":"https://api.example.com/things","jti":"1","iat":\#(date)}"#
        let jwk = JSONValue.Member(name: "jwk", value: .object(JSONWebKey(key.publicKey).required))
        let signer = try SigningKey(key, algorithm: .es256)
        let proof = try signer.sign(Array(text.utf8), header: signer.header(type: "dpop+jwt", [jwk]))

        await #expect(throws: DPoPProofError.self) { try await verify(proof) }
    }

    @Test(arguments: [nil, "JWT", "at+jwt", "dpop"])
    func `J9 J20 refuses another kind of token`(type: String?) async throws {
        await #expect(throws: DPoPProofError(.malformed)) { try await verify(sign(good, type: type)) }
    }

    @Test func `J20 refuses a private key, a secret, another curve and no key`() async throws {
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
            await #expect(throws: DPoPProofError(code), "\(jwk)") { try await verify(sign(good, jwk: jwk)) }
        }
    }

    @Test func `J20 refuses a proof that another key signed, and one that was changed`() async throws {
        let stranger = try PrivateKey(generating: .ellipticCurve(.p256)).publicKey
        await #expect(throws: DPoPProofError(.signatureInvalid)) {
            try await verify(sign(good, jwk: .object(JSONWebKey(stranger).required)))
        }
        let parts = try sign(good).split(separator: ".").map(String.init)
        let changed = [parts[0], parts[1], Base64URL.encode([UInt8](repeating: 1, count: 64))].joined(separator: ".")
        await #expect(throws: DPoPProofError(.signatureInvalid)) { try await verify(changed) }
    }

    @Test func `J1 J2 J20 refuses the algorithm none and symmetric algorithms`() async throws {
        let parts = try sign(good).split(separator: ".").map(String.init)
        for algorithm in ["none", "HS256", "ES256K", "RS1"] {
            let header = #"{"typ":"dpop+jwt","alg":"\#(algorithm)","jwk":{"kty":"oct","k":"AAAA"}}"#
            let text = [Base64URL.encode(Array(header.utf8)), parts[1], parts[2]].joined(separator: ".")
            await #expect(throws: DPoPProofError(.algorithmNotAllowed), "\(algorithm)") { try await verify(text) }
        }
        let narrow = DPoPProofVerifier(algorithms: [.edDSA], clock: clock.source)
        await #expect(throws: DPoPProofError(.algorithmNotAllowed)) {
            try await narrow.verify(["DPoP": sign(good)], method: .get, url: url)
        }
    }

    @Test func `a query and a fragment of htu are ignored`() async throws {
        let claims = good.filter { $0.name != "htu" }
        for address in ["https://api.example.com/things?a=b", "https://api.example.com/things#c"] {
            let text = try sign(claims + [.init(name: "htu", value: .string(address))])
            await #expect(throws: Never.self) { try await verify(text) }
        }
        for address in ["", "/things", "ftp://api.example.com/things", "https://a@api.example.com/things"] {
            let text = try sign(claims + [.init(name: "htu", value: .string(address))])
            await #expect(throws: DPoPProofError(.claimInvalid, claim: "htu")) { try await verify(text) }
        }
    }

    @Test func `an error contains the challenge and no part of the proof`() {
        #expect(DPoPProofError(.nonceRequired).responseCode == "use_dpop_nonce")
        #expect(DPoPProofError(.keyMismatch).responseCode == "invalid_token")
        #expect(DPoPProofError(.claimMismatch, claim: "htu").responseCode == "invalid_dpop_proof")
        let text = "\(DPoPProofError(.claimMismatch, claim: "htu"))"
        #expect(text.hasPrefix("DPoPProofError.claimMismatch(htu): the proof is for another URL"))
    }
}
