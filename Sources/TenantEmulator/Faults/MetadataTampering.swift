import ByteEncodings

/// An alteration of the metadata document; the rest of it stays genuine.
public enum MetadataTampering: String, Sendable, Hashable, CaseIterable {
    /// The issuer of another server.
    case issuerOther = "issuer-other"
    /// No issuer.
    case issuerMissing = "issuer-missing"
    /// The issuer without the slash at its end.
    case issuerWithoutSlash = "issuer-without-slash"
    /// An `http` token endpoint that is not on loopback.
    case endpointPlain = "endpoint-plain"
    /// A `javascript:` URL as the authorization endpoint.
    case endpointScript = "endpoint-script"
    /// A user name and a password in the token endpoint.
    case endpointUserInfo = "endpoint-user-info"
    /// A fragment in the token endpoint.
    case endpointFragment = "endpoint-fragment"
    /// A relative token endpoint.
    case endpointRelative = "endpoint-relative"
    /// A number as the token endpoint.
    case endpointNumber = "endpoint-number"
    /// No authorization endpoint.
    case authorizationEndpointMissing = "authorization-endpoint-missing"
    /// No token endpoint.
    case tokenEndpointMissing = "token-endpoint-missing"
    /// No `jwks_uri`.
    case keySetMissing = "jwks-uri-missing"
    /// Only `plain` as PKCE challenge method.
    case plainProofKeys = "pkce-plain"
    /// No PKCE challenge methods.
    case proofKeysMissing = "pkce-missing"
    /// No grant types.
    case grantsMissing = "grants-missing"
    /// No `authorization_response_iss_parameter_supported`.
    case issuerParameterMissing = "issuer-parameter-missing"
    /// Only `HS256` as signature algorithm of ID tokens.
    case sharedSecretsOnly = "signing-hs256-only"
    /// Only response types of the implicit flow.
    case implicitOnly = "implicit-only"
    /// Another 4 MiB.
    case huge
    /// Text instead of JSON.
    case notJSON = "not-json"
    /// The document in an array.
    case array
    /// A second issuer before the genuine one.
    case duplicateMember = "duplicate-member"
    /// The `Content-Type` of a web page.
    case contentType = "content-type"
    /// A redirect to a genuine document.
    case redirect

    /// Applies the alteration.
    func changed(_ response: HTTPResponse) -> HTTPResponse {
        let document = try? JSONValue(parsing: response.body)
        var copy = response
        switch self {
        case .notJSON: copy.body = Array("Welcome!".utf8)
        case .array: copy.body = Array("[".utf8) + response.body + Array("]".utf8)
        case .duplicateMember:
            copy.body = Array(#"{"issuer":"https://evil.example/","#.utf8) + response.body.dropFirst()
        case .contentType:
            copy.headers.removeAll { $0.name == "Content-Type" }
            copy.headers.append(("Content-Type", "text/html"))
        case .redirect: return HTTPResponse(302, headers: [("Location", Self.otherPath)])
        default:
            let members = document?.dictionary ?? [:]
            copy.body = TokenTampering.change(members, changes(in: members)).json.text
        }
        return copy
    }

    /// The other path of the document.
    private static let otherPath = "/.well-known/oauth-authorization-server"

    private func changes(in document: [String: JSONValue]) -> [String: JSONValue] {
        let issuer = document["issuer"]?.string ?? ""
        let token = document["token_endpoint"]?.string ?? ""
        switch self {
        case .issuerOther: return ["issuer": .string("https://evil.example/")]
        case .issuerMissing: return ["issuer": .null]
        case .issuerWithoutSlash: return ["issuer": .string(String(issuer.dropLast()))]
        case .endpointPlain: return ["token_endpoint": .string("http://evil.example/oauth/token")]
        case .endpointScript: return ["authorization_endpoint": .string("javascript:alert(1)//")]
        case .endpointUserInfo:
            return ["token_endpoint": .string(token.replacing("://", with: "://name:word@", maxReplacements: 1))]
        case .endpointFragment: return ["token_endpoint": .string(token + "#part")]
        case .endpointRelative: return ["token_endpoint": .string("/oauth/token")]
        case .endpointNumber: return ["token_endpoint": .integer(1)]
        case .authorizationEndpointMissing: return ["authorization_endpoint": .null]
        case .tokenEndpointMissing: return ["token_endpoint": .null]
        case .keySetMissing: return ["jwks_uri": .null]
        case .plainProofKeys: return ["code_challenge_methods_supported": ["plain"].json]
        case .proofKeysMissing: return ["code_challenge_methods_supported": .null]
        case .grantsMissing: return ["grant_types_supported": .null]
        case .issuerParameterMissing: return ["authorization_response_iss_parameter_supported": .null]
        case .sharedSecretsOnly: return ["id_token_signing_alg_values_supported": ["HS256"].json]
        case .implicitOnly: return ["response_types_supported": ["id_token", "token id_token"].json]
        case .huge: return ["padding": .string(String(repeating: "x", count: 4 << 20))]
        case .notJSON, .array, .duplicateMember, .contentType, .redirect: return [:]
        }
    }
}
