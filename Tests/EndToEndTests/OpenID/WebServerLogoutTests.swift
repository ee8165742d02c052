import Foundation
import OpenID
import TenantEmulator
import Testing

/// A web server that logs its users out, with the emulator as the provider.
@Suite struct WebServerLogoutTests {
    private static let page = "https://app.example.com/logged-out"

    private func tenant() throws -> EmulatedTenant {
        var configuration = TenantConfiguration.anyPort
        configuration.seed.clients.append(
            TenantSeed.Client(id: "web", name: "Site", callbacks: [], logoutURLs: [Self.page]))
        return try EmulatedTenant.start(configuration)
    }

    @Test func `the provider sends the browser back with the state of the logout`() async throws {
        let tenant = try tenant()
        let client = try await OpenID.discover(tenant.issuer).start().client(id: "web")
        let pending = try client.begin(client.logout().redirectURI(Self.page))

        let back = try tenant.redirect(from: try #require(URL(string: pending.url)), loggedInAs: nil)

        #expect(back.absoluteString.hasPrefix(Self.page + "?"))
        try client.finish(pending, with: back.query(percentEncoded: true) ?? "")
    }

    @Test func `another state, and a return that the provider did not send, are refused`() async throws {
        let tenant = try tenant()
        let client = try await OpenID.discover(tenant.issuer).start().client(id: "web")
        let pending = try client.begin(client.logout().redirectURI(Self.page))
        tenant.faults.set(.alterParameters(.stateOther), on: "/oidc/logout")

        let back = try tenant.redirect(from: try #require(URL(string: pending.url)), loggedInAs: nil)

        for query in [back.query(percentEncoded: true) ?? "", ""] {
            #expect(throws: OpenIDError.self) { try client.finish(pending, with: query) }
        }
    }

    @Test func `the provider refuses an address that is not registered`() async throws {
        let tenant = try tenant()
        let client = try await OpenID.discover(tenant.issuer).start().client(id: "web")
        let pending = try client.begin(client.logout().redirectURI("https://evil.example/"))

        #expect(throws: EmulatorError.self) {
            try tenant.redirect(from: try #require(URL(string: pending.url)), loggedInAs: nil)
        }
    }
}
