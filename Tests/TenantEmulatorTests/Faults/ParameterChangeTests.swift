import ByteEncodings
import Foundation
import TenantEmulator
import Testing

@Suite struct ParameterChangeTests {
    let tenant: EmulatedTenant

    init() throws { tenant = try EmulatedTenant.start() }

    /// Returns the parameters of the redirect after a login.
    private func response(_ change: EmulatedTenant.ParameterChange?) async throws -> [String: [String]] {
        if let change { tenant.faults.set(.alterParameters(change), on: "/u/*") }
        defer { tenant.faults.clear() }
        let browser = try await TestBrowser(tenant, as: "john@example.com")
        let items = URLComponents(string: browser.address)?.queryItems ?? []
        return Dictionary(grouping: items, by: \.name).mapValues { $0.map { $0.value ?? "" } }
    }

    /// The parameters of the changes whose names do not begin with the parameter.
    private static let parameters: [String: Set<String>] = [
        "code-and-error": ["error"], "access-token": ["access_token", "token_type"],
    ]

    @Test(arguments: EmulatedTenant.ParameterChange.names)
    func `A1 A4 every predefined change alters its parameters only`(name: String) async throws {
        let genuine = try await response(nil)
        let changed = try await response(.init(named: name))

        #expect(genuine["iss"] == [tenant.issuer] && genuine["state"] == ["s-1"] && genuine["code"]?.count == 1)
        let differing = Set(genuine.keys).union(changed.keys).filter { name in
            // Each login has another code.
            name == "code"
                ? (changed[name]?.first?.count != genuine[name]?.first?.count) : changed[name] != genuine[name]
        }
        #expect(Set(differing) == Self.parameters[name] ?? Set(name.split(separator: "-").prefix(1).map(String.init)))
    }

    @Test func `A4 sends the parameters that a test sets`() async throws {
        let other = try EmulatedTenant.start()

        let changed = try await response(.init(["iss": [other.issuer], "code": [], "state": ["a", "b"]]))

        #expect(changed == ["iss": [other.issuer], "state": ["a", "b"]])
    }

    @Test func `alters the response of an existing session and of a refusal, too`() async throws {
        var browser = TestBrowser(tenant)
        tenant.faults.set(.alterParameters(.issOther), on: "/authorize")

        try await browser.visit(browser.authorizeURL(["prompt": "none"]))

        #expect(browser.query["error"] == "login_required")
        #expect(browser.query["iss"] == "https://evil.example/")
    }

    @Test(arguments: [("state-missing", [:]), ("state-other", ["state": "another"])])
    func `alters the parameters of a logout redirect`(name: String, query: [String: String]) async throws {
        var browser = try await TestBrowser(tenant, as: "john@example.com")
        let token = try await browser.tokens()["id_token"] ?? ""
        tenant.faults.set(.alterParameters(try .init(named: name)), on: "/oidc/logout")

        let fields = FormEncoding.encode([
            ("id_token_hint", token), ("post_logout_redirect_uri", TestBrowser.callback), ("state", "bye"),
        ])
        try await browser.visit("/oidc/logout?\(fields)")

        #expect(browser.address.hasPrefix(TestBrowser.callback))
        #expect(browser.query == query)
    }

    @Test func `refuses an unknown name`() {
        #expect(throws: EmulatorError.self) { try EmulatedTenant.ParameterChange(named: "slightly-off") }
    }
}
