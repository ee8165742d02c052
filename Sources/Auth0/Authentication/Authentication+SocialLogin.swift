import ByteEncodings
import HTTPMessages
public import RequestPipeline

extension Authentication {
    /// Logs a user in with the authorization code that Sign in with Apple gave the program.
    ///
    /// - Parameters:
    ///   - authorizationCode: The code; good for five minutes and one exchange.
    ///   - fullName: The name that Apple tells at the first login only.
    ///   - profile: More for the user's profile; its `name` gives way to `fullName`.
    ///   - audience: The API the access token is for; `nil` asks for the tenant's default.
    ///   - scope: What the tokens may do; `openid` is added when it is missing.
    /// - Returns: A request for credentials.
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

    /// The same with the usual values of what is left out.
    public func login(
        appleAuthorizationCode authorizationCode: String, fullName: (any NamedPerson)? = nil,
        profile: [String: any Sendable]? = nil, audience: String? = nil, scope: String = defaultScope, _: Void = ()
    ) -> Request<Credentials, AuthenticationError> {
        login(
            appleAuthorizationCode: authorizationCode, fullName: fullName, profile: profile, audience: audience,
            scope: scope
        )
    }

    /// Logs a user in with the session info access token of Facebook's SDK.
    ///
    /// - Parameters:
    ///   - sessionAccessToken: The session info access token.
    ///   - profile: The user's profile, as Facebook told it.
    ///   - audience: The API the access token is for; `nil` asks for the tenant's default.
    ///   - scope: What the tokens may do; `openid` is added when it is missing.
    /// - Returns: A request for credentials.
    public func login(
        facebookSessionAccessToken sessionAccessToken: String, profile: [String: any Sendable], audience: String?,
        scope: String
    ) -> Request<Credentials, AuthenticationError> {
        customTokenExchange(
            subjectToken: sessionAccessToken,
            subjectTokenType: "http://auth0.com/oauth/token-type/facebook-info-session-access-token",
            audience: audience, scope: scope
        )
        .field("user_profile", jsonText: profile)
    }

    /// The same with the usual values of what is left out.
    public func login(
        facebookSessionAccessToken sessionAccessToken: String, profile: [String: any Sendable],
        audience: String? = nil, scope: String = defaultScope, _: Void = ()
    ) -> Request<Credentials, AuthenticationError> {
        login(facebookSessionAccessToken: sessionAccessToken, profile: profile, audience: audience, scope: scope)
    }

    /// The name as the service wants it; `nil` when nothing is known of it.
    private static func name(of person: any NamedPerson) -> [String: any Sendable]? {
        let parts = ["firstName": person.givenName, "lastName": person.familyName].compactMapValues(\.self)
        return parts.isEmpty ? nil : ["name": parts]
    }
}

extension Request {
    /// Sets a field to a text that is an object in JSON; one that JSON cannot say makes the request fail before it is
    /// sent.
    fileprivate func field(_ name: String, jsonText object: [String: any Sendable]) -> Self {
        do throws(JSONError) {
            var writer = JSONWriter()
            writer.write(try JSONValue(freeForm: object))
            return fields([name: String(decoding: writer.bytes, as: UTF8.self)])
        } catch {
            let detail = "the profile holds a value of a type that JSON does not have"
            return failing(TransportError(.invalidArgument, detail: detail, cause: error))
        }
    }
}
