public import FoundationEssentials
import OpenID
public import RequestPipeline

/// A client of the Authentication API: logins, tokens and user profiles.
///
/// Create a client with ``authentication(clientId:domain:session:)``. A client is a value that you can store, copy, and
/// use from any thread. Each method describes a request; nothing is sent before the request is started. A failed
/// request delivers an ``AuthenticationError``.
///
/// A test double conforms to this protocol and implements the methods that the test calls, each with all of its
/// parameters, and returns `Request(result:)`. The methods that it leaves out fail with
/// ``ConfigurationError/Code/notImplemented`` and send nothing.
@preconcurrency
public protocol Authentication: SenderConstraining, Trackable, Loggable, Sendable {
    /// The client ID of the application; empty when no configuration was found.
    var clientId: String { get }
    /// The base URL of the tenant; `file:///` when the domain is invalid, so that every request fails.
    var url: URL { get }

    /// Logs a user in with a user name and a password against a connection, as
    /// the overload with default arguments, whose parameters are the same.
    func login(
        usernameOrEmail username: String, password: String, realmOrConnection realm: String, audience: String?,
        scope: String
    ) -> Request<Credentials, AuthenticationError>

    /// Logs a user in with a user name and a password against the tenant's default directory, as
    /// the overload with default arguments, whose parameters are the same.
    func loginDefaultDirectory(
        withUsername username: String, password: String, audience: String?, scope: String
    ) -> Request<Credentials, AuthenticationError>

    /// Creates a user in a database connection without logging the user in, as
    /// the overload with default arguments, whose parameters are the same.
    func signup(
        email: String, username: String?, password: String, connection: String, userMetadata: [String: any Sendable]?,
        rootAttributes: [String: any Sendable]?
    ) -> Request<DatabaseUser, AuthenticationError>

    /// Creates a user, for test doubles with the signature of Auth0.swift, which has values of `Any`.
    /// They are reached by the call above, whose parameters are the same.
    func signup(
        email: String, username: String?, password: String, connection: String, userMetadata: [String: Any]?,
        rootAttributes: [String: Any]?
    ) -> Request<DatabaseUser, AuthenticationError>

    /// Sends a user the email for changing a forgotten password, as
    /// ``resetPassword(email:connection:organization:)``, whose parameters are the same.
    func resetPassword(email: String, connection: String) -> Request<Void, AuthenticationError>

    /// Sends a user the email for changing a forgotten password, with an organization's branding.
    ///
    /// Calls `POST /dbconnections/change_password`. The server response is the same whether the address is known or
    /// not.
    ///
    /// ```swift
    /// try await Auth0.authentication()
    ///     .resetPassword(email: "john@example.com", connection: "Username-Password-Authentication")
    ///     .start()
    /// print("A mail with a link is on its way, if the address is known")
    /// // prints A mail with a link is on its way, if the address is known
    /// ```
    ///
    /// - Parameters:
    ///   - email: The user's email address.
    ///   - connection: The name of the database connection.
    ///   - organization: The ID of the organization for the branding of the email; `nil` uses the tenant's.
    /// - Returns: A request without a value; nothing is sent before it is started.
    func resetPassword(email: String, connection: String, organization: String?) -> Request<Void, AuthenticationError>

    /// Sends a one-time code or a link by email, which starts a passwordless login, as
    /// the overload with default arguments, whose parameters are the same.
    func startPasswordless(
        email: String, type: PasswordlessType, connection: String
    ) -> Request<Void, AuthenticationError>

    /// Sends a one-time code or a link by text message, which starts a passwordless login, as
    /// the overload with default arguments, whose parameters are the same.
    func startPasswordless(
        phoneNumber: String, type: PasswordlessType, connection: String
    ) -> Request<Void, AuthenticationError>

    /// Logs a user in with the one-time code received by email, as
    /// the overload with default arguments, whose parameters are the same.
    func login(
        email: String, code: String, audience: String?, scope: String
    ) -> Request<Credentials, AuthenticationError>

