import ByteEncodings
import Glibc
import HTTPMessages
import JOSE
import OpenSSLCryptography
import Testing

@testable import OpenID

@Suite struct ProofKeyTests {
    private let clock = ProofClock(1_700_000_000)
    private let url = HTTPURL.example("https://Tenant.Example.com:443/oauth/token?code=canary")

    @Test func `a proof has the claims of RFC 9449 and no others`() throws {
        let key = try ProofKey()

        let text = try key.proof(
            TransportMethod(rawValue: "post"), url, accessToken: "AT", nonce: "N", time: clock.source)

        let signed = try CompactJWS(text)
        let claims = try JSONValue(parsing: signed.unverifiedPayload)
        #expect(claims["htm"] == .string("POST"))
        #expect(claims["htu"] == .string("https://tenant.example.com/oauth/token"))
        #expect(claims["iat"] == .integer(1_700_000_000))
        let identifier = try #require(claims["jti"]?.string)
        #expect(
            identifier.wholeMatch(of: /[0-9A-F]{8}-[0-9A-F]{4}-4[0-9A-F]{3}-[89AB][0-9A-F]{3}-[0-9A-F]{12}/) != nil)
        #expect(claims["nonce"] == .string("N"))
        #expect(claims["ath"] == .string(Base64URL.encode(HashAlgorithm.sha256.digest(of: Array("AT".utf8)))))
        #expect(signed.headerMembers.names == ["alg", "typ", "jwk"])
        #expect(signed.headerMembers["typ"] == .string("dpop+jwt"))
        #expect(signed.headerMembers["alg"] == .string("ES256"))
        #expect(signed.headerMembers["jwk"]?.names == ["crv", "kty", "x", "y"])
        #expect(!text.contains("canary"))
    }

    @Test func `without token and nonce there is neither ath nor nonce`() throws {
        let text = try ProofKey().proof(.get, url, accessToken: nil, nonce: nil, time: clock.source)

        #expect(try JSONValue(parsing: CompactJWS(text).unverifiedPayload).names == ["htm", "htu", "jti", "iat"])
    }

    @Test func `J20 no two proofs have the same identifier`() throws {
        #expect(try Set(Self.identifiers(100, of: ProofKey())).count == 100)
    }

    @Test func `J20 no two proofs have the same identifier when the process has no free descriptor`() async {
        await #expect(processExitsWith: .success) {
            let (key, files) = (try ProofKey(), __rlimit_resource_t(RLIMIT_NOFILE.rawValue))
            var limit = rlimit()
            getrlimit(files, &limit)
            var none = rlimit(rlim_cur: 3, rlim_max: limit.rlim_max)
            setrlimit(files, &none)

            let identifiers = try Self.identifiers(2, of: key)

            // The leak sanitizer opens files at the end of the process, and waits for ever if it cannot.
            setrlimit(files, &limit)
            #expect(Set(identifiers).count == 2)
        }
    }

    /// Returns the identifiers of new proofs.
    private static func identifiers(_ count: Int, of key: ProofKey) throws -> [String] {
        let (url, clock) = (HTTPURL.example("https://api.example.com/"), ProofClock(1_700_000_000))
        return try (0..<count).map { _ in
            let text = try key.proof(.get, url, accessToken: nil, nonce: nil, time: clock.source)
            return try #require(JSONValue(parsing: CompactJWS(text).unverifiedPayload)["jti"]?.string)
        }
    }

    @Test func `a key survives its storage`() async throws {
        let key = try ProofKey()

        let again = try ProofKey(stored: key.stored)

        #expect(again.thumbprint == key.thumbprint)
        let text = try again.proof(.get, url, accessToken: nil, nonce: nil, time: clock.source)
        _ = try await DPoPProofVerifier(clock: clock.source).verify(
            ["DPoP": text], method: .get, url: url, boundTo: key.thumbprint)
    }

    @Test func `damaged storage is an error`() throws {
        let bytes = try ProofKey().stored.withUnsafeBytes { Array($0) }
        let bad =
            [[], Array(bytes.dropLast()), bytes + [0]]
            + [0, 1, 40, 70].map { index in
                var copy = bytes
                copy[index] ^= 1
                return copy
            }

        for bytes in bad {
            #expect(throws: DPoPError.keychainOperationFailed) { try ProofKey(stored: SecretBytes(bytes)) }
        }
    }

    @Test func `the description of a key shows nothing`() throws {
        #expect("\(try ProofKey())" == "ProofKey()")
        #expect(Mirror(reflecting: try ProofKey()).children.isEmpty)
    }
}

extension JSONValue {
    /// The names of the members in order.
    fileprivate var names: [String] {
        guard case .object(let members) = self else { return [] }
        return members.map(\.name)
    }
}
