import ByteEncodings
import HTTPMessages
public import RequestPipeline

extension Authentication {
    /// The default implementation, which sends the request.
    public func login(
        appleAuthorizationCode authorizationCode: String, fullName: (any NamedPerson)?,
        profile: [String: any Sendable]?, audience: String?, scope: String
    ) -> Request<Credentials, AuthenticationError> {
        let named = (profile ?? [:]).merging(fullName.flatMap(Self.name(of:)) ?? [:]) { $1 }
        let request = customTokenExchange(
            subjectToken: authorizationCode, subjectTokenType: "http://auth0.com/oauth/token-type/apple-authz-code",
            audience: audience, scope: scope)
        return named.isEmpty ? request : request.field("user_profile", jsonText: named)
    }

    /// Logs a user in with the authorization code from Sign in with Apple.
    ///
    /// Calls `POST /oauth/token` with the grant type `urn:ietf:params:oauth:grant-type:token-exchange`. A profile with
    /// a value that JSON cannot represent makes the request fail before it is sent.
    ///
    /// <!-- swift: let code = "code-of-apple"
    /// try exampleTenant.accept(subjectToken: code, type: "http://auth0.com/oauth/token-type/apple-authz-code",
    /// for: "john@example.com") -->
    ///
    /// ```swift
    /// let credentials = try await Auth0.authentication()
    ///     .login(appleAuthorizationCode: code, fullName: PersonName(givenName: "John"))
    ///     .start()
    /// print(credentials.tokenType)
    /// // prints Bearer
    /// ```
    ///
    /// - Parameters:
    ///   - authorizationCode: The code; valid for five minutes, and for one exchange.
    ///   - fullName: The user's name, which Apple provides at the first login only. Defaults to `nil`, which leaves it
    ///     out.
    ///   - profile: Other members of the user's profile; `fullName` replaces its `name`. Defaults to `nil`, which adds
    ///     none.
    ///   - audience: The identifier of the API that the access token is for. Defaults to `nil`, the tenant's default.
    ///   - scope: The scopes, separated by spaces; `openid` is added when it is missing. Defaults to ``defaultScope``.
    ///   - _: Not used; it distinguishes this overload from the protocol requirement.
    /// - Returns: A request for credentials; nothing is sent before it is started.
    public func login(
        appleAuthorizationCode authorizationCode: String, fullName: (any NamedPerson)? = nil,
        profile: [String: any Sendable]? = nil, audience: String? = nil, scope: String = defaultScope, _: Void = ()
    ) -> Request<Credentials, AuthenticationError> {
        login(
            appleAuthorizationCode: authorizationCode, fullName: fullName, profile: profile, audience: audience,
            scope: scope
        )
    }

    /// The default implementation, which sends the request.
    public func login(
        facebookSessionAccessToken sessionAccessToken: String, profile: [String: any Sendable], audience: String?,
        scope: String
    ) -> Request<Credentials, AuthenticationError> {
        login(
            facebookSessionAccessToken: sessionAccessToken, profile: profile as [String: Any], audience: audience,
            scope: scope)
    }

    /// The default implementation, which sends the request.
    public func login(
        facebookSessionAccessToken sessionAccessToken: String, profile: [String: Any], audience: String?, scope: String
    ) -> Request<Credentials, AuthenticationError> {
        customTokenExchange(
            subjectToken: sessionAccessToken,
            subjectTokenType: "http://auth0.com/oauth/token-type/facebook-info-session-access-token",
            audience: audience, scope: scope
        )
        .field("user_profile", jsonText: profile)
    }

    /// Logs a user in with a session info access token from the Facebook SDK.
    ///
    /// <!-- swift: let token = "token-of-facebook"
    /// try exampleTenant.accept(
    /// subjectToken: token, type: "http://auth0.com/oauth/token-type/facebook-info-session-access-token",
    /// for: "john@example.com") -->
    ///
    /// ```swift
    /// let credentials = try await Auth0.authentication()
    ///     .login(facebookSessionAccessToken: token, profile: ["name": "John Doe"])
    ///     .start()
    /// print(credentials.tokenType)
    /// // prints Bearer
    /// ```
    ///
    /// `profile` is the user's profile, as Facebook returned it. For the others see the function for Sign in with
    /// Apple, whose parameters are the same.
    public func login(
        facebookSessionAccessToken sessionAccessToken: String, profile: [String: any Sendable],
        audience: String? = nil, scope: String = defaultScope, _: Void = ()
    ) -> Request<Credentials, AuthenticationError> {
        login(facebookSessionAccessToken: sessionAccessToken, profile: profile, audience: audience, scope: scope)
    }

    /// Returns the name in the form that the API expects, or `nil` when neither part is known.
    private static func name(of person: any NamedPerson) -> [String: any Sendable]? {
        let parts = ["firstName": person.givenName, "lastName": person.familyName].compactMapValues(\.self)
        return parts.isEmpty ? nil : ["name": parts]
    }
}

extension Request {
    /// Sets a field to a text that holds an object as JSON.
    ///
    /// An object that JSON cannot represent makes the request fail before it is sent.
    fileprivate func field(_ name: String, jsonText object: [String: Any]) -> Self {
        do throws(JSONError) {
            return fields([name: try JSONValue(freeForm: object).encodedText])
        } catch {
            let detail = "the profile holds a value of a type that JSON does not have"
            return failing(TransportError(.invalidArgument, detail: detail, cause: error))
        }
    }
}

/// A type that holds a person's given name and family name.
///
/// Foundation's `PersonNameComponents` meets the requirements. This module does not import full Foundation, so declare
/// the conformance in your program: `extension PersonNameComponents: @retroactive NamedPerson {}`.
public protocol NamedPerson: Sendable {
    /// The given name; `nil` when it is unknown.
    var givenName: String? { get }
    /// The family name; `nil` when it is unknown.
    var familyName: String? { get }
}

/// A person's given name and family name, for programs that do not import full Foundation.
public struct PersonName: NamedPerson, Hashable {
    /// The given name; `nil` when it is unknown.
    public let givenName: String?
    /// The family name; `nil` when it is unknown.
    public let familyName: String?

    /// Creates a name: the memberwise initializer, whose parameters are the same as the properties.
    public init(givenName: String? = nil, familyName: String? = nil) {
        self.givenName = givenName
        self.familyName = familyName
    }
}
