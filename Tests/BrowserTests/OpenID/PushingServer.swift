import ByteEncodings
import HTTPMessages
import JOSE
import LibcurlTransport
import OpenSSLCryptography
import TenantEmulator
import Testing
import WebDriverClient

/// A server that begins the logins of its applications with pushed authorization requests, written without the SDK's
/// clients.
struct PushingServer {
    static let clientID = "emulatorPushes000000000000000001"
    private static let secret = "a-secret-to-push-requests-with-in-2026"
    private static let verifier = "a-verifier-that-only-the-server-knows-0123456789"

    /// The `state` of the login.
    let state = "a-state-that-the-server-chose-2026"
    let redirectURI: String
    private let tenant: EmulatedTenant

    init(_ tenant: EmulatedTenant, redirectURI: String) { (self.tenant, self.redirectURI) = (tenant, redirectURI) }

    /// Pushes the request; returns its request URI.
    func push() async throws -> String {
        let challenge = Base64URL.encode(HashAlgorithm.sha256.digest(of: Array(Self.verifier.utf8)))
        let answer = try await post(
            "/oauth/par",
            [
                ("response_type", "code"), ("redirect_uri", redirectURI), ("scope", "openid profile email"),
                ("state", state), ("code_challenge", challenge), ("code_challenge_method", "S256"),
            ])
        return try #require(answer["request_uri"]?.string)
    }

    /// Exchanges a code; returns the members of the response.
    func exchange(_ code: String) async throws -> JSONValue {
        try await post(
            "/oauth/token",
            [
                ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", redirectURI),
                ("code_verifier", Self.verifier),
            ])
    }

    private func post(_ path: String, _ fields: [(name: String, value: String)]) async throws -> JSONValue {
        let form = fields + [("client_id", Self.clientID), ("client_secret", Self.secret)]
        var request = TransportRequest(method: .post, url: try HTTPURL(tenant.domain + path))
        request.fields["Content-Type"] = "application/x-www-form-urlencoded"
        request.body = Array(FormEncoding.encode(form).utf8)
        let response = try await CurlTransport.standard.response(to: request)
        return try JSONValue(parsing: response.body)
    }
}
