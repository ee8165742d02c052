import Foundation
import HTTPMessages
import OpenID
import OpenSSLCryptography
import Synchronization
import Testing

/// A store as a fleet would share it, with the entries in the order of their insertion.
private final class SharedStore: ReplayStore {
    struct Unreachable: Error {}

    private let state = Mutex((entries: [ReplayEntry](), isReachable: true))

    var entries: [ReplayEntry] { state.withLock { $0.entries } }

    func disconnect() { state.withLock { $0.isReachable = false } }

    func insert(_ entry: ReplayEntry) async throws -> Bool {
        try state.withLock { state in
            guard state.isReachable else { throw Unreachable() }
            guard !state.entries.contains(where: { $0.id == entry.id }) else { return false }
            state.entries.append(entry)
            return true
        }
    }
}

/// The replay store of proofs, and the nonces of a fleet.
@Suite struct ProofReplayTests {
    private let clock = ProofClock(1_700_000_000)
    private let url = HTTPURL.example("https://api.example.com/things")
    private let key: ProofKey
    private let secret = SecretBytes([UInt8](repeating: 9, count: 32))

    init() throws { key = try ProofKey() }

    private func proof(_ key: ProofKey? = nil, nonce: String? = nil) throws -> String {
        try (key ?? self.key).proof(.get, url, accessToken: nil, nonce: nonce, time: clock.source)
    }

    private func verify(_ text: String, _ verifier: DPoPProofVerifier) async throws -> DPoPProof {
        try await verifier.verify(["DPoP": text], method: .get, url: url)
    }

    @Test func `J20 a proof is valid once in all processes that share a store`() async throws {
        let store = SharedStore()
        let (one, other) = (
            DPoPProofVerifier(replays: store, clock: clock.source),
            DPoPProofVerifier(replays: store, clock: clock.source)
        )
        let text = try proof()

        let accepted = try await verify(text, one)

        await #expect(throws: DPoPProofError(.replayed, claim: "jti")) { try await verify(text, other) }
        let entry = try #require(store.entries.first)
        #expect(store.entries.count == 1)
        #expect(entry.sender == accepted.thumbprint)
        #expect(entry.id.count == 43 && !entry.id.contains(accepted.identifier))
        // As long as any server may accept the proof: a window after its time, and one for clocks that differ.
        #expect(entry.expiry == Date(timeIntervalSince1970: 1_700_000_120))
    }

