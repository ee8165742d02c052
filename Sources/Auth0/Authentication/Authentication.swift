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

    /// Logs a user in with a user name and a password against a connection.
    ///
    /// - Parameters:
    ///   - username: The user name or the email address.
    ///   - password: The password.
    ///   - realm: The name of the realm or connection that holds the user.
    ///   - audience: The API that the access token is for; `nil` asks for the tenant's default API.
    ///   - scope: The scopes to request, separated by spaces; `openid` is added when it is missing.
    /// - Returns: A request for credentials, `POST /oauth/token`.
    func login(
        usernameOrEmail username: String, password: String, realmOrConnection realm: String, audience: String?,
        scope: String
    ) -> Request<Credentials, AuthenticationError>

    /// Logs a user in with a user name and a password against the tenant's default directory.
    ///
    /// - Parameters:
    ///   - username: The user name or the email address.
    ///   - password: The password.
    ///   - audience: The API that the access token is for; `nil` asks for the tenant's default API.
    ///   - scope: The scopes to request, separated by spaces; `openid` is added when it is missing.
    /// - Returns: A request for credentials, `POST /oauth/token`.
    func loginDefaultDirectory(
        withUsername username: String, password: String, audience: String?, scope: String
    ) -> Request<Credentials, AuthenticationError>

    /// Creates a user in a database connection without logging the user in.
    ///
    /// - Parameters:
    ///   - email: The user's email address.
    ///   - username: The user name, for a connection that requires one; `nil` leaves it out.
    ///   - password: The password.
    ///   - connection: The name of the database connection.
    ///   - userMetadata: The initial `user_metadata`; `nil` leaves it out.
    ///   - rootAttributes: Other attributes of the profile's root; they cannot replace the parameters above.
    /// - Returns: A request for the created user, `POST /dbconnections/signup`.
    func signup(
        email: String, username: String?, password: String, connection: String, userMetadata: [String: any Sendable]?,
        rootAttributes: [String: any Sendable]?
    ) -> Request<DatabaseUser, AuthenticationError>

    /// Creates a user in a database connection, with values of `Any`.
    ///
    /// Declared for test doubles with the signature of Auth0.swift; the call above, whose parameters are the same,
    /// reaches them.
    func signup(
        email: String, username: String?, password: String, connection: String, userMetadata: [String: Any]?,
        rootAttributes: [String: Any]?
    ) -> Request<DatabaseUser, AuthenticationError>

    /// Sends a user the email for changing a forgotten password.
    ///
    /// - Parameters:
    ///   - email: The user's email address.
    ///   - connection: The name of the database connection.
    /// - Returns: A request without a value, `POST /dbconnections/change_password`.
    func resetPassword(email: String, connection: String) -> Request<Void, AuthenticationError>

    /// Sends a user the email for changing a forgotten password, with an organization's branding.
    ///
    /// - Parameters:
    ///   - email: The user's email address.
    ///   - connection: The name of the database connection.
    ///   - organization: The ID of the organization for the branding of the email; `nil` uses the tenant's.
    /// - Returns: A request without a value, `POST /dbconnections/change_password`.
    func resetPassword(email: String, connection: String, organization: String?) -> Request<Void, AuthenticationError>

    /// Sends a one-time code or a link by email, which starts a passwordless login.
    ///
    /// - Parameters:
    ///   - email: The email address that receives the message.
    ///   - type: A one-time code, or a link of one of three kinds.
    ///   - connection: The name of the passwordless connection.
    /// - Returns: A request without a value, `POST /passwordless/start`.
    func startPasswordless(
        email: String, type: PasswordlessType, connection: String
    ) -> Request<Void, AuthenticationError>

    /// Sends a one-time code or a link by text message, which starts a passwordless login.
    ///
    /// - Parameters:
    ///   - phoneNumber: The phone number that receives the message, with its country code.
    ///   - type: A one-time code, or a link of one of three kinds.
    ///   - connection: The name of the passwordless connection.
    /// - Returns: A request without a value, `POST /passwordless/start`.
    func startPasswordless(
        phoneNumber: String, type: PasswordlessType, connection: String
    ) -> Request<Void, AuthenticationError>

    /// Logs a user in with the one-time code received by email.
    ///
    /// - Parameters:
    ///   - email: The email address that the code was sent to.
    ///   - code: The code that the user entered.
    ///   - audience: The API that the access token is for; `nil` asks for the tenant's default API.
    ///   - scope: The scopes to request, separated by spaces; `openid` is added when it is missing.
    /// - Returns: A request for credentials, `POST /oauth/token`.
    func login(
        email: String, code: String, audience: String?, scope: String
    ) -> Request<Credentials, AuthenticationError>

    /// Logs a user in with the one-time code received by text message.
    ///
    /// - Parameters:
    ///   - phoneNumber: The phone number that the code was sent to, with its country code.
    ///   - code: The code that the user entered.
    ///   - audience: The API that the access token is for; `nil` asks for the tenant's default API.
    ///   - scope: The scopes to request, separated by spaces; `openid` is added when it is missing.
    /// - Returns: A request for credentials, `POST /oauth/token`.
    func login(
        phoneNumber: String, code: String, audience: String?, scope: String
    ) -> Request<Credentials, AuthenticationError>

    /// Sends a one-time code by email to a user of a database connection.
    ///
    /// - Parameters:
    ///   - email: The email address that receives the code.
    ///   - connection: The name of the database connection.
    ///   - allowSignup: Whether an unknown address becomes a new user.
    /// - Returns: A request for a challenge, `POST /otp/challenge`.
    func passwordlessChallenge(
        email: String, connection: String, allowSignup: Bool
    ) -> Request<PasswordlessChallenge, AuthenticationError>

    /// Sends a one-time code by phone to a user of a database connection.
    ///
    /// - Parameters:
    ///   - phoneNumber: The phone number that receives the code, with its country code.
    ///   - connection: The name of the database connection.
    ///   - deliveryMethod: A text message or a voice call.
    ///   - allowSignup: Whether an unknown number becomes a new user.
    /// - Returns: A request for a challenge, `POST /otp/challenge`.
    func passwordlessChallenge(
        phoneNumber: String, connection: String, deliveryMethod: DeliveryMethod, allowSignup: Bool
    ) -> Request<PasswordlessChallenge, AuthenticationError>

    /// Logs a user of a database connection in with a one-time code received by email or phone.
    ///
    /// - Parameters:
    ///   - otp: The code that the user entered.
    ///   - challenge: The challenge that the code was sent for.
    ///   - audience: The API that the access token is for; `nil` asks for the tenant's default API.
    ///   - scope: The scopes to request, separated by spaces; `openid` is added when it is missing.
    /// - Returns: A request for credentials, `POST /oauth/token`.
    func login(
        otp: String, challenge: PasswordlessChallenge, audience: String?, scope: String
    ) -> Request<Credentials, AuthenticationError>

    /// Fetches the profile of the user that an access token of the type `Bearer` belongs to.
    ///
    /// - Parameter accessToken: The access token of a login with the scope `openid`.
    /// - Returns: A request for the profile, `GET /userinfo`.
    func userInfo(withAccessToken accessToken: String) -> Request<UserInfo, AuthenticationError>

    /// Fetches the profile of the user that an access token belongs to.
    ///
    /// - Parameters:
    ///   - accessToken: The access token of a login with the scope `openid`.
    ///   - tokenType: The type of the token, such as `Bearer` or `DPoP`.
    /// - Returns: A request for the profile, `GET /userinfo`.
    func userInfo(withAccessToken accessToken: String, tokenType: String) -> Request<UserInfo, AuthenticationError>

    /// Completes a login with the one-time code of an authenticator application.
    ///
    /// - Parameters:
    ///   - otp: The code that the user entered.
    ///   - mfaToken: The token of the login's ``AuthenticationError/mfaRequiredErrorPayload``.
    /// - Returns: A request for credentials, `POST /oauth/token`.
    func login(withOTP otp: String, mfaToken: String) -> Request<Credentials, AuthenticationError>

    /// Completes a login with a code sent to the user, or with the user's approval on a phone.
    ///
    /// - Parameters:
    ///   - oobCode: The ``Challenge/oobCode`` of the challenge.
    ///   - mfaToken: The token of the login's ``AuthenticationError/mfaRequiredErrorPayload``.
    ///   - bindingCode: The code that the user entered; `nil` when the user approves on a phone.
    /// - Returns: A request for credentials, `POST /oauth/token`.
    func login(
        withOOBCode oobCode: String, mfaToken: String, bindingCode: String?
    ) -> Request<Credentials, AuthenticationError>

    /// Completes a login with a recovery code.
    ///
    /// - Parameters:
    ///   - recoveryCode: The recovery code; the server accepts it once.
    ///   - mfaToken: The token of the login's ``AuthenticationError/mfaRequiredErrorPayload``.
    /// - Returns: A request for credentials, `POST /oauth/token`.
    func login(withRecoveryCode recoveryCode: String, mfaToken: String) -> Request<Credentials, AuthenticationError>

    /// Sends a code or an approval prompt to the user of a login that needs a second factor.
    ///
    /// - Parameters:
    ///   - mfaToken: The token of the login's ``AuthenticationError/mfaRequiredErrorPayload``.
    ///   - types: The supported types of challenge, of `otp` and `oob`; `nil` accepts all.
    ///   - authenticatorId: The ID of the authenticator to use; `nil` uses the first that fits.
    /// - Returns: A request for the challenge, `POST /mfa/challenge`.
    func multifactorChallenge(
        mfaToken: String, types: [String]?, authenticatorId: String?
    ) -> Request<Challenge, AuthenticationError>

    /// Logs a user in with the authorization code from Sign in with Apple.
    ///
    /// - Parameters:
    ///   - authorizationCode: The code; valid for five minutes, and for one exchange.
    ///   - fullName: The user's name, which Apple provides at the first login only; `nil` leaves it out.
    ///   - profile: Other members of the user's profile; `fullName` replaces its `name`.
    ///   - audience: The API that the access token is for; `nil` asks for the tenant's default API.
    ///   - scope: The scopes to request, separated by spaces; `openid` is added when it is missing.
    /// - Returns: A request for credentials, `POST /oauth/token`.
    func login(
        appleAuthorizationCode authorizationCode: String, fullName: (any NamedPerson)?,
        profile: [String: any Sendable]?, audience: String?, scope: String
    ) -> Request<Credentials, AuthenticationError>

    /// Logs a user in with a session info access token from the Facebook SDK.
    ///
    /// - Parameters:
    ///   - sessionAccessToken: The session info access token.
    ///   - profile: The user's profile, as Facebook returned it.
    ///   - audience: The API that the access token is for; `nil` asks for the tenant's default API.
    ///   - scope: The scopes to request, separated by spaces; `openid` is added when it is missing.
    /// - Returns: A request for credentials, `POST /oauth/token`.
    func login(
        facebookSessionAccessToken sessionAccessToken: String, profile: [String: any Sendable], audience: String?,
        scope: String
    ) -> Request<Credentials, AuthenticationError>

    /// Logs a user in with a token from the Facebook SDK and values of `Any`.
    ///
    /// Declared for test doubles with the signature of Auth0.swift; the call above, whose parameters are the same,
    /// reaches them.
    func login(
        facebookSessionAccessToken sessionAccessToken: String, profile: [String: Any], audience: String?, scope: String
    ) -> Request<Credentials, AuthenticationError>

    /// Exchanges a token of another issuer for credentials.
    ///
    /// - Parameters:
    ///   - subjectToken: The token that identifies the user.
    ///   - subjectTokenType: The type of `subjectToken`: a URI that an Action of the tenant handles.
    ///   - audience: The API that the access token is for; `nil` asks for the tenant's default API.
    ///   - scope: The scopes to request, separated by spaces; `openid` is added when it is missing.
    ///   - organization: The ID or the name of the organization to log in to; `nil` for none.
    ///   - parameters: Additional members of the request body; they cannot replace the members above.
    /// - Returns: A request for credentials, `POST /oauth/token`.
    func customTokenExchange(
        subjectToken: String, subjectTokenType: String, audience: String?, scope: String, organization: String?,
        parameters: [String: any Sendable]
    ) -> Request<Credentials, AuthenticationError>

    /// Exchanges a token of another issuer for credentials, with values of `Any`.
    ///
    /// Declared for test doubles with the signature of Auth0.swift; the call above, whose parameters are the same,
    /// reaches them.
    func customTokenExchange(
        subjectToken: String, subjectTokenType: String, audience: String?, scope: String, organization: String?,
        parameters: [String: Any]
    ) -> Request<Credentials, AuthenticationError>

    /// Exchanges a token of another issuer for credentials, on behalf of its user.
    ///
    /// - Parameters:
    ///   - subjectToken: The token that identifies the user.
    ///   - subjectTokenType: The type of `subjectToken`: a URI that an Action of the tenant handles.
    ///   - audience: The API that the access token is for; `nil` asks for the tenant's default API.
    ///   - scope: The scopes to request, separated by spaces; `openid` is added when it is missing.
    ///   - organization: The ID or the name of the organization to log in to; `nil` for none.
    ///   - actorToken: The token of the party that acts on behalf of the user; `nil` for none.
    ///   - parameters: Additional members of the request body; they cannot replace the members above.
    /// - Returns: A request for credentials, `POST /oauth/token`.
    func customTokenExchange(
        subjectToken: String, subjectTokenType: String, audience: String?, scope: String, organization: String?,
        actorToken: ActorToken?, parameters: [String: any Sendable]
    ) -> Request<Credentials, AuthenticationError>

    /// Exchanges the authorization code of a browser login for credentials.
    ///
    /// - Parameters:
    ///   - code: The authorization code.
    ///   - codeVerifier: The PKCE code verifier of the authorization request.
    ///   - redirectURI: The redirect URI of the authorization request.
    /// - Returns: A request for credentials, `POST /oauth/token`.
    func codeExchange(
        withCode code: String, codeVerifier: String, redirectURI: String
    ) -> Request<Credentials, AuthenticationError>

    /// Renews credentials with a refresh token.
    ///
    /// Store a rotated refresh token before anything else, and never send the old one again.
    ///
    /// - Parameters:
    ///   - refreshToken: The refresh token; the request fails without being sent when it is empty.
    ///   - audience: Another API that the access token is for; `nil` keeps the API of the login.
    ///   - scope: A subset of the scopes of the login, separated by spaces; `nil` keeps them all.
    /// - Returns: A request for credentials, `POST /oauth/token`.
    func renew(
        withRefreshToken refreshToken: String, audience: String?, scope: String?
    ) -> Request<Credentials, AuthenticationError>

    /// Exchanges a refresh token for a session transfer token, which continues the session on a website.
    ///
    /// - Parameter refreshToken: The refresh token; the request fails without being sent when it is empty.
    /// - Returns: A request for the session transfer token, `POST /oauth/token`.
    func ssoExchange(withRefreshToken refreshToken: String) -> Request<SSOCredentials, AuthenticationError>

    /// Revokes a refresh token and the grant that it belongs to.
    ///
    /// - Parameter refreshToken: The refresh token.
    /// - Returns: A request without a value, `POST /oauth/revoke`.
    func revoke(refreshToken: String) -> Request<Void, AuthenticationError>

    /// Fetches the public keys that verify the signatures of the tenant's tokens.
    ///
    /// - Returns: A request for the key set, `GET /.well-known/jwks.json`.
    func jwks() -> Request<JWKS, AuthenticationError>

    /// Requests a challenge for logging in with a passkey.
    ///
    /// - Parameters:
    ///   - connection: The name of the database connection; `nil` asks for the tenant's default directory.
    ///   - organization: The ID or the name of the organization to log in to; `nil` for none.
    /// - Returns: A request for the challenge, `POST /passkey/challenge`.
    func passkeyLoginChallenge(
        connection: String?, organization: String?
    ) -> Request<PasskeyLoginChallenge, AuthenticationError>

    /// Logs a user in with a passkey.
    ///
    /// - Parameters:
    ///   - passkey: The assertion of an authenticator.
    ///   - challenge: The challenge that the assertion signs; the server accepts it once.
    ///   - connection: The connection that the challenge was requested for.
    ///   - audience: The API that the access token is for; `nil` asks for the tenant's default API.
    ///   - scope: The scopes to request, separated by spaces; `openid` is added when it is missing.
    ///   - organization: The organization that the challenge was requested for.
    /// - Returns: A request for credentials, `POST /oauth/token`.
    func login(
        passkey: any LoginPasskey, challenge: PasskeyLoginChallenge, connection: String?, audience: String?,
        scope: String, organization: String?
    ) -> Request<Credentials, AuthenticationError>

    /// Requests a challenge for signing a user up with a new passkey.
    ///
    /// - Parameters:
    ///   - email: The user's email address.
    ///   - phoneNumber: The user's phone number, with its country code.
    ///   - username: The user name in the connection.
    ///   - name: The user's full name.
    ///   - givenName: The user's given name.
    ///   - familyName: The user's family name.
    ///   - nickname: The user's nickname.
    ///   - picture: The URL of a picture of the user.
    ///   - userMetadata: The user's initial `user_metadata`.
    ///   - connection: The name of the database connection; `nil` asks for the tenant's default directory.
    ///   - organization: The ID or the name of the organization to log in to; `nil` for none.
    /// - Returns: A request for the challenge, `POST /passkey/register`.
    func passkeySignupChallenge(
        email: String?, phoneNumber: String?, username: String?, name: String?, givenName: String?,
        familyName: String?, nickname: String?, picture: String?, userMetadata: [String: String]?, connection: String?,
        organization: String?
    ) -> Request<PasskeySignupChallenge, AuthenticationError>

    /// Signs a user up with a new passkey and logs the user in.
    ///
    /// - Parameters:
    ///   - passkey: The new passkey of an authenticator.
    ///   - challenge: The challenge that the passkey was created for; the server accepts it once.
    ///   - connection: The connection that the challenge was requested for.
    ///   - audience: The API that the access token is for; `nil` asks for the tenant's default API.
    ///   - scope: The scopes to request, separated by spaces; `openid` is added when it is missing.
    ///   - organization: The organization that the challenge was requested for.
    /// - Returns: A request for credentials, `POST /oauth/token`.
    func login(
        passkey: any SignupPasskey, challenge: PasskeySignupChallenge, connection: String?, audience: String?,
        scope: String, organization: String?
    ) -> Request<Credentials, AuthenticationError>
}
