import ByteEncodings
import Foundation
import JOSE
import Testing

@testable import TenantEmulator

@Suite(.timeLimit(.minutes(30))) struct BackChannelLogoutTests {
    private static let event = "http://schemas.openid.net/event/backchannel-logout"
    private let tenant: EmulatedTenant
    /// A server that records the requests of the tenant.
    private let receiver: EmulatedTenant

    init() throws {
        let receiver = try EmulatedTenant.start()
        tenant = try .withStoppedClock {
            $0.seed.clients[0].backChannelLogoutURL = receiver.domain + "/logged-out?of=tenant"
        }
        self.receiver = receiver
    }

    private func verify(_ token: String) async throws -> JSONValue {
        let keys = try JSONWebKeySet(parsing: await TestClient(tenant).get("/.well-known/jwks.json").body)
        return try JSONValue(parsing: KeyRing(keys).verify(token, type: .exactly("logout+jwt")).payload)
    }

    @Test func `notifies the clients of a session that it has ended`() async throws {
        var browser = try await TestBrowser(tenant, as: "john@example.com")
        let session = try #require(try await browser.idTokenClaims()?["sid"]?.string)

        try await browser.visit("/v2/logout")
        let request = try await receiver.nextRequest(matching: "/logged-out")
        let fields = try FormEncoding.decode(request.text)
        let claims = try await verify(try #require(fields.first?.value))

        #expect(request.method == "POST")
        #expect(request.query == "of=tenant")
        #expect(request.headers["content-type"] == "application/x-www-form-urlencoded")
        #expect(fields.map(\.name) == ["logout_token"])
        #expect(claims["iss"]?.string == tenant.issuer)
        #expect(claims["aud"]?.string == tenant.clientID)
        #expect(claims["sub"]?.string == "auth0|000000000000000000000001")
        #expect(claims["sid"]?.string == session)
        #expect(claims["events"]?[Self.event] == .object([]))
        #expect(claims["nonce"] == nil)
        #expect((claims["exp"]?.integer ?? 0) - (claims["iat"]?.integer ?? 0) == 120)
        #expect(claims["jti"]?.string?.isEmpty == false)
    }

    @Test func `creates logout tokens, also wrong ones`() async throws {
        let genuine = try tenant.logoutToken(for: "jane@example.com", session: "s-1")
        let bare = try tenant.logoutToken(for: "jane@example.com")
        let unsigned = try tenant.logoutToken(for: "jane@example.com", tampering: .algNone)
        let withNonce = try tenant.logoutToken(
            for: "jane@example.com", tampering: try TokenTampering(claims: ["nonce": "n"]))

        #expect(try await verify(genuine)["sid"]?.string == "s-1")
        #expect(try await verify(bare)["sid"] == nil)
        #expect(unsigned.hasSuffix("."))
        #expect(try await verify(withNonce)["nonce"]?.string == "n")
    }

    @Test func `creates no token for an unknown user or client`() {
        for (user, client) in [("nobody", tenant.clientID), ("jane@example.com", "nobody")] {
            let error = #expect(throws: EmulatorError.self) { try tenant.logoutToken(for: user, clientID: client) }
            #expect(error?.code == .unknown)
        }
    }

    @Test(arguments: [
        "https://127.0.0.1/", "http://app.example.com/", "http://127.0.0.1.evil.example/", "http://127.0.0.1:99999/",
        "http://user@127.0.0.1/", "http://127.0.0.1/\r\nX: y", "127.0.0.1",
    ])
    func `E1 sends tokens to loopback only`(url: String) {
        #expect(LogoutNotification("token", to: url) == nil)
        #expect(LogoutNotification("token", to: "http://localhost:1/path") != nil)
        #expect(LogoutNotification("token", to: "http://[::1]:1/path") != nil)
    }
}
