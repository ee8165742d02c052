import ByteEncodings
import Foundation
import HTTPMessages
import JOSE
import OpenSSLCryptography
import Testing

@testable import OpenID

@Suite struct DPoPProofVerifierTests {
    private let clock = ProofClock(1_700_000_000)
    private let url = HTTPURL.example("https://api.example.com/things?secret=1")

    private func verifier(_ capacity: Int = 100) -> DPoPProofVerifier {
        DPoPProofVerifier(
            replays: MemoryReplayStore(capacity: capacity, clock: clock.source), clock: clock.source)
    }

    private func verify(
        _ text: String, _ verifier: DPoPProofVerifier? = nil, method: TransportMethod = .get, url: HTTPURL? = nil,
        token: String? = nil, boundTo: String? = nil, nonces: [String]? = nil
    ) async throws -> DPoPProof {
        try await (verifier ?? self.verifier()).verify(
            ["DPoP": text], method: method, url: url ?? self.url, accessToken: token, boundTo: boundTo, nonces: nonces)
    }

    @Test func `accepts the proofs of this package`() async throws {
        let key = try ProofKey()
        let text = try key.proof(.get, url, accessToken: "token", nonce: "n-1", time: clock.source)

        let proof = try await verify(text, token: "token", boundTo: key.thumbprint, nonces: ["n-0", "n-1"])

        #expect(proof.thumbprint == key.thumbprint)
        #expect(proof.url.description == "https://api.example.com/things")
        #expect(proof.issued == Date(timeIntervalSince1970: 1_700_000_000))
    }

    @Test func `J20 agrees with the vectors of RFC 9449`() async throws {
        let file = try ProofVectors.load()
        let thumbprint = try #require(file["jkt"]?.string)
        guard case .array(let vectors)? = file["vectors"] else { return }
        #expect(vectors.count == 2)

        for vector in vectors {
            let text = try #require(vector["proof"]?.string)
            let claims = try #require(vector["claims"])
            clock.set(try #require(claims["iat"]?.integer) + 30)
            let proof = try await verify(
                text, method: TransportMethod(rawValue: try #require(claims["htm"]?.string)),
                url: HTTPURL(try #require(claims["htu"]?.string)), token: vector["access_token"]?.string,
                boundTo: thumbprint)

            #expect(proof.identifier == claims["jti"]?.string)
            #expect(proof.accessTokenHash == claims["ath"]?.string)
            await #expect(throws: DPoPProofError(.claimMismatch, claim: "htu")) {
                try await verify(
                    text, method: TransportMethod(rawValue: claims["htm"]?.string ?? ""),
                    url: .example("https://server.example.com/token2"))
            }
        }
    }

    @Test func `J20 a proof is valid once`() async throws {
        let verifier = verifier()
        let text = try ProofKey().proof(.get, url, accessToken: nil, nonce: nil, time: clock.source)

        _ = try await verify(text, verifier)

        await #expect(throws: DPoPProofError(.replayed, claim: "jti")) { try await verify(text, verifier) }
        clock.set(1_700_000_060)
        await #expect(throws: DPoPProofError(.replayed, claim: "jti")) { try await verify(text, verifier) }
        clock.set(1_700_000_061)
        await #expect(throws: DPoPProofError(.tooOld, claim: "iat")) { try await verify(text, verifier) }
    }

    @Test func `J20 one of many concurrent copies is accepted`() async throws {
        let verifier = verifier()
        let text = try ProofKey().proof(.get, url, accessToken: nil, nonce: nil, time: clock.source)

        let accepted = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<16 { group.addTask { @concurrent in (try? await verify(text, verifier)) != nil } }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }

        #expect(accepted == 1)
    }

    @Test func `J20 a proof from the future is not accepted`() async throws {
        let text = try ProofKey().proof(.get, url, accessToken: nil, nonce: nil, time: clock.source)
        clock.set(1_700_000_000 - 61)

        await #expect(throws: DPoPProofError(.tooOld, claim: "iat")) { try await verify(text) }
    }

    @Test func `memory is bounded, and released when proofs are too old`() async throws {
        let verifier = verifier(2)
        func next() throws -> String {
            try ProofKey().proof(.get, url, accessToken: nil, nonce: nil, time: clock.source)
        }

        for _ in 0..<2 { _ = try await verify(next(), verifier) }
        await #expect(throws: DPoPProofError(.tooMany)) { try await verify(next(), verifier) }
        clock.set(1_700_000_121)

        _ = try await verify(next(), verifier)
    }

    @Test func `J20 a proof for another token, key or nonce is not accepted`() async throws {
        let key = try ProofKey()
        func text() throws -> String { try key.proof(.get, url, accessToken: "token", nonce: "n", time: clock.source) }

        await #expect(throws: DPoPProofError(.claimMismatch, claim: "ath")) {
            try await verify(text(), token: "token2")
        }
        await #expect(throws: DPoPProofError(.keyMismatch)) {
            try await verify(text(), token: "token", boundTo: ProofKey().thumbprint)
        }
        await #expect(throws: DPoPProofError(.nonceRequired)) { try await verify(text(), nonces: ["m"]) }
        await #expect(throws: DPoPProofError(.nonceRequired)) { try await verify(text(), nonces: []) }
        await #expect(throws: DPoPProofError(.claimMismatch, claim: "htm")) { try await verify(text(), method: .post) }
        let bare = try key.proof(.get, url, accessToken: nil, nonce: nil, time: clock.source)
        await #expect(throws: DPoPProofError(.claimInvalid, claim: "ath")) { try await verify(bare, token: "token") }
        await #expect(throws: DPoPProofError(.nonceRequired)) { try await verify(bare, nonces: ["n"]) }
    }

    @Test func `J20 no proof, two proofs and an invalid proof are refused`() async throws {
        let key = try ProofKey()
        let text = try key.proof(.get, url, accessToken: nil, nonce: nil, time: clock.source)
        var two: TransportFields = ["DPoP": text]
        two.append(text, named: "dpop")

        await #expect(throws: DPoPProofError(.missing)) { try await verifier().verify([:], method: .get, url: url) }
        await #expect(throws: DPoPProofError(.malformed)) { try await verifier().verify(two, method: .get, url: url) }
        await #expect(throws: DPoPProofError(.malformed)) { try await verify("a.b") }
    }

    @Test(arguments: [
        ("https://api.example.com/a/b", "HTTPS://API.example.com:443/a/b", true),
        ("https://api.example.com", "https://api.example.com/", true),
        ("https://api.example.com/%7Ea/%c3%a9", "https://api.example.com/~a/%C3%A9", true),
        ("https://api.example.com/a/./b/../c", "https://api.example.com/a/c", true),
        ("https://api.example.com/a/..", "https://api.example.com/", true),
        ("https://api.example.com/a", "https://api.example.com/a/", false),
        ("https://api.example.com/a", "https://api.example.com/A", false),
        ("https://api.example.com/a%2Fb", "https://api.example.com/a/b", false),
        ("https://api.example.com//a", "https://api.example.com/a", false),
        ("https://api.example.com/a", "https://api.example.com:8443/a", false),
        ("https://api.example.com/a", "https://api.example.org/a", false),
    ])
    func `J20 compares normalized addresses`(proved: String, asked: String, isSame: Bool) async throws {
        let text = try ProofKey().proof(.get, .example(proved), accessToken: nil, nonce: nil, time: clock.source)

        let accepted = try? await verify(text, url: .example(asked))

        #expect((accepted != nil) == isSame)
    }
}
