import ByteEncodings
import Foundation
import Harness
import JOSE
import OpenSSLCryptography

/// Signing and verifying tokens: `jose/<operation>/<algorithm>/<variant>`.
enum JOSEBenchmarks {
    static let all = verify + token + sign + threads + [header]

    /// The verification of a signature, from the text of a token to its payload, with loaded keys.
    private static let verify = TokenFixture.algorithms.flatMap { algorithm in
        [
            Benchmark("jose/verify/\(algorithm.rawValue)/ours") { run, fixture in
                for _ in run.scaledIterations { blackHole(try fixture.ring.verify(fixture.text)) }
            } setup: {
                try TokenFixture(algorithm)
            },
            SignatureFloor.benchmark("jose/verify/\(algorithm.rawValue)", algorithm) { $0.verify() },
        ]
    }

    /// The validation of a token, from its text to its thirteen claims; with HS256 at most 3.2 µs.
    private static let token = TokenFixture.algorithms.map { algorithm in
        Benchmark("jose/token/\(algorithm.rawValue)/ours") { run, fixture in
            for _ in run.scaledIterations { blackHole(try fixture.ring.verifiedToken(fixture.text)) }
        } setup: {
            try TokenFixture(algorithm)
        }
    }

    private static let sign = TokenFixture.algorithms.flatMap { algorithm in
        [
            Benchmark("jose/sign/\(algorithm.rawValue)/ours") { run, fixture in
                for _ in run.scaledIterations { blackHole(try fixture.key.sign(fixture.payload, type: "JWT")) }
            } setup: {
                try TokenFixture(algorithm)
            },
            SignatureFloor.benchmark("jose/sign/\(algorithm.rawValue)", algorithm) { $0.sign() },
        ]
    }

    /// The refusal of a token whose header of 48 kB has names of equal hashes; no signature is verified.
    private static let header = Benchmark("jose/header/collisions", plan: .scaled(warmUp: 10, counted: 10)) {
        run, text in
        for _ in run.scaledIterations { blackHole(try? CompactJWS(text)) }
    } setup: {
        "\(Base64URL.encode(Array(LargeTexts.header.utf8)))..AA"
    }

    /// The elapsed time of one verification, on one thread or on two threads that share the keys.
    private static let threads = [1, 2].map { count in
        Benchmark("jose/threads/RS256/\(count)", metric: .nanoseconds) { run, fixture in
            let share = run.iterations / count
            DispatchQueue.concurrentPerform(iterations: count) { _ in
                for _ in 0..<share { blackHole(try? fixture.ring.verifiedToken(fixture.text)) }
            }
        } setup: {
            try TokenFixture(.rs256)
        }
    }

    static let ratios =
        ["RS256", "PS256"].map { Ratio("ours", to: "openssl", in: "jose/verify/\($0)", goal: "at most 1.15") }
        + ["ES256", "EdDSA"].map { Ratio("ours", to: "openssl", in: "jose/verify/\($0)", goal: "at most 1.07") }
        + ["verify", "sign"].map { Ratio("ours", to: "openssl", in: "jose/\($0)/HS256", goal: "at most 2") }
        + [Ratio("1", to: "2", in: "jose/threads/RS256", goal: "at least 1.8")]
}
