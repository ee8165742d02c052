import ByteEncodings
import TenantEmulator

/// A response of the tenant.
struct TestResponse: Sendable {
    let status: Int
    let headers: [String: String]
    var body: [UInt8]
    /// The values of every `Set-Cookie` header.
    var cookies: [String] = []

    var text: String { String(decoding: body, as: UTF8.self) }

    /// The body as JSON; `nil` if it is not JSON.
    var json: JSONValue? { try? JSONValue(parsing: body) }

    subscript(_ name: String) -> String? { json?[name]?.string }

    func header(_ name: String) -> String? { headers.first { $0.key.lowercased() == name.lowercased() }?.value }
}

/// An HTTP client that is independent of the SDK.
struct TestClient: Sendable {
    let tenant: EmulatedTenant
    var clientID: String

    init(_ tenant: EmulatedTenant) { (self.tenant, clientID) = (tenant, tenant.clientID) }

    func send(
        _ method: String, _ path: String, token: String? = nil, headers: [String: String] = [:], body: [UInt8]? = nil
    ) async throws -> TestResponse {
        var fields = ["Host": "127.0.0.1:\(tenant.port)", "Connection": "close"]
        if let token { fields["Authorization"] = "Bearer \(token)" }
        if let body { fields["Content-Length"] = "\(body.count)" }
        fields.merge(headers) { $1 }
        let head = "\(method) \(path) HTTP/1.1\r\n" + fields.map { "\($0.key): \($0.value)\r\n" }.joined() + "\r\n"
        return try await RawHTTPClient.exchange(port: tenant.port, Array(head.utf8) + (body ?? []))
    }

    func get(_ path: String, token: String? = nil) async throws -> TestResponse {
        try await send("GET", path, token: token)
    }

    /// Posts JSON; without a token, the client ID is added.
    func post(_ path: String, _ members: [String: Any], token: String? = nil) async throws -> TestResponse {
        try await json("POST", path, token == nil ? ["client_id": clientID].merging(members) { $1 } : members, token)
    }

    func json(_ method: String, _ path: String, _ members: [String: Any], _ token: String?) async throws -> TestResponse
    {
        let value = try JSONValue(freeForm: members)
        var writer = JSONWriter()
        writer.write(value)
        return try await send(
            method, path, token: token, headers: ["Content-Type": "application/json"], body: writer.bytes)
    }
}

extension TestClient {
    static let password = "Sesame-2026!"
    static let realm = "Username-Password-Authentication"

    /// Logs in a seeded user with a password.
    func logIn(
        _ username: String = "john@example.com", password: String = TestClient.password,
        realm: String = TestClient.realm,
        audience: String? = nil, scope: String = "openid profile email offline_access"
    ) async throws -> TestResponse {
        var members = [
            "grant_type": "http://auth0.com/oauth/grant-type/password-realm", "username": username,
            "password": password, "realm": realm, "scope": scope,
        ]
        members["audience"] = audience
        return try await post("/oauth/token", members)
    }

    func renew(_ refreshToken: String?, _ more: [String: String] = [:]) async throws -> TestResponse {
        let members = ["grant_type": "refresh_token", "refresh_token": refreshToken ?? ""]
        return try await post("/oauth/token", members.merging(more) { $1 })
    }
}
