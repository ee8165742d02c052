import ByteEncodings
import Foundation
import HTTPMessages
import JOSE
import OpenID
import Testing
import TransportDoubles

/// A provider with all endpoints, behind a transport of the test.
enum ExampleProvider {
    static let issuer = "https://op.example.com"
    static let tokens = #"{"access_token": "AT", "token_type": "Bearer", "expires_in": 60}"#

    static func metadata() throws -> ProviderMetadata {
        var metadata = ProviderMetadata(issuer: issuer)
        metadata.authorizationEndpoint = try HTTPURL(issuer + "/authorize")
        metadata.tokenEndpoint = try HTTPURL(issuer + "/token")
        metadata.keySetURL = try HTTPURL(issuer + "/jwks")
        metadata.revocationEndpoint = try HTTPURL(issuer + "/revoke")
        metadata.introspectionEndpoint = try HTTPURL(issuer + "/introspect")
        metadata.deviceAuthorizationEndpoint = try HTTPURL(issuer + "/device")
        metadata.pushedAuthorizationRequestEndpoint = try HTTPURL(issuer + "/par")
        metadata.userInfoEndpoint = try HTTPURL(issuer + "/userinfo")
        return metadata
    }

    static func client(
        _ transport: StubTransport, authentication: ClientAuthentication = .none,
        changing change: (inout ProviderMetadata) throws -> Void = { _ in }
    ) throws -> OpenIDClient {
        var metadata = try metadata()
        try change(&metadata)
        return OpenIDProvider(metadata, session: transport).client(id: "the-client", authentication: authentication)
    }

    /// A transport that accepts each request of a client with the response of its endpoint.
    static func transport() -> StubTransport {
        StubTransport { request in
            let body =
                switch request.url.path {
                case "/par": #"{"request_uri": "urn:example:1", "expires_in": 60}"#
                case "/introspect": #"{"active": true}"#
                case "/device":
                    #"{"device_code": "D", "user_code": "U", "verification_uri": "https://d.example", "expires_in": 60}"#
                case "/userinfo": #"{"sub": "me"}"#
                default: tokens
                }
            return .success(TransportResponse(status: 200, body: Array(body.utf8)))
        }
    }
}

extension TransportRequest {
    /// The parameters of the form, in their order; a name may occur twice, as `audience` does in RFC 8693.
    var parameters: [(name: String, value: String)] {
        get throws {
            try String(decoding: body, as: UTF8.self).split(separator: "&").flatMap {
                try FormEncoding.decode(String($0)).map { ($0.name, $0.value) }
            }
        }
    }

    /// The parameters of a form in which each name occurs once.
    var form: [String: String] {
        get throws { Dictionary(uniqueKeysWithValues: try parameters.map { ($0.name, $0.value) }) }
    }
}

extension PendingLogin {
    /// The parameters of the address.
    var query: [String: String] {
        get throws {
            let items = try #require(URLComponents(string: url)).queryItems ?? []
            return Dictionary(uniqueKeysWithValues: items.map { ($0.name, $0.value ?? "") })
        }
    }
}

extension SigningKey {
    /// Verifies a text with this key's public half, whatever its type and its times.
    func verified(_ text: String?) throws -> VerifiedJWT {
        try KeyRing(JSONWebKeySet(publishing: [self])).verifiedToken(try #require(text), type: .any)
    }
}
