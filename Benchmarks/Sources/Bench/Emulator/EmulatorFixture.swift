import ByteEncodings
import Foundation
import HTTPMessages
import LibcurlTransport
import Synchronization
import TenantEmulator

/// A tenant with the standard seed in this process, reached over sockets by 16 requests at a time.
final class EmulatorFixture: Sendable {
    private static let concurrency = 16

    private let tenant: EmulatedTenant
    private let transport = CurlTransport()
    /// A refresh token for each request in flight, because a renewal replaces the token.
    private let refreshTokens = Mutex<[String]>([])

    init() throws {
        tenant = try EmulatedTenant.start()
        for _ in 0..<Self.concurrency { try logIn() }
    }

    func clientCredentials(_ requests: Int) throws {
        try post(
            requests,
            [
                "grant_type": "client_credentials", "client_id": "emulatorServer0000000000000000001",
                "client_secret": "a-secret-that-only-the-server-knows-2026", "audience": "https://api.example.com/",
            ])
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
        _ = transport.send(request) { [self] result in
            done(
                Result {
                    let token = try Self.value(of: "refresh_token", in: result.get())
                    refreshTokens.withLock { $0.append(token) }
                })
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
