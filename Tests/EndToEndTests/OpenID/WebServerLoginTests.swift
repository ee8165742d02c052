import ByteEncodings
import Foundation
import OpenID
import OpenSSLCryptography
import TenantEmulator
import Testing

/// A web server that logs its visitors in with their own browsers.
@Suite struct WebServerLoginTests {
    private let tenant: EmulatedTenant

    init() throws { tenant = try EmulatedTenant.start(.anyPort) }

    private func client() async throws -> OpenIDClient {
        try await OpenID.discover(tenant.domain + "/").start().client(id: tenant.clientID)
    }

    private func begin(_ client: OpenIDClient) async throws -> PendingLogin {
        let login = client.login().maxAge(.seconds(600)).redirectURI("http://127.0.0.1:8080/callback")
        return try await client.begin(login).start()
    }

    /// The redirect of a visitor's browser from the provider.
    private func visit(_ pending: PendingLogin, _ changes: [String: String?] = [:]) throws -> String {
        let parameters = try #require(URL(string: pending.url)).parameters
        let code = try tenant.issueAuthorizationCode(
            for: "john@example.com", codeChallenge: parameters["code_challenge"] ?? "",
            redirectURI: pending.redirectURI, scope: parameters["scope"] ?? "", nonce: parameters["nonce"])
        let answer: [String: String?] = ["code": code, "state": pending.state, "iss": tenant.domain + "/"]
        return FormEncoding.encode(answer.merging(changes) { $1 }.compactMap { ($0, $1) as? (String, String) })
    }

    @Test func `begins, stores the login as text, and finishes`() async throws {
        let client = try await client()
        let kept = try JSONEncoder().encode(await begin(client))
        let pending = try JSONDecoder().decode(PendingLogin.self, from: kept)

        let credentials = try await client.finish(pending, with: visit(pending)).start()

        #expect(!credentials.idToken.isEmpty)
        #expect(try #require(URL(string: pending.url)).parameters["code_challenge_method"] == "S256")
    }

    @Test func `J13 the trusted audiences of a login hold for the request that finishes it`() async throws {
        let client = try await client()
        let claims: [String: any Sendable] = ["aud": [tenant.clientID, "friend"], "azp": tenant.clientID]
        for trusted in [["friend"], []] {
            let login = client.login().redirectURI("http://127.0.0.1:8080/callback").trustedAudiences(trusted)
            let kept = try JSONEncoder().encode(await client.begin(login).start())
            let pending = try JSONDecoder().decode(PendingLogin.self, from: kept)
            // A server of an earlier version reads a login without trusted audiences, and its logins are read here.
            #expect(String(decoding: kept, as: UTF8.self).contains("trustedAudiences") == !trusted.isEmpty)
            tenant.faults.set(.tamper(try TokenTampering(claims: claims)), on: "/oauth/token", times: 1)

            let result = try await client.finish(pending, with: visit(pending)).result()

            #expect((try? result.get()) != nil || trusted.isEmpty)
            guard trusted.isEmpty, case .failure(let error) = result else { continue }
            #expect((error.cause as? IDTokenError)?.claim == "aud")
        }
    }

    @Test(
        arguments: [
            (["state": "another"], AuthorizationError.Code.stateMismatch), (["state": nil], .stateMismatch),
            (["iss": "https://evil.example/"], .issuerMismatch), (["iss": nil], .issuerMismatch),
            (["code": nil], .codeMissing), (["error": "access_denied"], .malformedCallback),
            (["access_token": "t"], .tokenInCallback),
        ] as [([String: String?], AuthorizationError.Code)])
    func `A1 A4 A14 A16 an invalid response causes no request`(
        changes: [String: String?], code: AuthorizationError.Code
    ) async throws {
        let client = try await client()
        let pending = try await begin(client)
        let query = try visit(pending, changes)

        let error = await #expect(throws: OpenIDError.self) {
            _ = try await client.finish(pending, with: query).start()
        }

        #expect((error?.cause as? AuthorizationError)?.code == code)
        #expect(!tenant.journal.contains { $0.path == "/oauth/token" })
    }

    @Test func `a refusal has the provider's message`() async throws {
        let client = try await client()
        let pending = try await begin(client)
        let query = try visit(pending, ["code": nil, "error": "access_denied", "error_description": "not today"])

        let error = await #expect(throws: OpenIDError.self) {
            _ = try await client.finish(pending, with: query).start()
        }

        #expect(error?.providerCode == "access_denied")
        #expect(error?.providerDescription == "not today")
    }

    @Test func `A11 a code is redeemed once`() async throws {
        let client = try await client()
        let pending = try await begin(client)
        let query = try visit(pending)
        _ = try await client.finish(pending, with: query).start()

        let error = await #expect(throws: OpenIDError.self) {
            _ = try await client.finish(pending, with: query).start()
        }

        #expect(error?.providerCode == "invalid_grant")
    }

    @Test func `pushes the parameters that the browser need not carry`() async throws {
        let client = try await OpenID.discover(tenant.domain + "/").start().client(
            id: "emulatorPushes000000000000000001",
            authentication: .secretBasic("a-secret-to-push-requests-with-in-2026"))
        let login = client.login().pushing().redirectURI("http://127.0.0.1/callback")

        let pending = try await client.begin(login).start()

        let parameters = try #require(URL(string: pending.url)).parameters
        #expect(parameters.keys.sorted() == ["client_id", "request_uri"])
    }

    @Test func `shows no secret and requires a redirect URI`() async throws {
        let client = try await client()
        let pending = try await begin(client)
        var text = "\(pending)"
        dump(pending, to: &text)

        #expect(!text.contains(pending.state))
        let error = await #expect(throws: OpenIDError.self) { _ = try await client.begin(client.login()).start() }
        #expect(error?.code == .argumentInvalid)
    }
}
