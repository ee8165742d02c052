import ByteEncodings
public import RequestPipeline

extension MyAccountAuthenticationMethods {
    /// The default implementation, which sends the request.
    public func getAuthenticationMethods(
        type: AuthenticationMethodType?
    ) -> Request<[AuthenticationMethod], MyAccountError> {
        implementation().request(
            .get, "authentication-methods", decode: listed(AuthenticationMethods.self, \.authenticationMethods)
        )
        .fields(["type": type?.rawValue])
    }

    /// Lists the user's authentication methods, with `GET /me/v1/authentication-methods`.
    ///
    /// <!-- swift: let methods = try await accountMethods("create", "read")
    /// let phone = try await methods.enrolledPhone("+15550100701") -->
    ///
    /// ```swift
    /// let phones = try await methods.getAuthenticationMethods(type: .phone).start()
    /// print(phones.contains { $0.id == phone.id })
    /// // prints true
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type of the methods to list. Defaults to `nil`, which lists all.
    ///   - _: Not used; it distinguishes this overload from the protocol requirement.
    /// - Returns: A request for the authentication methods; it needs the scope `read:me:authentication_methods`.
    public func getAuthenticationMethods(
        type: AuthenticationMethodType? = nil, _: Void = ()
    ) -> Request<[AuthenticationMethod], MyAccountError> {
        getAuthenticationMethods(type: type)
    }

    /// The default implementation, which sends the request.
    public func getAuthenticationMethod(by id: String) -> Request<AuthenticationMethod, MyAccountError> {
        implementation().request(.get, path(id)).failing(pathSegmentProblem(id))
    }

    /// The default implementation, which sends the request.
    public func updateAuthenticationMethod(
        by id: String, name: String?, preferredAuthenticationMethod: PreferredAuthenticationMethod?
    ) -> Request<AuthenticationMethod, MyAccountError> {
        implementation().request(.patch, path(id))
            .fields(["name": name, "preferred_authentication_method": preferredAuthenticationMethod?.rawValue])
            .failing(pathSegmentProblem(id))
    }

    /// Changes one of the user's authentication methods, with `PATCH /me/v1/authentication-methods/<id>`.
    ///
    /// <!-- swift: let methods = try await accountMethods("create", "update")
    /// let phone = try await methods.enrolledPhone("+15550100703") -->
    ///
    /// ```swift
    /// let method = try await methods
    ///     .updateAuthenticationMethod(by: phone.id, preferredAuthenticationMethod: .voice)
    ///     .start()
    /// print(method.id == phone.id)
    /// // prints true
    /// ```
    ///
    /// - Parameters:
    ///   - id: The ID of the authentication method.
    ///   - name: The name that the user knows the method by. Defaults to `nil`, which leaves it unchanged.
    ///   - preferredAuthenticationMethod: The channel of codes, for phones only. Defaults to `nil`, which leaves it
    ///     unchanged.
    ///   - _: Not used; it distinguishes this overload from the protocol requirement.
    /// - Returns: A request for the changed method; it needs the scope `update:me:authentication_methods`.
    public func updateAuthenticationMethod(
        by id: String, name: String? = nil, preferredAuthenticationMethod: PreferredAuthenticationMethod? = nil,
        _: Void = ()
    ) -> Request<AuthenticationMethod, MyAccountError> {
        updateAuthenticationMethod(by: id, name: name, preferredAuthenticationMethod: preferredAuthenticationMethod)
    }

    /// The default implementation, which sends the request.
    public func deleteAuthenticationMethod(by id: String) -> Request<Void, MyAccountError> {
        implementation().request(.delete, path(id)).failing(pathSegmentProblem(id))
    }

    /// The default implementation, which sends the request.
    public func getFactors() -> Request<[Factor], MyAccountError> {
        implementation().request(.get, "factors", decode: listed(Factors.self, \.factors))
    }

    /// Returns the path of an authentication method, with its ID percent-encoded.
    func path(_ id: String) -> String { "authentication-methods/" + PercentEncoding.encode(id) }
}

/// Returns a decoder for a list that the response wraps in an object.
private func listed<Envelope: Decodable & Sendable, Element: Sendable>(
    _ envelope: Envelope.Type, _ list: any KeyPath<Envelope, [Element]> & Sendable
) -> Request<[Element], MyAccountError>.Decode {
    let decode = Decoders.decodable(envelope)
    return { response throws(ResponseError) in try decode(response)[keyPath: list] }
}
