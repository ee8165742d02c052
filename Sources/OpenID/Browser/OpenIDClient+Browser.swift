import RequestPipeline

extension OpenIDClient {
    /// Describes a login in the user's browser.
    ///
    /// Start it on this machine; a web server, whose visitors have remote browsers, begins it with
    /// ``begin(_:)-(BrowserLogin)``.
    ///
    /// <!-- swift: let client = try await openIDClient() -->
    ///
    /// ```swift
    /// let credentials = try await client.login()
    ///     .scope("openid profile offline_access")
    ///     .redirectURI("http://127.0.0.1:8484/callback")
    ///     .start()
    /// print(credentials.tokenType)
    /// // prints Bearer
    /// ```
    ///
    /// - Returns: A login; nothing happens before it is started.
    public func login() -> BrowserLogin { BrowserLogin(self) }

    /// Describes a logout, which ends the provider's session in the user's browser.
    ///
    /// <!-- swift: let client = try await openIDClient()
    /// let credentials = try await client.login().redirectURI("http://127.0.0.1:8484/callback").start() -->
    ///
    /// ```swift
    /// try await client.logout(of: credentials)
    ///     .redirectURI("http://127.0.0.1:8484/callback")
    ///     .start()
    /// print("Logged out")
    /// // prints Logged out
    /// ```
    ///
    /// - Parameter credentials: The credentials of the login: their ID token names the session, so that the provider
    ///   need not ask the user. It is part of the URL of the logout page, but not of the address in the browser's
    ///   arguments.
    /// - Returns: A logout; nothing happens before it is started.
    public func logout(of credentials: Credentials? = nil) -> BrowserLogout {
        BrowserLogout(self, idToken: credentials.flatMap { $0.idToken.isEmpty ? nil : $0.idToken })
    }

    /// The closure that sends a pushed authorization request.
    var push: CodeFlow.Push {
        get throws(OpenIDError) {
            let endpoint = try provider.required(
                provider.metadata.pushedAuthorizationRequestEndpoint, named: "pushed_authorization_request_endpoint")
            return Request.push {
                post(
                    endpoint, named: "pushed_authorization_request_endpoint",
                    decode: Decoders.tree(PushedAuthorization.init))
            }
        }
    }
}
