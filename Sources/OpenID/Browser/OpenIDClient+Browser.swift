import RequestPipeline

extension OpenIDClient {
    /// Logs a person in, in their browser.
    ///
    /// - Returns: A login; nothing happens before it is started.
    public func login() -> BrowserLogin { BrowserLogin(self) }

    /// Ends the session that the provider keeps in the person's browser.
    ///
    /// - Parameter credentials: Of the login: their ID token tells the provider whose session it is, so that it need not ask
    ///   the person. It stands in the address that the browser is started with, where other users of the machine may read
    ///   it; give `nil` where that matters.
    /// - Returns: A logout; nothing happens before it is started.
    public func logout(of credentials: Credentials? = nil) -> BrowserLogout {
        BrowserLogout(self, idToken: credentials.flatMap { $0.idToken.isEmpty ? nil : $0.idToken })
    }

    /// Sends the parameters of a login beforehand.
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
