import Foundation
import HTTPMessages
import Harness
import OpenID
import Synchronization

/// Proofs of possession (RFC 9449): `dpop/<operation>/<variant>`.
enum DPoPBenchmarks {
    static let all = [
        Benchmark("dpop/sign/ours") { run, fixture in
            for _ in run.scaledIterations { blackHole(try fixture.proof()) }
        } setup: {
            try ProofFixture()
        },
        SignatureFloor.benchmark("dpop/sign", .es256) { $0.sign() },
        Benchmark("dpop/verify/ours") { run, fixture in
            let (verifier, proof) = (fixture.verifier(AcceptsReplays()), try fixture.proof())
            for _ in run.scaledIterations { blackHole(try await fixture.verify(proof, verifier)) }
        } setup: {
            try ProofFixture()
        },
        SignatureFloor.benchmark("dpop/verify", .es256) { $0.verify() },
        rate("one-key", keys: 1),
        rate("process", keys: 1_000),
    ]

    static let ratios = ["sign", "verify"].map {
        Ratio("ours", to: "openssl", in: "dpop/\($0)", goal: "at most 1.2")
    }

    /// The requests a second for whose proofs the default replay memory has room: at least 1,000 of one key, and 10,000
    /// of a process.
    private static func rate(_ name: String, keys: Int) -> Benchmark {
        Benchmark("dpop/rate/\(name)", metric: .reported("requests/s"), plan: .bursts(1)) { run, seconds in
            for _ in run.scaledIterations { run.report(Double(try await fill(keys: keys)) / seconds) }
        } setup: {
            try await ProofFixture().secondsOfProof()
        }
    }

    /// Fills a new replay memory with the proofs of a number of keys.
    ///
    /// - Returns: The number of proofs for which it has room.
    static func fill(keys: Int) async throws -> Int {
        let (memory, expiry) = (MemoryReplayStore(), Date(timeIntervalSinceNow: 3_600))
        var count = 0
        do {
            while try await memory.insert(ReplayEntry(id: "\(count)", sender: "\(count % keys)", expiry: expiry)) {
                count += 1
            }
            throw Failed("a new proof is refused as a replay")
        } catch is MemoryReplayStore.Full {
            return count
        }
    }
}

/// A key, and a clock that stands still until it is set.
private final class ProofFixture: Sendable {
    private let key: ProofKey
    private let url: HTTPURL
    private let start = Date()
    private let elapsed = Atomic(0)

    init() throws {
        key = try ProofKey()
        url = try HTTPURL("https://api.example.com/todos")
    }

    private var clock: TimeSource {
        TimeSource(
            date: { [self] in start + Double(elapsed.load(ordering: .relaxed)) },
            uptime: { [self] in .seconds(elapsed.load(ordering: .relaxed)) })
    }

    func proof() throws -> TransportFields {
        ["DPoP": try key.proof(.get, url, accessToken: Message.refreshToken, nonce: nil, time: clock)]
    }

    func verifier(_ replays: some ReplayStore) -> DPoPProofVerifier {
        DPoPProofVerifier(replays: replays, clock: clock)
    }

    func verify(_ proof: TransportFields, _ verifier: DPoPProofVerifier) async throws -> DPoPProof {
        try await verifier.verify(proof, method: .get, url: url, accessToken: Message.refreshToken)
    }

    /// Returns the seconds for which an accepted proof fills a place of the replay memory.
    func secondsOfProof() async throws -> Double {
        let verifier = verifier(MemoryReplayStore(capacity: 1, clock: clock))
        blackHole(try await verify(proof(), verifier))
        for second in 1...3_600 {
            elapsed.store(second, ordering: .relaxed)
            do {
                blackHole(try await verify(proof(), verifier))
                return Double(second)
            } catch let error as DPoPProofError where error.code == .tooMany {}
        }
        throw Failed("the replay memory forgets no proof")
    }
}

/// A replay memory that accepts a proof repeatedly, so that one proof is enough.
private struct AcceptsReplays: ReplayStore {
    func insert(_ entry: ReplayEntry) async throws -> Bool { true }
}