    /// Logs a user in with the one-time code received by text message, as
    /// the overload with default arguments, whose parameters are the same.
    func login(
        phoneNumber: String, code: String, audience: String?, scope: String
    ) -> Request<Credentials, AuthenticationError>

    /// Sends a one-time code by email to a user of a database connection, as
    /// the overload with default arguments, whose parameters are the same.
    func passwordlessChallenge(
        email: String, connection: String, allowSignup: Bool
    ) -> Request<PasswordlessChallenge, AuthenticationError>

    /// Sends a one-time code by phone to a user of a database connection, as
    /// the overload with default arguments, whose parameters are the same.
    func passwordlessChallenge(
        phoneNumber: String, connection: String, deliveryMethod: DeliveryMethod, allowSignup: Bool
    ) -> Request<PasswordlessChallenge, AuthenticationError>

    /// Logs a user of a database connection in with a one-time code received by email or phone, as
    /// the overload with default arguments, whose parameters are the same.
    func login(
        otp: String, challenge: PasswordlessChallenge, audience: String?, scope: String
    ) -> Request<Credentials, AuthenticationError>

    /// Fetches the profile of the user that an access token of the type `Bearer` belongs to, with `GET /userinfo`.
    ///
    /// <!-- swift: let credentials = try await loggedIn() -->
    ///
    /// ```swift
    /// let profile = try await Auth0.authentication()
    ///     .userInfo(withAccessToken: credentials.accessToken)
    ///     .start()
    /// print(profile.name ?? profile.sub)
    /// // prints John Appleseed
    /// ```
    ///
    /// - Parameter accessToken: The access token of a login with the scope `openid`.
    /// - Returns: A request for the profile; nothing is sent before it is started.
    /// - SeeAlso: [OpenID Connect Core §5.3](https://openid.net/specs/openid-connect-core-1_0.html#UserInfo)
    func userInfo(withAccessToken accessToken: String) -> Request<UserInfo, AuthenticationError>

    /// Fetches the profile of the user that an access token belongs to, with `GET /userinfo`.
    ///
    /// - Parameters:
    ///   - accessToken: The access token of a login with the scope `openid`.
    ///   - tokenType: The type of the token, such as `Bearer` or `DPoP`, as the token endpoint returned it.
    /// - Returns: A request for the profile; nothing is sent before it is started.
    /// - SeeAlso: [OpenID Connect Core §5.3](https://openid.net/specs/openid-connect-core-1_0.html#UserInfo)
    func userInfo(withAccessToken accessToken: String, tokenType: String) -> Request<UserInfo, AuthenticationError>

    /// Completes a login with the one-time code of an authenticator application.
    ///
    /// Calls `POST /oauth/token` with the grant type `http://auth0.com/oauth/grant-type/mfa-otp`. The request fails
    /// with ``AuthenticationError/isMultifactorCodeInvalid`` when the code is wrong, and with
    /// ``AuthenticationError/isMultifactorTokenInvalid`` when `mfaToken` is invalid or has expired.
    ///
    /// <!-- swift: let mfaToken = try await secondFactorToken() -->
    ///
    /// ```swift
    /// do {
    ///     _ = try await Auth0.authentication().login(withOTP: "000000", mfaToken: mfaToken).start()
    /// } catch let error as AuthenticationError where error.isMultifactorCodeInvalid {
    ///     print("Enter the code again")
    /// }
    /// // prints Enter the code again
    /// ```
    ///
    /// - Parameters:
    ///   - otp: The code that the user entered.
    ///   - mfaToken: The token of the login's ``AuthenticationError/mfaRequiredErrorPayload``.
    /// - Returns: A request for credentials; nothing is sent before it is started.
    func login(withOTP otp: String, mfaToken: String) -> Request<Credentials, AuthenticationError>

    /// Completes a login with a code sent to the user, or with the user's approval on a phone, as
    /// the overload with default arguments, whose parameters are the same.
    func login(
        withOOBCode oobCode: String, mfaToken: String, bindingCode: String?
    ) -> Request<Credentials, AuthenticationError>

