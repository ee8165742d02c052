public import OpenID

extension Authentication {
    /// Authenticates the application to the tenant, for one that can keep a secret: a server, which is a Regular Web
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
    /// The requests to `/oauth/token`, `/oauth/revoke` and `/passwordless/start` contain the proof: logins, renewals,
    /// exchanges and revocations, those of a ``CredentialsManager`` included. Never put a secret into a program that users
    /// install: anyone who has the program can read it.
    ///
    /// - Parameter method: The method, which has to be the one in the application's settings: `.secretPost` is Auth0's default,
    ///   `.secretBasic`, `.privateKeyJWT` and `.tls` are the others. `.none` sends no proof.
    /// - Returns: A copy of the client that authenticates the application. A test double returns itself.
    /// - SeeAlso: [RFC 6749 §2.3](https://www.rfc-editor.org/rfc/rfc6749#section-2.3)
    public func clientAuthentication(_ method: ClientAuthentication) -> Self {
        guard var client = self as? Auth0Authentication else { return self }
        client.clientAuthentication = method
        return client as? Self ?? self
    }
}
