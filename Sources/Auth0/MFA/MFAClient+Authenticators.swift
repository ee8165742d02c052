import HTTPMessages
public import RequestPipeline

extension MFAClient {
    /// Lists the second factors that the user of a login has enrolled.
    ///
    /// - Parameters:
    ///   - mfaToken: The token of the login's ``AuthenticationError/mfaRequiredErrorPayload``.
    ///   - factorsAllowed: The kinds to list, as ``MFARequirements/challenge`` names them; with none the request fails
    ///     before it is sent.
    /// - Returns: A request for the authenticators of those kinds.
    public func getAuthenticators(
        mfaToken: String, factorsAllowed: [String]
    ) -> Request<[Authenticator], MfaListAuthenticatorsError> {
        let decode = Decoders.decodable([Authenticator].self)
        return implementation.request(.get, "mfa/authenticators") { response throws(ResponseError) in
            try decode(response).filter { !$0.type.isEmpty && factorsAllowed.contains($0.type) }
        }
        .authorized(byMFAToken: mfaToken)
        .failing(factorsAllowed.isEmpty ? noFactors : nil)
    }
}

private let noFactors = MfaListAuthenticatorsError(
    info: ["error": "invalid_request", "error_description": "factorsAllowed must name at least one kind of factor"],
    statusCode: 0)

extension Request {
    /// The request of the user whose login the token remembers.
    func authorized(byMFAToken token: String) -> Self {
        let advice = "pass the mfaToken of the login's mfaRequiredErrorPayload"
        return headers(["Authorization": "Bearer \(token)"])
            .failing(token.isEmpty ? ConfigurationError(.missingToken, advice) : nil)
    }
}
