import Foundation
import TenantEmulator
import Testing

/// Addresses that are opened without a browser.
@Suite struct StandInBrowserTests {
    private let tenant: EmulatedTenant

    init() throws { tenant = try EmulatedTenant.start() }

    private func authorize(_ parameters: [String: String] = [:]) throws -> URL {
        let all = [
            "client_id": tenant.clientID, "response_type": "code", "redirect_uri": "http://127.0.0.1:8484/callback",
            "scope": "openid", "state": "S", "code_challenge": String(repeating: "A", count: 43),
            "code_challenge_method": "S256",
        ].merging(parameters) { $1 }
        var components = try #require(URLComponents(string: "\(tenant.domain)/authorize"))
        components.queryItems = all.map { URLQueryItem(name: $0.key, value: $0.value) }
        return try #require(components.url)
    }

    private func items(_ url: URL) -> [String: String] {
        let items = URLComponents(url: url, resolvingAgainstBaseURL: false)?.queryItems ?? []
        return Dictionary(items.map { ($0.name, $0.value ?? "") }) { first, _ in first }
    }

    @Test(arguments: ["john@example.com", "mfa@example.com", "enroll@example.com"])
    func `a user passes every page, a second factor too`(user: String) throws {
        for parameters in [[:], ["prompt": "login"], ["prompt": "consent"], ["prompt": "select_account"]] {
            let url = try tenant.redirect(from: authorize(parameters), loggedInAs: user)
            #expect(url.absoluteString.hasPrefix("http://127.0.0.1:8484/callback?"))
            #expect(items(url)["code"]?.isEmpty == false && items(url)["state"] == "S", "\(parameters)")
        }
    }

    @Test func `a user who refuses, and a fault that changes the response`() throws {
        #expect(items(try tenant.redirect(from: authorize(), loggedInAs: nil))["error"] == "access_denied")
        tenant.faults.set(.alterParameters(.stateOther), on: "/authorize", times: 1)
        let altered = items(try tenant.redirect(from: authorize(), loggedInAs: "john@example.com"))
        #expect(altered["state"] != "S" && altered["code"] != nil)
    }

    @Test func `without a redirect the error has the text of the page`() throws {
        for (parameters, text) in [
            (["client_id": "unknown"], "unknown"), (["redirect_uri": "https://evil.example/"], "evil.example"),
            (["response_mode": "form_post"], "a page instead of a redirect"),
        ] {
            let error = #expect(throws: EmulatorError.self) {
                try tenant.redirect(from: authorize(parameters), loggedInAs: "john@example.com")
            }
            #expect(error?.code == .noRedirect && error?.detail?.contains(text) == true, "\(parameters)")
        }
        let error = #expect(throws: EmulatorError.self) {
            try tenant.redirect(from: authorize(), loggedInAs: "nobody")
        }
        #expect(error?.code == .unknown)
    }

    @Test func `a logout, and the journal`() throws {
        let target = "http://127.0.0.1:8484/callback"
        let url = try #require(URL(string: "\(tenant.domain)/v2/logout?returnTo=\(target)"))

        #expect(try tenant.redirect(from: url, loggedInAs: nil).absoluteString == target)
        #expect(tenant.journal.map(\.path) == ["/v2/logout"])
    }
}
