public import OpenID

extension Authentication {
    /// Authenticates the application to the tenant, if it can keep a secret: a server, which is a Regular Web
    /// Application in the tenant's settings.
    ///
    /// ```swift
    /// import Auth0
    /// import OpenID
    ///
    /// let authentication = Auth0.authentication().clientAuthentication(.secretPost(secret))
    /// let manager = CredentialsManager(authentication: authentication, storeKey: session, store: store)
    /// ```
    ///
    /// The requests to `/oauth/token`, `/oauth/revoke`, `/passwordless/start` and `/mfa/challenge` contain the proof:
    /// logins, renewals, exchanges and revocations, including those of a ``CredentialsManager``. Never put a secret
    /// into a program that users install: each user of the program can read it.
    ///
    /// - Parameter method: The method, which has to match the application's settings: `.secretPost` is Auth0's default,
    ///   `.secretBasic`, `.privateKeyJWT` and `.tls` are the others. `.none` sends no proof.
    /// - Returns: A copy of the client that authenticates the application. A test double returns itself.
    /// - SeeAlso: [RFC 6749 §2.3](https://www.rfc-editor.org/rfc/rfc6749#section-2.3)
    public func clientAuthentication(_ method: ClientAuthentication) -> Self {
        (self as? Auth0Authentication)?.authenticating(by: method) as? Self ?? self
    }
}

extension MFAClient {
    /// Authenticates the application to the tenant, if it can keep a secret.
    ///
    /// The requests to `/mfa/challenge` and `/oauth/token` contain the proof.
    ///
    /// - Parameter method: The method, which has to match the application's settings, as in
    ///   ``Authentication/clientAuthentication(_:)``.
    /// - Returns: A copy of the client that authenticates the application. A test double returns itself.
    /// - SeeAlso: [Auth0, MFA with the password
    ///   grant](https://auth0.com/docs/secure/multi-factor-authentication/authenticate-using-ropg-flow-with-mfa)
    public func clientAuthentication(_ method: ClientAuthentication) -> Self {
        (self as? Auth0MFAClient)?.authenticating(by: method) as? Self ?? self
    }
}
