import Auth0
import HTTPMessages
import Testing
import TransportDoubles

/// A tenant that records its requests and returns configured responses.
struct Wire {
    let transport: StubTransport

    init(_ body: String = "{}", status: Int = 200, fields: TransportFields = [:]) {
        transport = StubTransport(status: status, fields: fields, body: body)
    }

    init(_ transport: StubTransport) { self.transport = transport }

    var authentication: any Authentication {
        Auth0.authentication(clientId: "the-client", domain: "tenant.example.com", session: transport)
    }

    var mfa: any MFAClient {
        Auth0.mfa(clientId: "the-client", domain: "tenant.example.com", session: transport)
    }

    func users(_ token: String = "the-token") -> any Users {
        Auth0.users(token: token, domain: "tenant.example.com", session: transport)
    }

    func myAccount(_ token: String = "the-token") -> any MyAccountAuthenticationMethods {
        Auth0.myAccount(token: token, domain: "tenant.example.com", session: transport).authenticationMethods
    }

    /// The header fields of the last request.
    func field(_ name: String) -> String? { transport.requests.last?.fields[name] }

    /// `METHOD url`, and the JSON that was sent, its members sorted.
    var sent: String {
        guard let request = transport.requests.last else { return "nothing" }
        let body = String(decoding: request.body, as: UTF8.self)
        return "\(request.method.rawValue) \(request.url.string)" + (body.isEmpty ? "" : " \(body)")
    }

    /// A complete token response.
    static let tokens = #"""
        {"access_token":"AT","token_type":"bearer","id_token":"IT","refresh_token":"RT","expires_in":"86400",
        "scope":"openid","recovery_code":"RC","surprise":{"a":[1]}}
        """#
}

/// Sends a request, which is expected to fail.
///
/// - Returns: The failure.
@discardableResult
func failure<Value, Failure>(
    of request: Request<Value, Failure>, at location: SourceLocation = #_sourceLocation
) async -> Failure? {
    await #expect(throws: Failure.self, sourceLocation: location) { _ = try await request.start() }
}
