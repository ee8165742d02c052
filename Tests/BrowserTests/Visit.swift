import ByteEncodings
import Foundation
import HTTPMessages
import LibcurlTransport
import OpenSSLCryptography
import TenantEmulator
import Testing
import WebDriverClient

/// The application's part of a login: it sends the request, and reads the redirect of the browser.
struct Visit {
    static let password = "Sesame-2026!"
    private static let verifier = String(repeating: "v", count: 43)

    let tenant: EmulatedTenant
    var clientID: String

    init(_ tenant: EmulatedTenant, clientID: String? = nil) {
        (self.tenant, self.clientID) = (tenant, clientID ?? tenant.clientID)
    }

    /// The redirect URI, at which only the tenant itself responds.
    var callback: String { "\(tenant.domain)/callback" }

    /// The address that asks for a code.
    func authorizeURL(_ more: [String: String] = [:]) -> String {
        let challenge = Base64URL.encode(HashAlgorithm.sha256.digest(of: Array(Self.verifier.utf8)))
        let fields = [
            "client_id": clientID, "redirect_uri": callback, "response_type": "code", "scope": "openid profile email",
            "state": "s-1", "nonce": "n-1", "code_challenge": challenge, "code_challenge_method": "S256",
        ].merging(more) { $1 }
        return "\(tenant.domain)/authorize?\(FormEncoding.encode(fields.map { ($0.key, $0.value) }))"
    }

    /// The redirect of the browser, as soon as it arrives.
    func answer(_ browser: Browser) async throws -> [String: String] {
        let address = try await browser.arrival(at: callback)
        let items = URLComponents(string: address)?.queryItems ?? []
        return Dictionary(items.map { ($0.name, $0.value ?? "") }) { $1 }
    }

    /// The claims of the ID token for the code in the redirect.
    func claims(_ browser: Browser) async throws -> JSONValue {
        let answer = try await answer(browser)
        let form = FormEncoding.encode([
            ("grant_type", "authorization_code"), ("code", answer["code"] ?? ""), ("code_verifier", Self.verifier),
            ("redirect_uri", callback), ("client_id", clientID),
        ])
        let request = TransportRequest(
            method: .post, url: try HTTPURL("\(tenant.domain)/oauth/token"),
            fields: ["Content-Type": "application/x-www-form-urlencoded"], body: Array(form.utf8))
        let response = try await CurlTransport.standard.response(to: request)
        let token = try JSONValue(parsing: response.body)["id_token"]?.string?.split(separator: ".")
        return try JSONValue(parsing: Base64URL.decode(String(try #require(token?.dropFirst().first))))
    }
}

extension Browser {
    /// Fills in the login page and submits it.
    func logIn(as username: String = "john@example.com", password: String = Visit.password) async throws {
        try await fillIn(username, password)
        try await click("form[action='/u/login'] button")
    }

    /// Fills in the login page.
    func fillIn(_ username: String = "john@example.com", _ password: String = Visit.password) async throws {
        try await type(username, into: "#username")
        try await type(password, into: "#password")
    }
}
