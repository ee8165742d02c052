public import FoundationEssentials
import Encodings
public import Pipeline

/// The part of the My Account API about how a user logs in.
public struct MyAccountAuthenticationMethods: Sendable, Trackable, Loggable, SenderConstraining {
    var account: MyAccount

    init(account: MyAccount) { self.account = account }

    /// The access token of every request.
    public var token: String { account.token }
    /// The base URL of the API.
    public var url: URL { account.url }

    /// How the client names the SDK to the server.
    public var telemetry: Telemetry {
        get { account.telemetry }
        set { account.telemetry = newValue }
    }

    /// Who is told what the client sends and receives; nobody by default.
    public var logger: (any Logger)? {
        get { account.logger }
        set { account.logger = newValue }
    }

    /// The key that requests are bound to; none by default.
    public var dpop: DPoP? {
        get { account.dpop }
        set { account.dpop = newValue }
    }

    /// Lists the user's authentication methods.
    ///
    /// - Parameter type: Only methods of this type; `nil` asks for all.
    /// - Returns: A request for the methods; needs the scope `read:me:authentication_methods`.
    public func getAuthenticationMethods(
        type: AuthenticationMethodType? = nil
    ) -> Request<[AuthenticationMethod], MyAccountError> {
        account.request(
            .get, "authentication-methods", decode: listed(AuthenticationMethods.self, \.authenticationMethods)
        )
        .fields(["type": type?.rawValue])
    }

    /// Reads one of the user's authentication methods.
    ///
    /// - Parameter id: The ID of the method.
    /// - Returns: A request for the method; needs the scope `read:me:authentication_methods`.
    public func getAuthenticationMethod(by id: String) -> Request<AuthenticationMethod, MyAccountError> {
        account.request(.get, path(id)).failing(pathSegmentProblem(id))
    }

    /// Changes one of the user's authentication methods; what is `nil` stays as it is.
    ///
    /// - Parameters:
    ///   - id: The ID of the method.
    ///   - name: A name for the user to know it by.
    ///   - preferredAuthenticationMethod: How codes reach a phone; for phones only.
    /// - Returns: A request for the changed method; needs the scope `update:me:authentication_methods`.
    public func updateAuthenticationMethod(
        by id: String, name: String? = nil, preferredAuthenticationMethod: PreferredAuthenticationMethod? = nil
    ) -> Request<AuthenticationMethod, MyAccountError> {
        account.request(.patch, path(id))
            .fields(["name": name, "preferred_authentication_method": preferredAuthenticationMethod?.rawValue])
            .failing(pathSegmentProblem(id))
    }

    /// Removes one of the user's authentication methods.
    ///
    /// - Parameter id: The ID of the method.
    /// - Returns: A request without a result; needs the scope `delete:me:authentication_methods`.
    public func deleteAuthenticationMethod(by id: String) -> Request<Void, MyAccountError> {
        account.request(.delete, path(id)).failing(pathSegmentProblem(id))
    }

    /// Lists the factors that the tenant offers.
    ///
    /// - Returns: A request for the factors; needs the scope `read:me:factors`.
    public func getFactors() -> Request<[Factor], MyAccountError> {
        account.request(.get, "factors", decode: listed(Factors.self, \.factors))
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
