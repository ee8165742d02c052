import Foundation
import HTTPMessages
import OpenID
import Testing
import TransportDoubles

/// Logouts that a web server begins, and the browser's return from them.
@Suite struct BegunLogoutTests {
    private static let page = "https://app.example.com/logged-out"
    private let transport = ExampleProvider.transport()

    private func client(_ change: (inout ProviderMetadata) throws -> Void = { _ in }) throws -> OpenIDClient {
        try ExampleProvider.client(transport) { metadata in
            metadata.endSessionEndpoint = try HTTPURL("https://op.example.com/logout")
            try change(&metadata)
        }
    }

    private func query(_ url: String) throws -> [String: String] {
        let items = try #require(URLComponents(string: url)).queryItems ?? []
        return Dictionary(uniqueKeysWithValues: items.map { ($0.name, $0.value ?? "") })
    }

    @Test func `the address carries the parameters, and nothing is sent`() throws {
        let client = try client()
        let logout = client.logout(of: Credentials(idToken: "a.b.c")).redirectURI(Self.page)

        let pending = try client.begin(logout.parameters(["ui_locales": "de"]))

        #expect(pending.url.hasPrefix("https://op.example.com/logout?"))
        #expect(pending.state?.utf8.count == 43)
        #expect(
            try query(pending.url) == [
                "id_token_hint": "a.b.c", "client_id": "the-client", "post_logout_redirect_uri": Self.page,
                "state": pending.state, "ui_locales": "de",
            ])
        #expect(try client.begin(logout).state != pending.state)
        #expect(transport.requests.isEmpty)
    }

    @Test func `the return of the browser has the state of the logout`() throws {
        let client = try client()
        let pending = try client.begin(client.logout().redirectURI(Self.page))
        let kept = try JSONDecoder().decode(PendingLogout.self, from: JSONEncoder().encode(pending))

        try client.finish(kept, with: "state=\(pending.state ?? "")")

        for query in ["", "state=", "state=another", "state=\(pending.state ?? "")x", "%"] {
            let error = #expect(throws: OpenIDError.self) { try client.finish(kept, with: query) }
            #expect(error?.code == .loginFailed)
            #expect((error?.cause as? AuthorizationError)?.code == .stateMismatch)
        }
        let refusal = #expect(throws: OpenIDError.self) {
            try client.finish(kept, with: "state=\(pending.state ?? "")&error=server_error")
        }
        #expect(refusal?.providerCode == "server_error")
    }

    @Test func `a logout without a state accepts every return`() throws {
        let client = try client()

        let pending = try client.begin(client.logout().redirectURI(Self.page).withoutState())

        #expect(try query(pending.url)["state"] == nil)
        try client.finish(pending, with: "")
    }

    @Test func `a logout is finished by a client of the issuer and the client ID that began it`() throws {
        let pending = try client().begin(client().logout().redirectURI(Self.page))
        let provider = OpenIDProvider(try client().provider.metadata, session: transport)

        let error = #expect(throws: OpenIDError.self) {
            try provider.client(id: "another").finish(pending, with: "state=\(pending.state ?? "")")
        }

        #expect(error?.code == .argumentInvalid)
    }

    @Test func `refuses what a logout of a server cannot do`() throws {
        let client = try client()
        let lacking = try self.client { $0.endSessionEndpoint = nil }
        let code = { (body: () throws -> PendingLogout) in #expect(throws: OpenIDError.self) { _ = try body() }?.code }

        #expect(code { try client.begin(client.logout()) } == .argumentInvalid)
        #expect(
            code { try client.begin(client.logout().redirectURI(Self.page).parameters(["state": "s"])) }
                == .argumentInvalid)
        #expect(code { try lacking.begin(client.logout().redirectURI(Self.page)) } == .unsupported)
    }

    @Test func `a description has no ID token`() throws {
        let client = try client()

        let pending = try client.begin(client.logout(of: Credentials(idToken: "s3cret")).redirectURI(Self.page))

        for text in ["\(pending)", String(reflecting: pending)] { #expect(!text.contains("s3cret")) }
    }
}
