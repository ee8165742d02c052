public import FoundationEssentials
import OpenID
public import RequestPipeline

/// A client of the Authentication API: logins, tokens, profiles.
///
/// Make one with ``authentication(clientId:domain:session:)``: that is a value, to keep, to copy, and to use from any thread.
///
/// A double for tests conforms and implements the calls that it stands for, each with all of its parameters and with
/// `Request(result:)` for an answer; the other calls fail with ``ConfigurationError/Code/notImplemented``, without traffic.
public protocol Authentication: SenderConstraining, Trackable, Loggable, Sendable {
    /// The client ID of the application; empty when none was found.
    var clientId: String { get }
    /// The base URL of the tenant; `file:///` when the domain is not acceptable, and then every request fails.
    var url: URL { get }

    /// Logs a user in with name and password, against a given connection.
    func login(
        usernameOrEmail username: String, password: String, realmOrConnection realm: String, audience: String?,
        scope: String
    ) -> Request<Credentials, AuthenticationError>

    /// Logs a user in with name and password, against the tenant's default directory.
    func loginDefaultDirectory(
        withUsername username: String, password: String, audience: String?, scope: String
    ) -> Request<Credentials, AuthenticationError>

    /// Creates a user in a database connection, without logging in.
    func signup(
        email: String, username: String?, password: String, connection: String, userMetadata: [String: any Sendable]?,
        rootAttributes: [String: any Sendable]?
    ) -> Request<DatabaseUser, AuthenticationError>

    /// Sends a user the e-mail with which a forgotten password is replaced.
    func resetPassword(email: String, connection: String) -> Request<Void, AuthenticationError>

    /// Sends a user the e-mail with which a forgotten password is replaced, with the branding of an organization.
    func resetPassword(email: String, connection: String, organization: String?) -> Request<Void, AuthenticationError>

    /// Sends a one-time code or a link by e-mail.
    func startPasswordless(
        email: String, type: PasswordlessType, connection: String
    ) -> Request<Void, AuthenticationError>

    /// Sends a one-time code or a link by text message.
    func startPasswordless(
        phoneNumber: String, type: PasswordlessType, connection: String
    ) -> Request<Void, AuthenticationError>

    /// Logs a user in with the one-time code received by e-mail.
    func login(
        email: String, code: String, audience: String?, scope: String
    ) -> Request<Credentials, AuthenticationError>

    /// Logs a user in with the one-time code received by text message.
    func login(
        phoneNumber: String, code: String, audience: String?, scope: String
    ) -> Request<Credentials, AuthenticationError>

    /// Sends a one-time code by e-mail to a user of a database connection.
    func passwordlessChallenge(
        email: String, connection: String, allowSignup: Bool
    ) -> Request<PasswordlessChallenge, AuthenticationError>

    /// Sends a one-time code by telephone to a user of a database connection.
    func passwordlessChallenge(
        phoneNumber: String, connection: String, deliveryMethod: DeliveryMethod, allowSignup: Bool
    ) -> Request<PasswordlessChallenge, AuthenticationError>

    /// Logs a user of a database connection in with the one-time code they received.
    func login(
        otp: String, challenge: PasswordlessChallenge, audience: String?, scope: String
    ) -> Request<Credentials, AuthenticationError>

    /// Reads the profile of the user an access token of the type `Bearer` belongs to.
    func userInfo(withAccessToken accessToken: String) -> Request<UserInfo, AuthenticationError>

    /// Reads the profile of the user an access token belongs to.
    func userInfo(withAccessToken accessToken: String, tokenType: String) -> Request<UserInfo, AuthenticationError>

    /// Ends a login with the one-time code of an authenticator application.
    func login(withOTP otp: String, mfaToken: String) -> Request<Credentials, AuthenticationError>

    /// Ends a login with a code that was sent, or with the user's answer on their phone.
    func login(
        withOOBCode oobCode: String, mfaToken: String, bindingCode: String?
    ) -> Request<Credentials, AuthenticationError>

    /// Ends a login with the code the user kept for when everything else is lost.
    func login(withRecoveryCode recoveryCode: String, mfaToken: String) -> Request<Credentials, AuthenticationError>

    /// Sends a code or a question to the user of a login.
    func multifactorChallenge(
        mfaToken: String, types: [String]?, authenticatorId: String?
    ) -> Request<Challenge, AuthenticationError>

    /// Logs a user in with the authorization code that Sign in with Apple gave the program.
    func login(
        appleAuthorizationCode authorizationCode: String, fullName: (any NamedPerson)?,
        profile: [String: any Sendable]?, audience: String?, scope: String
    ) -> Request<Credentials, AuthenticationError>

    /// Logs a user in with the session info access token of Facebook's SDK.
    func login(
        facebookSessionAccessToken sessionAccessToken: String, profile: [String: any Sendable], audience: String?,
        scope: String
    ) -> Request<Credentials, AuthenticationError>

    /// Exchanges a token of somebody else for credentials, as far as the tenant has an action that knows it.
    func customTokenExchange(
        subjectToken: String, subjectTokenType: String, audience: String?, scope: String, organization: String?,
        actorToken: ActorToken?, parameters: [String: any Sendable]
    ) -> Request<Credentials, AuthenticationError>

    /// Exchanges the authorization code that a browser login ended with for credentials.
    func codeExchange(
        withCode code: String, codeVerifier: String, redirectURI: String
    ) -> Request<Credentials, AuthenticationError>

    /// Renews credentials with a refresh token.
    func renew(
        withRefreshToken refreshToken: String, audience: String?, scope: String?
    ) -> Request<Credentials, AuthenticationError>

    /// Exchanges a refresh token for a token that carries the session over to a web site.
    func ssoExchange(withRefreshToken refreshToken: String) -> Request<SSOCredentials, AuthenticationError>

    /// Revokes a refresh token, and with it the grant it belongs to.
    func revoke(refreshToken: String) -> Request<Void, AuthenticationError>

    /// Reads the keys with which the tenant signs its tokens.
    func jwks() -> Request<JWKS, AuthenticationError>

    /// Asks for a challenge that a passkey signs, to log in.
    func passkeyLoginChallenge(
        connection: String?, organization: String?
    ) -> Request<PasskeyLoginChallenge, AuthenticationError>

    /// Logs a user in with a passkey.
    func login(
        passkey: any LoginPasskey, challenge: PasskeyLoginChallenge, connection: String?, audience: String?,
        scope: String, organization: String?
    ) -> Request<Credentials, AuthenticationError>

    /// Asks for a challenge that a new passkey is made for, to sign up.
    func passkeySignupChallenge(
        email: String?, phoneNumber: String?, username: String?, name: String?, givenName: String?,
        familyName: String?, nickname: String?, picture: String?, userMetadata: [String: String]?, connection: String?,
        organization: String?
    ) -> Request<PasskeySignupChallenge, AuthenticationError>

    /// Signs a user up with a new passkey, and logs the user in.
    func login(
        passkey: any SignupPasskey, challenge: PasskeySignupChallenge, connection: String?, audience: String?,
        scope: String, organization: String?
    ) -> Request<Credentials, AuthenticationError>
}

extension Authentication {
    /// No key: for doubles that are not about keys.
    public var dpop: DPoP? {
        get { nil }
        set {}  // Nobody to tell.
    }

    /// What describes the requests: the client itself or, for a double, one whose requests all fail.
    var implementation: Auth0Authentication { self as? Auth0Authentication ?? .unimplemented }
}