    /// Completes a login with a recovery code.
    ///
    /// Calls `POST /oauth/token` with the grant type `http://auth0.com/oauth/grant-type/mfa-recovery-code`. A recovery
    /// code replaces a second factor that the user has lost.
    ///
    /// <!-- swift: let mfaToken = try await secondFactorToken() -->
    ///
    /// ```swift
    /// do {
    ///     _ = try await Auth0.authentication().login(withRecoveryCode: "WRONG", mfaToken: mfaToken).start()
    /// } catch let error as AuthenticationError where error.code == "invalid_grant" {
    ///     print("Enter the recovery code again")
    /// }
    /// // prints Enter the recovery code again
    /// ```
    ///
    /// - Parameters:
    ///   - recoveryCode: The recovery code; the server accepts it once.
    ///   - mfaToken: The token of the login's ``AuthenticationError/mfaRequiredErrorPayload``.
    /// - Returns: A request for credentials; show their next recovery code, ``OpenID/Credentials/recoveryCode``, to the
    ///   user.
    func login(withRecoveryCode recoveryCode: String, mfaToken: String) -> Request<Credentials, AuthenticationError>

    /// Sends a code or an approval prompt to the user of a login that needs a second factor, as
    /// the overload with default arguments, whose parameters are the same.
    func multifactorChallenge(
        mfaToken: String, types: [String]?, authenticatorId: String?
    ) -> Request<Challenge, AuthenticationError>

    /// Logs a user in with the authorization code from Sign in with Apple, as
    /// the overload with default arguments, whose parameters are the same.
    func login(
        appleAuthorizationCode authorizationCode: String, fullName: (any NamedPerson)?,
        profile: [String: any Sendable]?, audience: String?, scope: String
    ) -> Request<Credentials, AuthenticationError>

    /// Logs a user in with a session info access token from the Facebook SDK, as
    /// the overload with default arguments, whose parameters are the same.
    func login(
        facebookSessionAccessToken sessionAccessToken: String, profile: [String: any Sendable], audience: String?,
        scope: String
    ) -> Request<Credentials, AuthenticationError>

    /// Logs a user in by Facebook, for test doubles with the signature of Auth0.swift, which has values of `Any`.
    /// They are reached by the call above, whose parameters are the same.
    func login(
        facebookSessionAccessToken sessionAccessToken: String, profile: [String: Any], audience: String?, scope: String
    ) -> Request<Credentials, AuthenticationError>

    /// Exchanges a token of another issuer for credentials, as
    /// the overload with default arguments, whose parameters are the same.
    func customTokenExchange(
        subjectToken: String, subjectTokenType: String, audience: String?, scope: String, organization: String?,
        parameters: [String: any Sendable]
    ) -> Request<Credentials, AuthenticationError>

    /// Exchanges a token, for test doubles with the signature of Auth0.swift, which has values of `Any`.
    /// They are reached by the call above, whose parameters are the same.
    func customTokenExchange(
        subjectToken: String, subjectTokenType: String, audience: String?, scope: String, organization: String?,
        parameters: [String: Any]
    ) -> Request<Credentials, AuthenticationError>

    /// Exchanges a token of another issuer for credentials, on behalf of its user, as
    /// the overload with default arguments, whose parameters are the same.
    func customTokenExchange(
        subjectToken: String, subjectTokenType: String, audience: String?, scope: String, organization: String?,
        actorToken: ActorToken?, parameters: [String: any Sendable]
    ) -> Request<Credentials, AuthenticationError>

