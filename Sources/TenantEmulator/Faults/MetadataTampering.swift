import ByteEncodings

/// What is wrong with the metadata document; the rest of it is genuine.
public enum MetadataTampering: String, Sendable, Hashable, CaseIterable {
    /// Somebody else's issuer.
    case issuerOther = "issuer-other"
    /// No issuer.
    case issuerMissing = "issuer-missing"
    /// The issuer without the slash at its end.
    case issuerWithoutSlash = "issuer-without-slash"
    /// An `http` token endpoint that is not on loopback.
    case endpointPlain = "endpoint-plain"
    /// A script for an authorization endpoint.
    case endpointScript = "endpoint-script"
    /// A user name and a password in the token endpoint.
    case endpointUserInfo = "endpoint-user-info"
    /// A fragment at the token endpoint.
    case endpointFragment = "endpoint-fragment"
    /// A token endpoint that is a path only.
    case endpointRelative = "endpoint-relative"
    /// A number for a token endpoint.
    case endpointNumber = "endpoint-number"
    /// No authorization endpoint.
    case authorizationEndpointMissing = "authorization-endpoint-missing"
    /// No token endpoint.
    case tokenEndpointMissing = "token-endpoint-missing"
    /// No address of the key set.
    case keySetMissing = "jwks-uri-missing"
    /// Proof keys in plain text only.
    case plainProofKeys = "pkce-plain"
    /// Not a word about proof keys.
    case proofKeysMissing = "pkce-missing"
    /// Not a word about grants.
    case grantsMissing = "grants-missing"
    /// Not a word about `iss` in the answer to a browser.
    case issuerParameterMissing = "issuer-parameter-missing"
    /// Shared secrets only, for ID tokens.
    case sharedSecretsOnly = "signing-hs256-only"
    /// The implicit flow only.
    case implicitOnly = "implicit-only"
    /// 4 MiB more.
    case huge
    /// Words instead of JSON.
    case notJSON = "not-json"
    /// The document in an array.
    case array
    /// A second issuer before the genuine one.
    case duplicateMember = "duplicate-member"
    /// A web page, by its `Content-Type`.
    case contentType = "content-type"
    /// A redirect to a genuine document.
    case redirect

    /// The answer as it is sent.
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

    /// The other place where the document is.
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
