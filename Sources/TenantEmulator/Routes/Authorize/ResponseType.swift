/// The contents of an authorization response.
///
/// - SeeAlso: [OAuth 2.0 Multiple Response Type Encoding Practices §3 and
///   §5](https://openid.net/specs/oauth-v2-multiple-response-types-1_0.html)
enum ResponseType: String, CaseIterable, Sendable {
    case code
    case idToken = "id_token"
    case codeAndIDToken = "code id_token"

    /// Reads the parameter, whose words have no order; `nil` for any other set of words.
    init?(words: [Substring]) { self.init(rawValue: words.sorted().joined(separator: " ")) }

    var hasCode: Bool { self != .idToken }
    var hasIDToken: Bool { self != .code }
}

extension ResponseMode {
    /// The mode of a request without `response_mode`; tokens are never in the query, because servers log it.
    ///
    /// - SeeAlso: [OAuth 2.0 Multiple Response Type Encoding Practices
    ///   §2.1](https://openid.net/specs/oauth-v2-multiple-response-types-1_0.html#ResponseModes)
    fileprivate static func standard(_ words: [Substring]) -> ResponseMode {
        words.contains("token") || words.contains("id_token") ? .fragment : .query
    }
}

extension TenantState {
    func setResponse(of redirect: inout CodeRedirect, _ fields: Fields, _ client: Client) throws(AuthorizationDefect) {
        let words = (fields["response_type"] ?? "").split(separator: " ")
        let requested = ResponseMode(rawValue: fields["response_mode"] ?? ResponseMode.standard(words).rawValue)
        redirect.mode = requested ?? .query
        guard requested != nil else {
            let names = ResponseMode.allCases.map(\.rawValue).joined(separator: ", ")
            throw .invalid(redirect, "response_mode must be one of \(names)")
        }
        // A message to another page would disclose the code.
        guard redirect.mode != .webMessage || client.accepts(webOrigin: redirect.webOrigin) else {
            redirect.mode = .standard(words)
            throw .invalid(redirect, "\(redirect.webOrigin) is not in the client's web_origins: --web-origin adds it")
        }
        redirect.type = try type(words, client, redirect)
        guard !redirect.type.hasIDToken || redirect.mode != .query else {
            redirect.mode = .fragment
            throw .invalid(redirect, "response_mode query is not allowed with response_type \(redirect.type.rawValue)")
        }
        // OpenID Connect Core §3.2.2.1 and §3.3.2.11: the nonce binds the token to the session of the client.
        guard !redirect.type.hasIDToken || redirect.nonce?.isEmpty == false else {
            throw .invalid(redirect, "Missing required parameter: nonce")
        }
        let scopes = (fields["scope"] ?? "").split(separator: " ")
        guard !redirect.type.hasIDToken || scopes.contains("openid") else {
            throw .invalid(redirect, "response_type \(redirect.type.rawValue) needs the scope openid")
        }
    }

    private func type(
        _ words: [Substring], _ client: Client, _ redirect: CodeRedirect
    ) throws(AuthorizationDefect) -> ResponseType {
        guard !words.isEmpty else {
            throw .invalid(redirect, "Missing required parameter: response_type")
        }
        guard let type = ResponseType(words: words) else {
            let names = ResponseType.allCases.map(\.rawValue).joined(separator: ", ")
            let reason =
                words.contains("token")
                ? "access tokens are not sent in authorization responses (RFC 9700 §2.1.2); use one of \(names)"
                : "response_type must be one of \(names)"
            throw .redirect(redirect, error: "unsupported_response_type", reason)
        }
        for (isUsed, grant) in [(type.hasCode, "authorization_code"), (type.hasIDToken, GrantType.implicit)]
        where isUsed && !client.allows(grant) {
            throw .refused(redirect, .grantNotAllowed(grant, client))
        }
        return type
    }
}
