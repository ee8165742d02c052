import ByteEncodings

/// An alteration of the metadata document; the rest of it stays genuine.
public struct MetadataTampering: Sendable, Hashable, RawRepresentable, CaseIterable {
    enum Kind: String, CaseIterable {
        case issuerOther = "issuer-other"
        case issuerMissing = "issuer-missing"
        case issuerWithoutSlash = "issuer-without-slash"
        case endpointPlain = "endpoint-plain"
        case endpointScript = "endpoint-script"
        case endpointUserInfo = "endpoint-user-info"
        case endpointFragment = "endpoint-fragment"
        case endpointRelative = "endpoint-relative"
        case endpointNumber = "endpoint-number"
        case authorizationEndpointMissing = "authorization-endpoint-missing"
        case tokenEndpointMissing = "token-endpoint-missing"
        case keySetMissing = "jwks-uri-missing"
        case plainProofKeys = "pkce-plain"
        case proofKeysMissing = "pkce-missing"
        case grantsMissing = "grants-missing"
        case issuerParameterMissing = "issuer-parameter-missing"
        case sharedSecretsOnly = "signing-hs256-only"
        case implicitOnly = "implicit-only"
        case huge
        case notJSON = "not-json"
        case array
        case duplicateMember = "duplicate-member"
        case contentType = "content-type"
        case redirect
    }

    let kind: Kind

    /// The issuer of another server.
    public static let issuerOther = MetadataTampering(.issuerOther)
    /// No issuer.
    public static let issuerMissing = MetadataTampering(.issuerMissing)
    /// The issuer without the slash at its end.
    public static let issuerWithoutSlash = MetadataTampering(.issuerWithoutSlash)
    /// An `http` token endpoint that is not on loopback.
    public static let endpointPlain = MetadataTampering(.endpointPlain)
    /// A `javascript:` URL as the authorization endpoint.
    public static let endpointScript = MetadataTampering(.endpointScript)
    /// A user name and a password in the token endpoint.
    public static let endpointUserInfo = MetadataTampering(.endpointUserInfo)
    /// A fragment in the token endpoint.
    public static let endpointFragment = MetadataTampering(.endpointFragment)
    /// A relative token endpoint.
    public static let endpointRelative = MetadataTampering(.endpointRelative)
    /// A number as the token endpoint.
    public static let endpointNumber = MetadataTampering(.endpointNumber)
    /// No authorization endpoint.
    public static let authorizationEndpointMissing = MetadataTampering(.authorizationEndpointMissing)
    /// No token endpoint.
    public static let tokenEndpointMissing = MetadataTampering(.tokenEndpointMissing)
    /// No `jwks_uri`.
    public static let keySetMissing = MetadataTampering(.keySetMissing)
    /// Only `plain` as PKCE challenge method.
    public static let plainProofKeys = MetadataTampering(.plainProofKeys)
    /// No PKCE challenge methods.
    public static let proofKeysMissing = MetadataTampering(.proofKeysMissing)
    /// No grant types.
    public static let grantsMissing = MetadataTampering(.grantsMissing)
    /// No `authorization_response_iss_parameter_supported`.
    public static let issuerParameterMissing = MetadataTampering(.issuerParameterMissing)
    /// Only `HS256` as signature algorithm of ID tokens.
    public static let sharedSecretsOnly = MetadataTampering(.sharedSecretsOnly)
    /// Only response types of the implicit flow.
    public static let implicitOnly = MetadataTampering(.implicitOnly)
    /// An additional member of 4 MiB.
    public static let huge = MetadataTampering(.huge)
    /// Text instead of JSON.
    public static let notJSON = MetadataTampering(.notJSON)
    /// The document in an array.
    public static let array = MetadataTampering(.array)
    /// A second issuer before the genuine one.
    public static let duplicateMember = MetadataTampering(.duplicateMember)
    /// The `Content-Type` of a web page.
    public static let contentType = MetadataTampering(.contentType)
    /// A redirect to a genuine document.
    public static let redirect = MetadataTampering(.redirect)

    /// All alterations.
    public static var allCases: [MetadataTampering] { Kind.allCases.map { MetadataTampering($0) } }

    private init(_ kind: Kind) { self.kind = kind }

    /// Finds an alteration by its name; `nil` for an unknown name.
    ///
    /// - Parameter rawValue: The name in the control API and on the command line.
    public init?(rawValue: String) {
        guard let kind = Kind(rawValue: rawValue) else { return nil }
        self.init(kind)
    }

    /// The name in the control API and on the command line.
    public var rawValue: String { kind.rawValue }
}

extension MetadataTampering {
    /// Applies the alteration.
    func changed(_ response: HTTPResponse) -> HTTPResponse {
        let document = try? JSONValue(parsing: response.body)
        var copy = response
        switch kind {
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
        switch kind {
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
