import Foundation
import Harness
import Loopback

/// Reading what a tenant answers: `json/<what>/<variant>`.
enum JSON {
    static let benchmarks = [
        Benchmark("json/token/jsondecoder") { run, data in
            for _ in run.scaledIterations {
                blackHole(try TokenResponse.decoder.decode(TokenResponse.self, from: data))
            }
        } setup: {
            Data(Server.tokenResponse.utf8)
        },
        Benchmark("json/claims/jsondecoder") { run, data in
            for _ in run.scaledIterations { blackHole(try TokenResponse.decoder.decode(Claims.self, from: data)) }
        } setup: {
            Data(Claims.text.utf8)
        },
    ]

    static let ratios = [
        Ratio("jsondecoder", to: "ours", in: "json/token", goal: "at least 3"),
        Ratio("jsondecoder", to: "ours", in: "json/claims", goal: "at least 4"),
    ]
}