    @Test func `a rejected proof is not remembered`() async throws {
        let store = SharedStore()
        let verifier = DPoPProofVerifier(replays: store, clock: clock.source)

        await #expect(throws: DPoPProofError.self) {
            try await verifier.verify(["DPoP": proof()], method: .post, url: url)
        }
        await #expect(throws: DPoPProofError(.nonceRequired)) {
            try await verifier.verify(["DPoP": proof()], method: .get, url: url, nonces: ["n"])
        }

        #expect(store.entries.isEmpty)
    }

    @Test func `J20 a proof is refused while the store is unreachable`() async throws {
        let store = SharedStore()
        let verifier = DPoPProofVerifier(replays: store, clock: clock.source)
        store.disconnect()

        let error = await #expect(throws: DPoPProofError.self) { try await verify(proof(), verifier) }

        #expect(error?.code == .replaysUnavailable)
        #expect(error?.cause is SharedStore.Unreachable)
    }

    @Test func `copies of a verifier share its memory`() async throws {
        let verifier = DPoPProofVerifier(clock: clock.source)
        let (copy, text) = (verifier, try proof())

        _ = try await verify(text, verifier)

        await #expect(throws: DPoPProofError(.replayed, claim: "jti")) { try await verify(text, copy) }
    }

    @Test func `one key cannot lock out the others`() async throws {
        let store = MemoryReplayStore(capacity: 4, clock: clock.source)
        let verifier = DPoPProofVerifier(replays: store, clock: clock.source)

        _ = try await verify(proof(), verifier)
        await #expect(throws: DPoPProofError(.tooMany)) { try await verify(proof(), verifier) }

        _ = try await verify(proof(ProofKey()), verifier)
    }

    @Test(arguments: [Duration.zero, .milliseconds(999), .seconds(-1), .milliseconds(300_001), .seconds(3_600)])
    func `a window out of bounds is refused`(window: Duration) async throws {
        let verifier = DPoPProofVerifier(window: window, clock: clock.source)

        await #expect(throws: DPoPProofError(.expectationInvalid)) { try await verify(proof(), verifier) }
    }

    @Test func `J20 every process with the secret accepts a nonce, for a bounded time`() async throws {
        let issuer = try DPoPNonceIssuer(secret: secret, clock: clock.source)
        let other = try DPoPNonceIssuer(secret: SecretBytes([UInt8](repeating: 9, count: 32)), clock: clock.source)
        let stranger = try DPoPNonceIssuer(secret: SecretBytes([UInt8](repeating: 8, count: 32)), clock: clock.source)
        clock.set(1_700_000_100)  // a multiple of 300 seconds

        let nonce = try issuer.nonce()

        #expect(nonce.utf8.count == 43)
        #expect(try other.nonce() == nonce)
        #expect(other.accepts(nonce) && !stranger.accepts(nonce))
        // A process whose clock is 300 seconds behind accepts it; one whose clock is further behind does not.
        for (second, isAccepted) in [
            (1_700_000_399, true), (1_700_000_699, true), (1_700_000_700, false), (1_699_999_800, true),
            (1_699_999_799, false),
        ] {
            clock.set(second)
            #expect(other.accepts(nonce) == isAccepted, "\(second)")
        }
        clock.set(1_700_000_400)
        #expect(try issuer.nonce() != nonce)
        for text in ["", "n", nonce.lowercased(), nonce + "A"] { #expect(!issuer.accepts(text)) }
    }

    @Test func `issuers with random secrets and with other lifetimes accept no nonces of each other`() throws {
        let issuers = [
            try DPoPNonceIssuer(clock: clock.source), try DPoPNonceIssuer(clock: clock.source),
            try DPoPNonceIssuer(secret: secret, clock: clock.source),
            try DPoPNonceIssuer(secret: secret, lifetime: .seconds(301), clock: clock.source),
        ]

        for (index, issuer) in issuers.enumerated() {
            let nonce = try issuer.nonce()
            #expect(issuers.map { $0.accepts(nonce) } == issuers.indices.map { $0 == index })
        }
    }

    @Test(arguments: [-1_700_000_000, -1, 0, 1, 253_402_300_799])
    func `a nonce is accepted at any time`(second: Int) throws {
        clock.set(second)
        let issuer = try DPoPNonceIssuer(clock: clock.source)

        let nonce = try issuer.nonce()

        #expect(issuer.accepts(nonce))
        clock.set(second - 1)
        #expect(issuer.accepts(nonce))
    }

    @Test(arguments: [Duration.zero, .seconds(-1), .milliseconds(9_999), .milliseconds(3_600_001)])
    func `a lifetime out of bounds and a short secret are refused`(lifetime: Duration) {
        #expect(throws: (any Error).self) { try DPoPNonceIssuer(lifetime: lifetime) }
        #expect(throws: (any Error).self) { try DPoPNonceIssuer(secret: SecretBytes([UInt8](repeating: 1, count: 31))) }
    }

    @Test func `J20 a proof must contain a nonce of the issuer`() async throws {
        let issuer = try DPoPNonceIssuer(clock: clock.source)
        let verifier = DPoPProofVerifier(nonces: issuer, clock: clock.source)

        for nonce in [nil, "n", try DPoPNonceIssuer(clock: clock.source).nonce()] {
            let error = await #expect(throws: DPoPProofError.self) { try await verify(proof(nonce: nonce), verifier) }
            #expect(error?.code == .nonceRequired)
            #expect(error?.nonce == (try issuer.nonce()))
        }

        _ = try await verify(proof(nonce: issuer.nonce()), verifier)
    }

    @Test func `L1 an issuer does not show its secret`() throws {
        var shown = ""
        dump(try DPoPNonceIssuer(secret: SecretBytes(Array("canary-canary-canary-canary-canary".utf8))), to: &shown)

        #expect(shown.contains("<redacted>") && !shown.contains("canary") && !shown.contains("authenticator"))
    }
}
