import ByteEncodings
public import RequestPipeline

extension MyAccountAuthenticationMethods {
    /// Lists the user's authentication methods.
    ///
    /// - Parameter type: Only methods of this type; `nil` asks for all.
    /// - Returns: A request for the methods; needs the scope `read:me:authentication_methods`.
    public func getAuthenticationMethods(
        type: AuthenticationMethodType?
    ) -> Request<[AuthenticationMethod], MyAccountError> {
        implementation.account.request(
            .get, "authentication-methods", decode: listed(AuthenticationMethods.self, \.authenticationMethods)
        )
        .fields(["type": type?.rawValue])
    }

    /// The same with the usual values of what is left out.
    public func getAuthenticationMethods(
        type: AuthenticationMethodType? = nil, _: Void = ()
    ) -> Request<[AuthenticationMethod], MyAccountError> {
        getAuthenticationMethods(type: type)
    }

    /// Reads one of the user's authentication methods.
    ///
    /// - Parameter id: The ID of the method.
    /// - Returns: A request for the method; needs the scope `read:me:authentication_methods`.
    public func getAuthenticationMethod(by id: String) -> Request<AuthenticationMethod, MyAccountError> {
        implementation.account.request(.get, path(id)).failing(pathSegmentProblem(id))
    }

    /// Changes one of the user's authentication methods; what is `nil` stays as it is.
    ///
    /// - Parameters:
    ///   - id: The ID of the method.
    ///   - name: A name for the user to know it by.
    ///   - preferredAuthenticationMethod: How codes reach a phone; for phones only.
    /// - Returns: A request for the changed method; needs the scope `update:me:authentication_methods`.
    public func updateAuthenticationMethod(
        by id: String, name: String?, preferredAuthenticationMethod: PreferredAuthenticationMethod?
    ) -> Request<AuthenticationMethod, MyAccountError> {
        implementation.account.request(.patch, path(id))
            .fields(["name": name, "preferred_authentication_method": preferredAuthenticationMethod?.rawValue])
            .failing(pathSegmentProblem(id))
    }

    /// The same with the usual values of what is left out.
    public func updateAuthenticationMethod(
        by id: String, name: String? = nil, preferredAuthenticationMethod: PreferredAuthenticationMethod? = nil,
        _: Void = ()
    ) -> Request<AuthenticationMethod, MyAccountError> {
        updateAuthenticationMethod(by: id, name: name, preferredAuthenticationMethod: preferredAuthenticationMethod)
    }

    /// Removes one of the user's authentication methods.
    ///
    /// - Parameter id: The ID of the method.
    /// - Returns: A request without a result; needs the scope `delete:me:authentication_methods`.
    public func deleteAuthenticationMethod(by id: String) -> Request<Void, MyAccountError> {
        implementation.account.request(.delete, path(id)).failing(pathSegmentProblem(id))
    }

    /// Lists the factors that the tenant offers.
    ///
    /// - Returns: A request for the factors; needs the scope `read:me:factors`.
    public func getFactors() -> Request<[Factor], MyAccountError> {
        implementation.account.request(.get, "factors", decode: listed(Factors.self, \.factors))
    }

    func path(_ id: String) -> String { "authentication-methods/" + PercentEncoding.encode(id) }
}

/// Reads a list out of the object it comes in.
private func listed<Envelope: Decodable & Sendable, Element: Sendable>(
    _ envelope: Envelope.Type, _ list: any KeyPath<Envelope, [Element]> & Sendable
) -> Request<[Element], MyAccountError>.Decode {
    let decode = Decoders.decodable(envelope)
    return { response throws(ResponseError) in try decode(response)[keyPath: list] }
}