    /// Exchanges the authorization code of a browser login for credentials.
    ///
    /// Calls `POST /oauth/token` with the grant type `authorization_code`.
    ///
    /// <!-- swift: import OpenID
    /// let pkce = try PKCE()
    /// let redirectURI = "http://127.0.0.1:8484/callback"
    /// let code = try exampleTenant.issueAuthorizationCode(
    /// for: "john@example.com", codeChallenge: pkce.challenge, redirectURI: redirectURI) -->
    ///
    /// ```swift
    /// let credentials = try await Auth0.authentication()
    ///     .codeExchange(withCode: code, codeVerifier: pkce.verifier, redirectURI: redirectURI)
    ///     .start()
    /// print(credentials.tokenType)
    /// // prints Bearer
    /// ```
    ///
    /// - Parameters:
    ///   - code: The authorization code.
    ///   - codeVerifier: The PKCE code verifier of the authorization request.
    ///   - redirectURI: The redirect URI of the authorization request.
    /// - Returns: A request for credentials; nothing is sent before it is started.
    /// - SeeAlso: [RFC 6749 §4.1.3](https://www.rfc-editor.org/rfc/rfc6749#section-4.1.3),
    ///   [RFC 7636 §4.5](https://www.rfc-editor.org/rfc/rfc7636#section-4.5)
    func codeExchange(
        withCode code: String, codeVerifier: String, redirectURI: String
    ) -> Request<Credentials, AuthenticationError>

    /// Renews credentials with a refresh token, as
    /// the overload with default arguments, whose parameters are the same.
    func renew(
        withRefreshToken refreshToken: String, audience: String?, scope: String?
    ) -> Request<Credentials, AuthenticationError>

    /// Exchanges a refresh token for a session transfer token, which continues the session on a website, as
    /// the overload for an optional refresh token, whose parameters are the same.
    func ssoExchange(withRefreshToken refreshToken: String) -> Request<SSOCredentials, AuthenticationError>

    /// Revokes a refresh token and the grant that it belongs to, with `POST /oauth/revoke`.
    ///
    /// <!-- swift: let credentials = try await loggedIn() -->
    ///
    /// ```swift
    /// let authentication = Auth0.authentication()
    /// let token = credentials.refreshToken ?? ""
    /// try await authentication.revoke(refreshToken: token).start()
    /// do {
    ///     _ = try await authentication.renew(withRefreshToken: token).start()
    /// } catch let error as AuthenticationError where error.isInvalidRefreshToken {
    ///     print("log in again")
    /// }
    /// // prints log in again
    /// ```
    ///
    /// - Parameter refreshToken: The refresh token.
    /// - Returns: A request without a value; nothing is sent before it is started.
    /// - SeeAlso: [RFC 7009](https://www.rfc-editor.org/rfc/rfc7009)
    func revoke(refreshToken: String) -> Request<Void, AuthenticationError>

    /// Fetches the public keys that verify the signatures of the tenant's tokens, with `GET /.well-known/jwks.json`.
    ///
    /// ```swift
    /// let keySet = try await Auth0.authentication().jwks().start()
    /// print(keySet.keys.isEmpty)
    /// // prints false
    /// ```
    ///
    /// - Returns: A request for the key set; nothing is sent before it is started.
    /// - SeeAlso: [RFC 7517 §5](https://www.rfc-editor.org/rfc/rfc7517#section-5)
    func jwks() -> Request<JWKS, AuthenticationError>

    /// Requests a challenge for logging in with a passkey, as
    /// the overload with default arguments, whose parameters are the same.
    func passkeyLoginChallenge(
        connection: String?, organization: String?
    ) -> Request<PasskeyLoginChallenge, AuthenticationError>

    /// Logs a user in with a passkey, as
    /// the overload with default arguments, whose parameters are the same.
    func login(
        passkey: any LoginPasskey, challenge: PasskeyLoginChallenge, connection: String?, audience: String?,
        scope: String, organization: String?
    ) -> Request<Credentials, AuthenticationError>

    /// Requests a challenge for signing a user up with a new passkey, as
    /// the overload with default arguments, whose parameters are the same.
    func passkeySignupChallenge(
        email: String?, phoneNumber: String?, username: String?, name: String?, givenName: String?,
        familyName: String?, nickname: String?, picture: String?, userMetadata: [String: String]?, connection: String?,
        organization: String?
    ) -> Request<PasskeySignupChallenge, AuthenticationError>

    /// Signs a user up with a new passkey and logs the user in, as
    /// the overload with default arguments, whose parameters are the same.
    func login(
        passkey: any SignupPasskey, challenge: PasskeySignupChallenge, connection: String?, audience: String?,
        scope: String, organization: String?
    ) -> Request<Credentials, AuthenticationError>
}
