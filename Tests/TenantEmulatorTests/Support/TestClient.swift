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

    /// The texts of a member of the elements of an array; `nil` for a body that is no array.
    func texts(_ name: String) -> [String]? { json?.list?.compactMap { $0[name]?.string } }

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
    /// Sends a request to the control API, with a body in JSON if there is one.
    func control(_ method: String, _ path: String, _ body: String? = nil) async throws -> TestResponse {
        try await send(
            method, "/_emulator/" + path,
            headers: ["X-Emulator-Token": tenant.controlToken, "Content-Type": "application/json"],
            body: body.map { Array($0.utf8) })
    }
}

extension TestClient {
    static let password = "Sesame-2026!"
    static let realm = "Username-Password-Authentication"

    /// Logs in a seeded user with a password.
    func logIn(
        _ username: String = "john@example.com", password: String = TestClient.password,
        realm: String = TestClient.realm, audience: String? = nil,
        scope: String = "openid profile email offline_access", organization: String? = nil
    ) async throws -> TestResponse {
        var members = [
            "grant_type": "http://auth0.com/oauth/grant-type/password-realm", "username": username,
            "password": password, "realm": realm, "scope": scope,
        ]
        (members["audience"], members["organization"]) = (audience, organization)
        return try await tokens(members)
    }

    /// Requests tokens; the client ID is added.
    func tokens(_ members: [String: Any]) async throws -> TestResponse { try await post("/oauth/token", members) }

    func renew(_ refreshToken: String?, _ more: [String: String] = [:]) async throws -> TestResponse {
        let members = ["grant_type": "refresh_token", "refresh_token": refreshToken ?? ""]
        return try await tokens(members.merging(more) { $1 })
    }
}

extension JSONValue {
    /// The elements of an array.
    var list: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }
}
