import ByteEncodings
import JOSE
import OpenSSLCryptography
import TestEvents
import Testing

/// Each in a process of its own, because the memory of the whole process is searched.
@Suite(.enabled(if: !Sanitizer.isActive)) struct ReleasedKeyTests {
    /// The text of the key itself is not searched: strings are not wiped.
    @Test(arguments: [("A.1", "HS256", ["k"]), ("A.2", "RS256", ["d", "p", "q", "dp", "dq", "qi"])])
    func `M1 no number of a private JSON web key remains after the key was released`(
        id: String, algorithm: String, names: [String]
    ) async {
        await #expect(processExitsWith: .success) { [id, algorithm, names] in
            let vectors = try #require(try Vectors.load("rfc/rfc7515_jws")["vectors"]).array
            let vector = try #require(vectors.first { $0["id"]?.string == id }?["key"])
            guard case .object(let members) = vector else { return #expect(Bool(false)) }
            let text = JSONValue.object(members + [.init(name: "alg", value: .string(algorithm))]).text
            let canaries = try names.map { name in
                var bytes = try Base64URL.decode(#require(vector[name]?.string))
                defer { bytes.wipe() }
                return bytes.withUnsafeBytes { MaskedBytes($0) }
            }
            #expect(canaries.allSatisfy { $0.occurrences() == 0 })
            var key: SigningKey? = try SigningKey(parsingJWK: text)
            _ = try key?.sign(Array("payload".utf8))
            if algorithm == "RS256" { #expect(canaries.allSatisfy { ($0.occurrences() ?? 0) > 0 }) }

            key = nil

            for (name, canary) in zip(names, canaries) { #expect(canary.occurrences() == 0, "\(name)") }
        }
    }
}
