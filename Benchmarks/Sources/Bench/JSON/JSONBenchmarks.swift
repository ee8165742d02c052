import Auth0
import ByteEncodings
import Foundation
import HTTPMessages
import Harness
import LocalServer
import RequestPipeline

/// Decoding a tenant's responses: `json/<document>/<variant>`.
enum JSONBenchmarks {
    static let all =
        documents + users
        + [
            large("users", LargeTexts.users), large("names", LargeTexts.names),
            large("collisions", LargeTexts.collisions), large("nested", LargeTexts.nested),
        ]

    /// A tree of a text of 1 MiB, or the error of a text beyond the limits.
    private static func large(_ name: String, _ text: @autoclosure @escaping @Sendable () -> [UInt8]) -> Benchmark {
        Benchmark("json/1MiB/\(name)", metric: .processorMicroseconds, plan: .scaled(warmUp: 2, counted: 2)) {
            run, bytes in
            for _ in run.scaledIterations { blackHole(try? JSONValue(parsing: bytes)) }
        } setup: {
            text()
        }
    }

    private static let documents = [
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

    /// A page of a list of users, as values of a type of the program.
    private static let users = [
        // As the SDK decodes every `Decodable` value of a response.
        users("ours", TransportResponse(status: 200, body: LargeTexts.page)) {
            try Decoders.decodable([Claims].self)($0)
        },
        // Typed values without a tree.
        users("scanner", LargeTexts.page) {
            try JSONScanner.scan($0) { json throws(JSONError) in
                var users: [Claims] = []
                try json.array { json throws(JSONError) in users.append(try Claims(from: &json)) }
                return users
            }
        },
        users("jsondecoder", Data(LargeTexts.page)) { try TokenResponse.decoder.decode([Claims].self, from: $0) },
    ]

    private static func users<Text: Sendable>(
        _ variant: String, _ text: @autoclosure @escaping @Sendable () -> Text,
        _ decode: @escaping @Sendable (Text) throws -> [Claims]
    ) -> Benchmark {
        Benchmark("json/users/\(variant)", metric: .processorMicroseconds, plan: .scaled(warmUp: 2, counted: 2)) {
            run, text in
            for _ in run.scaledIterations { blackHole(try decode(text)) }
        } setup: {
            text()
        }
    }

    static let ratios = [
        Ratio("jsondecoder", to: "ours", in: "json/token", goal: "at least 3"),
        Ratio("jsondecoder", to: "ours", in: "json/claims", goal: "at least 4"),
        Ratio("ours", to: "jsondecoder", in: "json/users", goal: "at most 0.12"),
        Ratio("scanner", to: "jsondecoder", in: "json/users", goal: "without a tree"),
        Ratio("names", to: "users", in: "json/1MiB", goal: "at most 6"),
        Ratio("collisions", to: "users", in: "json/1MiB", goal: "at most 3"),
        Ratio("nested", to: "users", in: "json/1MiB", goal: "at most 4"),
    ]
}
