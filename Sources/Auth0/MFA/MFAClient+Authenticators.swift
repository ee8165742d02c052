import HTTPMessages
public import RequestPipeline

extension MFAClient {
    /// Lists the second factors that the user of a login has enrolled.
    ///
    /// Calls `GET /mfa/authenticators` and keeps the authenticators with an ``Authenticator/type`` in `factorsAllowed`.
    /// A missing type is derived from ``Authenticator/authenticatorType`` and ``Authenticator/oobChannel``. The request
    /// fails with an ``MfaListAuthenticatorsError``.
    ///
    /// ```swift
    /// do {
    ///     _ = try await Auth0.authentication()
    ///         .login(
    ///             usernameOrEmail: "mfa@example.com", password: "Sesame-2026!",
    ///             realmOrConnection: "Username-Password-Authentication"
    ///         )
    ///         .start()
    /// } catch let error as AuthenticationError where error.isMultifactorRequired {
    ///     let token = error.mfaRequiredErrorPayload?.mfaToken ?? ""
    ///     let authenticators = try await Auth0.mfa()
    ///         .getAuthenticators(mfaToken: token, factorsAllowed: ["otp"])
    ///         .start()
    ///     print(authenticators.map(\.authenticatorType))
    /// }
    /// // prints ["otp"]
    /// ```
    ///
    /// - Parameters:
    ///   - mfaToken: The token of the login's ``AuthenticationError/mfaRequiredErrorPayload``.
    ///   - factorsAllowed: The types to list, as ``MFARequirements/challenge`` names them; an empty array makes the
    ///     request fail without being sent.
    /// - Returns: A request for the authenticators of those types; nothing is sent before it is
    ///   started.
    public func getAuthenticators(
        mfaToken: String, factorsAllowed: [String]
    ) -> Request<[Authenticator], MfaListAuthenticatorsError> {
        let decode = Decoders.decodable([Authenticator].self)
        return implementation().request(.get, "mfa/authenticators") { response throws(ResponseError) in
            try decode(response).filter { factorsAllowed.contains($0.factor) }
        }
        .authorized(byMFAToken: mfaToken)
        .failing(factorsAllowed.isEmpty ? noFactors : nil)
    }
}

private let noFactors = MfaListAuthenticatorsError(
    info: ["error": "invalid_request", "error_description": "factorsAllowed must name at least one kind of factor"],
    statusCode: 0)

extension Request {
    /// Returns a copy of the request with an MFA token as its bearer token; the request fails when the token is empty.
    func authorized(byMFAToken token: String) -> Self {
        authorized(by: token, orElse: "pass the mfaToken of the login's mfaRequiredErrorPayload")
    }
}
