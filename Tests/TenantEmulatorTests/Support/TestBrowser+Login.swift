import ByteEncodings
import FoundationEssentials
import OpenSSLCryptography
import TenantEmulator
import Testing

extension TestBrowser {
    static let verifier = String(repeating: "v", count: 43)
    /// The code challenge of the verifier, for `S256`.
    static let challenge = Base64URL.encode(HashAlgorithm.sha256.digest(of: Array(verifier.utf8)))
    static let callback = "http://127.0.0.1:8484/callback"

    /// Visits an address with a new browser.
    init(_ tenant: EmulatedTenant, at address: String) async throws {
        self.init(tenant)
        try await visit(address)
    }

    /// Visits the authorization endpoint with a new browser; a `nil` value removes a parameter.
    init(_ tenant: EmulatedTenant, request change: [String: String?]) async throws {
        try await self.init(tenant, at: TestBrowser(tenant).authorizeURL(change))
    }

    /// Visits the authorization endpoint with a new browser, and enters a user name and a password.
    init(
        _ tenant: EmulatedTenant, as username: String, _ change: [String: String?] = [:],
        password: String = TestClient.password
    ) async throws {
        self.init(tenant)
        try await logIn(change, as: username, password: password)
    }

    /// Opens the inspector with a new browser, as a person does who follows the printed link, and visits a section.
    init(_ tenant: EmulatedTenant, inspecting section: String) async throws {
        try await self.init(tenant, at: tenant.inspectorURL.absoluteString)
        #expect(page?.status == 200)
        #expect(address == "\(tenant.domain)/_emulator/", "the token is not kept in the address")
        try await visit("/_emulator/\(section)")
    }

    /// Creates the URL of an authorization request; a `nil` value removes a parameter.
    func authorizeURL(_ change: [String: String?] = [:]) -> String {
        var fields: [String: String?] = [
            "client_id": tenant.clientID, "redirect_uri": Self.callback, "response_type": "code",
            "scope": "openid profile email", "state": "s-1", "nonce": "n-1", "code_challenge": Self.challenge,
            "code_challenge_method": "S256",
        ]
        fields.merge(change) { $1 }
        let sent = fields.compactMap { name, value in value.map { (name: name, value: $0) } }
        return "\(tenant.domain)/authorize?\(FormEncoding.encode(sent.sorted { $0.name < $1.name }))"
    }

    /// Visits the authorization endpoint and logs in if the login page is shown.
    mutating func logIn(
        _ change: [String: String?] = [:], as username: String = "john@example.com",
        password: String = TestClient.password
    ) async throws {
        try await visit(authorizeURL(change))
        if path == "/u/login" { try await submit("/u/login", ["username": username, "password": password]) }
    }

    /// Accepts an invitation to an organization and logs in.
    mutating func accept(_ invitationURL: String?, as username: String) async throws {
        try await visit(#require(invitationURL))
        let sent = query
        try await visit(authorizeURL(["invitation": sent["invitation"], "organization": sent["organization"]]))
        try await submit("/u/invitation")
        try await submit("/u/login", ["username": username, "password": TestClient.password])
    }

    /// Exchanges the code of the last redirect.
    func tokens(clientID: String? = nil, _ more: [String: String] = [:]) async throws -> TestResponse {
        let fields = [
            "grant_type": "authorization_code", "code": query["code"] ?? "none", "code_verifier": Self.verifier,
            "redirect_uri": Self.callback, "client_id": clientID ?? tenant.clientID,
        ]
        return try await TestClient(tenant).post("/oauth/token", fields.merging(more) { $1 })
    }

    /// Exchanges the code of the last redirect and returns the claims of the ID token.
    func idTokenClaims(clientID: String? = nil) async throws -> JSONValue? {
        claims(of: try await tokens(clientID: clientID)["id_token"])
    }
}
