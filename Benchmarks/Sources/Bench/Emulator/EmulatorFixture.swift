import ByteEncodings
import Foundation
import HTTPMessages
import LibcurlTransport
import Synchronization
import TenantEmulator

/// A tenant in this process, reached over sockets by 16 requests at a time.
final class EmulatorFixture: Sendable {
    /// The users of a tenant, and whether it keeps them in a state file.
    enum Size: Sendable {
        /// The users of the standard seed.
        case standard
        /// 10,000 more users.
        case manyUsers
        /// 10,000 more users, and a state file.
        case manyUsersInFile
    }

    private static let concurrency = 16
    private static let manyUsers = 10_000

    private let tenant: EmulatedTenant
    /// The folder of the state file.
    private let folder = FileManager.default.temporaryDirectory.appending(path: "auth0-bench-\(UUID().uuidString)")
    private let transport = CurlTransport()
    /// A refresh token for each request in flight, because a renewal replaces the token.
    private let refreshTokens = Mutex<[String]>([])

    /// An access token for the Management API.
    private let managementToken = Mutex<String>("")

    init(_ size: Size = .standard) throws {
        var configuration = TenantConfiguration(port: 0, seed: .standard)
        if size != .standard {
            configuration.seed.users += (0..<Self.manyUsers).map { .init(email: "user\($0)@example.com") }
        }
        if size == .manyUsersInFile {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            configuration.stateFile = folder.appending(path: "state.json").path
        }
        tenant = try EmulatedTenant.start(configuration)
        for _ in 0..<Self.concurrency { try logIn() }
        let request = Self.form(try tokenEndpoint(), Self.clientCredentials("\(tenant.domain)/api/v2/"))
        try Flight(1, 1).fly { [self] done in
            keep("access_token", of: request, done) { [self] token in managementToken.withLock { $0 = token } }
        }
    }

    deinit {
        tenant.stop()
        try? FileManager.default.removeItem(at: folder)
    }

    func clientCredentials(_ requests: Int) throws {
        try post(requests, Self.clientCredentials("https://api.example.com/"))
    }

    /// Lists the first user.
    func page(_ requests: Int) throws {
        let url = try HTTPURL("\(tenant.domain)/api/v2/users?per_page=1")
        let token = managementToken.withLock(\.self)
        let request = TransportRequest(method: .get, url: url, fields: ["Authorization": "Bearer \(token)"])
        try send(requests) { request }
    }

    private static func clientCredentials(_ audience: String) -> [String: String] {
        [
            "grant_type": "client_credentials", "client_id": "emulatorServer0000000000000000001",
            "client_secret": "a-secret-that-only-the-server-knows-2026", "audience": audience,
        ]
    }

    func password(_ requests: Int) throws { try post(requests, try login()) }

    func keySet(_ requests: Int) throws {
        let url = try HTTPURL("\(tenant.domain)/.well-known/jwks.json")
        try send(requests) { TransportRequest(method: .get, url: url) }
    }

    func renew(_ requests: Int) throws {
        let (url, clientID) = (try tokenEndpoint(), tenant.clientID)
        try Flight(requests, Self.concurrency).fly { [self] done in
            let token = refreshTokens.withLock { $0.popLast() } ?? ""
            let fields = ["grant_type": "refresh_token", "client_id": clientID, "refresh_token": token]
            keepToken(of: Self.form(url, fields), done)
        }
    }

    private func login() throws -> [String: String] {
        [
            "grant_type": "http://auth0.com/oauth/grant-type/password-realm", "client_id": tenant.clientID,
            "username": "john@example.com", "password": "Sesame-2026!", "realm": "Username-Password-Authentication",
            "scope": "openid offline_access",
        ]
    }

    private func logIn() throws {
        let request = Self.form(try tokenEndpoint(), try login())
        try Flight(1, 1).fly { [self] done in keepToken(of: request, done) }
    }

    private func keepToken(of request: TransportRequest, _ done: @escaping Flight.Done) {
        keep("refresh_token", of: request, done) { [self] token in refreshTokens.withLock { $0.append(token) } }
    }

    /// Passes a member of the response to `store`.
    private func keep(
        _ member: String, of request: TransportRequest, _ done: @escaping Flight.Done,
        _ store: @escaping @Sendable (String) -> Void
    ) {
        _ = transport.send(request) { result in
            done(Result { store(try Self.value(of: member, in: result.get())) })
        }
    }

    private func tokenEndpoint() throws -> HTTPURL { try HTTPURL("\(tenant.domain)/oauth/token") }

    private func post(_ requests: Int, _ fields: [String: String]) throws {
        let request = Self.form(try tokenEndpoint(), fields)
        try send(requests) { request }
    }

    private func send(_ requests: Int, _ request: @escaping @Sendable () -> TransportRequest) throws {
        try Flight(requests, Self.concurrency).fly { [transport] done in
            _ = transport.send(request()) { result in done(Result { _ = try Self.checked(result.get()) }) }
        }
    }

    private static func form(_ url: HTTPURL, _ fields: [String: String]) -> TransportRequest {
        TransportRequest(
            method: .post, url: url, fields: ["Content-Type": "application/x-www-form-urlencoded"],
            body: Array(FormEncoding.encode(fields.map { ($0.key, $0.value) }).utf8))
    }

    private static func checked(_ response: TransportResponse) throws -> TransportResponse {
        guard response.status == 200 else {
            throw UnexpectedAnswer(
                description: "\(response.status) \(String(decoding: response.body, as: UTF8.self))")
        }
        return response
    }

    private static func value(of member: String, in response: TransportResponse) throws -> String {
        guard let text = try JSONValue(parsing: checked(response).body)[member]?.string else {
            throw UnexpectedAnswer(description: "no \(member)")
        }
        return text
    }
}
