import ByteEncodings
import Foundation
import OpenID
import TenantEmulator
import Testing

/// A client of two providers, whose browser comes back from the wrong one with a code and the right `state`.
///
/// - SeeAlso: [RFC 9207 §2.4](https://www.rfc-editor.org/rfc/rfc9207#section-2.4),
///   [RFC 9700 §4.4](https://www.rfc-editor.org/rfc/rfc9700#section-4.4)
@Suite struct MixUpTests {
    private let asked: EmulatedTenant
    private let other: EmulatedTenant

    init() throws { (asked, other) = (try EmulatedTenant.start(.anyPort), try EmulatedTenant.start(.anyPort)) }

    /// The client of a tenant; both have the same client ID.
    private func client(_ tenant: EmulatedTenant) async throws -> OpenIDClient {
        try await OpenID.discover(tenant.issuer).start().client(id: tenant.clientID)
    }

    /// A login of a web server, as the session of a visitor keeps it.
    private func begin(_ client: OpenIDClient) async throws -> PendingLogin {
        let pending = try await client.begin(client.login().redirectURI("http://127.0.0.1:8080/callback")).start()
        return try JSONDecoder().decode(PendingLogin.self, from: JSONEncoder().encode(pending))
    }

    /// The response with which a tenant sends the browser back.
    private func response(of tenant: EmulatedTenant, to pending: PendingLogin) throws -> String {
        let parameters = try #require(URL(string: pending.url)).parameters
        let code = try tenant.issueAuthorizationCode(
            for: "john@example.com", codeChallenge: parameters["code_challenge"] ?? "",
            redirectURI: pending.redirectURI, scope: parameters["scope"] ?? "", nonce: parameters["nonce"])
        return FormEncoding.encode([("code", code), ("state", pending.state), ("iss", tenant.issuer)])
    }

    private var tokenRequests: Int { (asked.journal + other.journal).count { $0.path == "/oauth/token" } }

    @Test func `A4 C8 two issuers crossed at a web server: no code is sent to either`() async throws {
        let (client, stranger) = (try await client(asked), try await client(other))
        let pending = try await begin(client)
        let foreign = try response(of: other, to: pending)

        let crossed = await #expect(throws: OpenIDError.self) {
            _ = try await client.finish(pending, with: foreign).start()
        }
        let finished = await #expect(throws: OpenIDError.self) {
            _ = try await stranger.finish(pending, with: foreign).start()
        }

        #expect((crossed?.cause as? AuthorizationError)?.code == .issuerMismatch)
        #expect(finished?.code == .argumentInvalid)
        #expect(finished.map { "\($0)" }?.contains(asked.issuer) == true)
        #expect(tokenRequests == 0)
        // Neither attempt used the login up.
        let credentials = try await client.finish(pending, with: response(of: asked, to: pending)).start()
        #expect(!credentials.idToken.isEmpty)
        #expect(tokenRequests == 1)
    }

    @Test func `A4 two issuers crossed in a browser on this machine: no code is sent to either`() async throws {
        let issuer = other.issuer
        let browser = StandInBrowser(other) { ["code": $1, "state": $0["state"] ?? "", "iss": issuer] }
        let login = try await client(asked).login().window(browser.window).allowingConcurrentLogins()

        let error = await #expect(throws: OpenIDError.self) { _ = try await login.start() }

        #expect(error?.code == .issuerMismatch)
        #expect(browser.addresses.first?.absoluteString.hasPrefix(asked.domain) == true)
        #expect(tokenRequests == 0)
    }
}
