import ByteEncodings
import Dispatch
import Foundation
import HTTPMessages
import Harness
import JOSE
import OpenID
import OpenSSLCryptography

/// The work of a resource server for each request, with keys that were fetched before: `verifier/<token>/<variant>`.
enum VerifierBenchmarks {
    static let all = [
        Benchmark("verifier/access/now") { run, fixture in
            for _ in run.scaledIterations { blackHole(try fixture.verifier.verifyWithCachedKeys(fixture.accessToken)) }
        } setup: {
            try await VerifierFixture()
        },
        Benchmark("verifier/access/async") { run, fixture in
            for _ in run.scaledIterations { blackHole(try await fixture.verifier.verify(fixture.accessToken)) }
        } setup: {
            try await VerifierFixture()
        },
        SignatureFloor.benchmark("verifier/access", .rs256) { $0.verify() },
        Benchmark("verifier/id/now") { run, fixture in
            for _ in run.scaledIterations { blackHole(try fixture.idVerifier.verifyWithCachedKeys(fixture.idToken)) }
        } setup: {
            try await VerifierFixture()
        },
    ]

    static let ratios = ["now", "async"].map {
        Ratio($0, to: "openssl", in: "verifier/access", goal: "at most 1.2")
    }
}

/// Tokens of an issuer whose keys are already loaded.
struct VerifierFixture: Sendable {
    private static let issuer = "https://tenant.example.com/"
    private static let audience = "https://api.example.com"

    let verifier: AccessTokenVerifier
    let idVerifier: IDTokenVerifier
    let accessToken: String
    let idToken: String

    init() async throws {
        let privateKey = try PrivateKey(generating: .rsa(bits: 2048))
        let key = try SigningKey(privateKey, algorithm: .rs256, id: "k1")
        var writer = JSONWriter()
        let keys = JSONValue.array([JSONWebKey(privateKey.publicKey, id: "k1", algorithm: .rs256).json])
        writer.write(.object([.init(name: "keys", value: keys)]))
        let set = RemoteKeySet(
            url: try HTTPURL(Self.issuer + ".well-known/jwks.json"), session: KeyServer(body: writer.bytes))
        verifier = AccessTokenVerifier(
            issuer: Self.issuer, audience: Self.audience, keys: .remote(set), profiles: [.auth0])
        idVerifier = IDTokenVerifier(issuer: Self.issuer, clientID: Self.audience, keys: .remote(set))

        let now = Int(Date().timeIntervalSince1970)
        func claims(client: String) -> String {
            #"""
            {"iss":"\#(Self.issuer)","sub":"auth0|5f7c8ec7c33c6c004bbafe82","aud":["\#(Self.audience)"],\#
            "iat":\#(now),"exp":\#(now + 86_400),"azp":"\#(client)","scope":"openid read:todos write:todos"}
            """#
        }
        accessToken = try key.sign(Array(claims(client: "the-client").utf8), type: "JWT")
        idToken = try key.sign(Array(claims(client: Self.audience).utf8), type: "JWT")
        _ = try await verifier.verify(accessToken)
    }
}

/// A transport that returns the same keys for every request.
private struct KeyServer: Transport {
    let body: [UInt8]

    func send(
        _ request: TransportRequest, completion: @escaping @Sendable (Result<TransportResponse, TransportError>) -> Void
    ) -> any TransportExchange {
        DispatchQueue.global().async { completion(.success(TransportResponse(status: 200, body: body))) }
        return Nothing()
    }

    private final class Nothing: TransportExchange {
        func cancel() {}
    }
}
