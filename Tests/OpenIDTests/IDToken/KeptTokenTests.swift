import Foundation
import HTTPMessages
import JOSE
import Testing
import TransportDoubles

@testable import OpenID

/// The requirements of a request on an ID token that its response does not contain: a renewal keeps the token of the
/// login.
@Suite struct KeptTokenTests {
    typealias Renewal = Request<Credentials, OpenIDError>

    private let time = ManualTime()
    private let key: SigningKey
    private let client: OpenIDClient

    init() throws {
        key = try StubIssuer.key("k1")
        let keys = String(decoding: try JSONEncoder().encode(JSONWebKeySet(publishing: [key])), as: UTF8.self)
        client = try ExampleProvider.client(
            StubTransport { request in
                let body = request.url.path == "/jwks" ? keys : #"{"access_token": "AT", "token_type": "Bearer"}"#
                return .success(TransportResponse(status: 200, body: Array(body.utf8)))
            })
    }

    private static let checks: [@Sendable (Renewal) -> Renewal] = [
        { $0.validateClaims() }, { $0.withIssuer(ExampleProvider.issuer) }, { $0.withNonce("n") },
        { $0.withMaxAge(600) }, { $0.withMaxAge(.seconds(600)) }, { $0.withOrganization("org_1") },
    ]
    private static let violations: [(claim: String, value: any Sendable)?] = [
        nil, ("iss", "https://evil.example"), ("nonce", "m"), ("auth_time", 1), ("auth_time", 1), ("org_id", "org_2"),
    ]

    private func idToken(_ changes: [String: (any Sendable)?] = [:]) throws -> String {
        let claims: [String: (any Sendable)?] = [
            "iss": ExampleProvider.issuer, "aud": "the-client", "nonce": "n", "org_id": "org_1",
            "auth_time": time.seconds,
        ]
        // It has expired since, like that of any long login.
        return try key.idToken(at: time.seconds - 7_200, claims.merging(changes) { $1 })
    }

    private func result(
        _ idToken: String, _ checks: [@Sendable (Renewal) -> Renewal]
    ) async -> Result<Credentials, OpenIDError> {
        let old = Credentials(accessToken: "old", tokenType: "Bearer", idToken: idToken, refreshToken: "r")
        let request = checks.reduce(client.renew(old)) { $1($0) }
        return await request.expecting { $0.time = time.source }.result()
    }

    @Test(arguments: checks.indices, checks.indices)
    func `J23 a kept ID token meets each two checks of a renewal, in either order`(first: Int, second: Int) async throws
    {
        let checks = [Self.checks[first], Self.checks[second]]
        #expect(try await result(idToken(), checks).get().idToken == idToken())

        for violation in [Self.violations[first], Self.violations[second]] {
            guard let (claim, value) = violation else { continue }
            guard case .failure(let error) = await result(try idToken([claim: value]), checks) else {
                Issue.record("a token with another \(claim) was kept")
                continue
            }
            #expect((error.cause as? IDTokenError)?.claim == claim)
        }
    }

    @Test(arguments: checks.indices)
    func `J23 a renewal without any ID token fails if the request requires one`(check: Int) async throws {
        guard case .failure(let error) = await result("", [Self.checks[check]]) else {
            Issue.record("a renewal without ID token was accepted")
            return
        }

        #expect((error.cause as? IDTokenError)?.code == .tokenMissing)
        #expect(try await result("", []).get().idToken.isEmpty)
        #expect(try await result("", [{ $0.withLeeway(10) }]).get().accessToken == "AT")
    }

    @Test func `J23 a token for the client itself has no ID token unless the request requires one`() async throws {
        #expect(try await client.clientCredentials().start().accessToken == "AT")

        let error = await #expect(throws: OpenIDError.self) {
            try await client.clientCredentials().validateClaims().start()
        }

        #expect((error?.cause as? IDTokenError)?.code == .tokenMissing)
    }
}
