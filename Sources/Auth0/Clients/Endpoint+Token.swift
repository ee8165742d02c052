import HTTPMessages
import RequestPipeline

extension Endpoint {
    /// Returns the endpoint with an access token; its requests fail when the token is empty.
    ///
    /// - SeeAlso: [RFC 6750 §2.1](https://www.rfc-editor.org/rfc/rfc6750#section-2.1)
    func authorized(by token: String, as type: String = "Bearer") -> Endpoint {
        var copy = self
        copy.setHeader("Authorization", "\(type) \(token)")
        if token.isEmpty { copy.fail(ConfigurationError(.missingToken, "pass the access token of the API")) }
        return copy
    }
}

extension Request {
    /// Returns a copy of the request with a token; the request fails with the advice when the token is empty.
    func authorized(by token: String, as type: String = "Bearer", orElse advice: String) -> Self {
        headers(["Authorization": "\(type) \(token)"])
            .failing(token.isEmpty ? ConfigurationError(.missingToken, advice) : nil)
    }
}

/// Returns the reason why a text cannot be a path segment: an empty segment and dot segments name another path (RFC
/// 3986 §5.2.4), and no ID has a line break.
func pathSegmentProblem(_ text: String) -> TransportError? {
    if ["", ".", ".."].contains(text) {
        return TransportError(.invalidArgument, detail: "an ID is empty or a dot segment")
    }
    return lineProblem("an ID", text)
}

/// Returns the reason why a text cannot be a member of an object parameter: no identifier and no name has a line break.
func lineProblem(_ subject: String, _ text: String?) -> TransportError? {
    guard let text, text.utf8.contains(where: { $0 == 0x0D || $0 == 0x0A || $0 == 0 }) else { return nil }
    return TransportError(.invalidArgument, detail: "\(subject) has a line break or a NUL in it")
}
