import ByteEncodings
import TenantEmulator

/// A program that uses the Management API with a token of its own.
struct ManagementClient {
    static let john = "auth0|000000000000000000000001"
    static let pathOfJohn = "/users/auth0%7C000000000000000000000001"
    let client: TestClient
    let token: String

    /// Requests a token with some scopes; with all that there are if `scope` is `nil`.
    init(_ tenant: EmulatedTenant, scope: String? = nil) async throws {
        client = TestClient(tenant)
        var members = [
            "grant_type": "client_credentials", "client_id": "emulatorServer0000000000000000001",
            "client_secret": "a-secret-that-only-the-server-knows-2026", "audience": "\(tenant.domain)/api/v2/",
        ]
        members["scope"] = scope
        token = try await client.post("/oauth/token", members)["access_token"] ?? ""
    }

    func get(_ path: String) async throws -> TestResponse { try await client.get("/api/v2" + path, token: token) }

    /// Searches for users with a query, and more parameters.
    func search(_ query: String, _ more: String = "") async throws -> TestResponse {
        try await get("/users?q=\(Self.encoded(query))\(more)")
    }

    static func encoded(_ text: String) -> String {
        text.utf8.map { "%" + String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }

    func send(_ method: String, _ path: String, _ members: [String: Any] = [:]) async throws -> TestResponse {
        try await client.json(method, "/api/v2" + path, members, token)
    }
}
