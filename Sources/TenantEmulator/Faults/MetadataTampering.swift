import ByteEncodings

/// An alteration of the metadata document; the rest of it stays genuine.
public struct MetadataTampering: Sendable, Hashable, RawRepresentable, CaseIterable {
    private let name: String
    let changed: @Sendable (HTTPResponse) -> HTTPResponse

    /// Finds an alteration by its name; `nil` for an unknown name.
    ///
    /// - Parameter rawValue: The name in the control API and on the command line.
    public init?(rawValue: String) {
        guard let known = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
        self = known
    }

    /// The name in the control API and on the command line.
    public var rawValue: String { name }

    private init(_ name: String, changed: @escaping @Sendable (HTTPResponse) -> HTTPResponse) {
        (self.name, self.changed) = (name, changed)
    }

    private init(_ name: String, body: @escaping @Sendable ([UInt8]) -> [UInt8]) {
        self.init(name) { $0.with(\.body, body($0.body)) }
    }

    /// Creates an alteration of one member, by default its removal; the closure receives the genuine text.
    private init(_ name: String, _ member: String, _ value: @escaping @Sendable (String) -> JSONValue = { _ in .null })
    {
        self.init(name) { response in
            response.changed { TokenTampering.change($0, [member: value($0[member]?.string ?? "")]) }
        }
    }

    /// All alterations.
    public static var allCases: [MetadataTampering] {
        [
            .issuerOther, .issuerMissing, .issuerWithoutSlash, .endpointPlain, .endpointScript, .endpointUserInfo,
            .endpointFragment, .endpointRelative, .endpointNumber, .authorizationEndpointMissing,
            .tokenEndpointMissing, .keySetMissing, .plainProofKeys, .proofKeysMissing, .grantsMissing,
            .issuerParameterMissing, .sharedSecretsOnly, .implicitOnly, .huge, .notJSON, .array, .duplicateMember,
            .contentType, .redirect,
        ]
    }
}

extension MetadataTampering {
    /// The issuer of another server.
    public static let issuerOther = Self("issuer-other", "issuer") { _ in .string("https://evil.example/") }
    /// No issuer.
    public static let issuerMissing = Self("issuer-missing", "issuer")
    /// The issuer without the slash at its end.
    public static let issuerWithoutSlash = Self("issuer-without-slash", "issuer") { .string(String($0.dropLast())) }
    /// An `http` token endpoint that is not on loopback.
    public static let endpointPlain = Self("endpoint-plain", "token_endpoint") { _ in
        .string("http://evil.example/oauth/token")
    }
    /// A `javascript:` URL as the authorization endpoint.
    public static let endpointScript = Self("endpoint-script", "authorization_endpoint") { _ in
        .string("javascript:alert(1)//")
    }
    /// A user name and a password in the token endpoint.
    public static let endpointUserInfo = Self("endpoint-user-info", "token_endpoint") {
        .string($0.replacing("://", with: "://name:word@", maxReplacements: 1))
    }
    /// A fragment in the token endpoint.
    public static let endpointFragment = Self("endpoint-fragment", "token_endpoint") { .string($0 + "#part") }
    /// A relative token endpoint.
    public static let endpointRelative = Self("endpoint-relative", "token_endpoint") { _ in .string("/oauth/token") }
    /// A number as the token endpoint.
    public static let endpointNumber = Self("endpoint-number", "token_endpoint") { _ in .integer(1) }
    /// No authorization endpoint.
    public static let authorizationEndpointMissing = Self("authorization-endpoint-missing", "authorization_endpoint")
    /// No token endpoint.
    public static let tokenEndpointMissing = Self("token-endpoint-missing", "token_endpoint")
    /// No `jwks_uri`.
    public static let keySetMissing = Self("jwks-uri-missing", "jwks_uri")
    /// Only `plain` as PKCE challenge method.
    public static let plainProofKeys = Self("pkce-plain", "code_challenge_methods_supported") { _ in ["plain"].json }
    /// No PKCE challenge methods.
    public static let proofKeysMissing = Self("pkce-missing", "code_challenge_methods_supported")
    /// No grant types.
    public static let grantsMissing = Self("grants-missing", "grant_types_supported")
    /// No `authorization_response_iss_parameter_supported`.
    public static let issuerParameterMissing = Self(
        "issuer-parameter-missing", "authorization_response_iss_parameter_supported")
    /// Only `HS256` as signature algorithm of ID tokens.
    public static let sharedSecretsOnly = Self("signing-hs256-only", "id_token_signing_alg_values_supported") { _ in
        ["HS256"].json
    }
    /// Only response types of the implicit flow.
    public static let implicitOnly = Self("implicit-only", "response_types_supported") { _ in
        ["id_token", "token id_token"].json
    }
    /// An additional member of 4 MiB.
    public static let huge = Self("huge", "padding") { _ in .string(String(repeating: "x", count: 4 << 20)) }
    /// Text instead of JSON.
    public static let notJSON = Self("not-json", body: { _ in Array("Welcome!".utf8) })
    /// The document in an array.
    public static let array = Self("array", body: { Array("[".utf8) + $0 + Array("]".utf8) })
    /// A second issuer before the genuine one.
    public static let duplicateMember = Self(
        "duplicate-member", body: { Array(#"{"issuer":"https://evil.example/","#.utf8) + $0.dropFirst() })
    /// The `Content-Type` of a web page.
    public static let contentType = Self("content-type") { response in
        response.with(\.headers, response.headers.filter { $0.name != "Content-Type" })
            .with("Content-Type", "text/html")
    }
    /// A redirect to a genuine document.
    public static let redirect = Self("redirect") { _ in
        HTTPResponse(302, headers: [("Location", "/.well-known/oauth-authorization-server")])
    }
}
