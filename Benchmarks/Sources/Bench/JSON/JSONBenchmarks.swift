import Auth0
import ByteEncodings
import Foundation
import Harness
import LocalServer

/// Decoding a tenant's responses: `json/<document>/<variant>`.
enum JSONBenchmarks {
    static let all = [
        Benchmark("json/token/ours") { run, bytes in
            for _ in run.scaledIterations {
                blackHole(try JSONScanner.scan(bytes) { json throws(JSONError) in try Credentials(from: &json) })
            }
        } setup: {
            Array(Server.tokenResponse.utf8)
        },
        Benchmark("json/token/jsondecoder") { run, data in
            for _ in run.scaledIterations {
                blackHole(try TokenResponse.decoder.decode(TokenResponse.self, from: data))
            }
        } setup: {
            Data(Server.tokenResponse.utf8)
        },
        Benchmark("json/claims/ours") { run, bytes in
            for _ in run.scaledIterations {
                blackHole(try JSONScanner.scan(bytes) { json throws(JSONError) in try Claims(from: &json) })
            }
        } setup: {
            Array(Claims.text.utf8)
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
