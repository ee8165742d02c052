import LibcurlTransport
package import OpenID
import RequestPipeline

/// A client of ReachFive, which logs users in with ReachFive's page in a browser.
///
/// Keep one for the whole program; every method may be called from any thread.
///
/// ```swift
/// let reachfive = ReachFive(sdkConfig: SdkConfig(domain: "example.reach5.net", clientId: "…"))
/// reachfive.webviewLogin(WebviewLoginRequest(scope: ["openid", "profile", "email"]))
///     .onSuccess { token in print(token.user?.name ?? "") }
///     .onFailure { error in print(error.message()) }
/// ```
public final class ReachFive: Sendable {
    /// A future under its full name, for files that import a `Future` of another module as well.
    public typealias Future = LoginFuture

    /// The configuration.
    public let sdkConfig: SdkConfig
    let account: Account
    private let adapt: @Sendable (BrowserLogin) -> BrowserLogin

    /// Creates a client; nothing is sent before the first login.
    ///
    /// - Parameters:
    ///   - sdkConfig: The configuration.
    ///   - session: The transport that sends the requests, libcurl by default.
    ///   - logger: The logger of what is opened, sent and received, except the metadata and the keys of the account;
    ///     `nil`, the default, logs nothing.
    public convenience init(
        sdkConfig: SdkConfig, session: any Transport = CurlTransport.standard, logger: (any Logger)? = nil
    ) {
        self.init(sdkConfig: sdkConfig, session: session, logger: logger) { $0 }
    }

    /// Creates a client whose logins are changed before they start, for tests with concurrent logins.
    package init(
        sdkConfig: SdkConfig, session: any Transport = CurlTransport.standard, logger: (any Logger)? = nil,
        adapting adapt: @escaping @Sendable (BrowserLogin) -> BrowserLogin
    ) {
        (self.sdkConfig, self.adapt) = (sdkConfig, adapt)
        account = Account(sdkConfig, session: session, logger: logger)
    }

    /// Logs a user in with ReachFive's page, in a browser.
    ///
    /// If the browser has a session at the account, the user need not do anything. Otherwise the account redirects to
    /// the login page of the client.
    ///
    /// The authorization code flow with PKCE is used. Unlike ReachFive's SDK for Apple systems, this SDK compares the
    /// state of the response, makes a missing state or nonce random, and verifies the ID token: signature, issuer,
    /// audience, times, nonce.
    ///
    /// One login at a time: another one fails with ``ReachFiveError/TechnicalError(reason:)`` until the first has
    /// ended.
    ///
    /// - Parameter request: The parameters of the login.
    /// - Returns: The tokens and the user. The login starts immediately; ``LoginFuture/cancel()`` ends it.
    /// - SeeAlso: [ReachFive, webviewLogin](https://developer.reachfive.com/sdk-ios/webviewLogin.html)
    public func webviewLogin(_ request: WebviewLoginRequest) -> LoginFuture<AuthToken, ReachFiveError> {
        let window = request.presentationContextProvider.presentationAnchor(
            for: .init(callbackURLScheme: String(sdkConfig.redirectUri.prefix { $0 != ":" })))
        let (scope, state) = (request.scope?.joined(separator: " "), request.state)
        let others = ["nonce": request.nonce, "origin": request.origin, "provider": request.provider]
            .compactMapValues(\.self)
        return LoginFuture { [account, sdkConfig, adapt] in
            let client = try await account.client.value()
            let scope = if let scope { scope } else { try await account.scope.value() }
            var parameters = others
            parameters["state"] = try state.map { try RandomText.unguessable($0) }
            var login = client.login().scope(scope).window(window).parameters(parameters)
            login = sdkConfig.requestedRedirect.map(login.redirectURI) ?? login.onStablePort()
            return AuthToken(try await adapt(login).start())
        }
    }

    /// Renews an access token.
    ///
    /// A refresh token works once where the account rotates them: keep the new one, and do not renew the same one
    /// twice.
    ///
    /// - Parameter authToken: The tokens of a login with the scope `offline_access`.
    /// - Returns: New tokens; if the server sends no new refresh token, ID token or user, the old ones are kept.
    /// - SeeAlso: [RFC 6749 §6](https://www.rfc-editor.org/rfc/rfc6749#section-6)
    public func refreshAccessToken(authToken: AuthToken) -> LoginFuture<AuthToken, ReachFiveError> {
        LoginFuture { [account] in
            let credentials = authToken.credentials(from: TimeSource.system.now)
            return AuthToken(try await account.client.value().renew(credentials).start())
        }
    }
}
