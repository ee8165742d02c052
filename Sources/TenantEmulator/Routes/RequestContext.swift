import ByteEncodings

/// A request that a route handles, with the values of this request only.
struct RequestContext: Sendable {
    let request: HTTPRequest
    /// The changes that a fault makes to the tokens for clients (ID tokens, signed user info) in the response.
    var tampering: TokenTampering?
    /// The changes that a fault makes to the parameters of a redirect to the client.
    var parameterChange: EmulatedTenant.ParameterChange?
    /// The values of the placeholders in the route's path, percent-decoded.
    var captured: [String: String] = [:]
    /// The thumbprint of the key that the request's DPoP proof was verified with; only the token endpoint sets it.
    var provenKey: String?

    /// The value of a placeholder in the route's path; empty for a name that the path does not have.
    subscript(_ name: String) -> String { captured[name] ?? "" }

    /// Parses the query; refuses a name that occurs twice.
    func query() throws(Refusal) -> [String: String] {
        guard let fields = try? FormEncoding.decode(request.query ?? "") else {
            throw .invalidRequest("Malformed or duplicate query parameters")
        }
        return Dictionary(uniqueKeysWithValues: fields.map { ($0.name, $0.value) })
    }

    /// Parses the query or, for a POST, the body; refuses a name that occurs twice.
    func fields() throws(Refusal) -> [String: String] {
        guard request.method == "POST" else { return try query() }
        return try Parameters(request).members.compactMapValues(\.string)
    }

    var language: Language { language(nil) }

    /// Selects the first supported language of a space-separated list, otherwise the language that the browser prefers.
    func language(_ locales: String?) -> Language {
        Language(locales: locales, acceptLanguage: request.header("accept-language"))
    }
}
