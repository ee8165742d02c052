public import RequestPipeline

extension Request where Failure == OpenIDError {
    /// Requests fine-grained permissions, for token requests and device authorization requests.
    ///
    /// After a login that requested permissions, a token request may request a part of them.
    ///
    /// - Parameter details: The permissions, which replace earlier ones; none removes them.
    /// - Returns: A changed copy.
    /// - SeeAlso: [RFC 9396 §6](https://www.rfc-editor.org/rfc/rfc9396#section-6)
    public func authorizationDetails(_ details: [AuthorizationDetail]) -> Self {
        field("authorization_details", repeating: details.isEmpty ? [] : [details.parameter])
    }
}
