import FoundationEssentials

extension Authentication {
    /// The audience of the Management API, `https://<domain>/api/v2/`: a login for it obtains a token for
    /// ``users(token:session:)``.
    ///
    /// ```swift
    /// import Auth0
    ///
    /// let authentication = Auth0.authentication()
    /// let credentials = try await authentication.login(
    ///     usernameOrEmail: "john@example.com", password: "Sesame-2026!",
    ///     realmOrConnection: "Username-Password-Authentication", audience: authentication.managementAudience,
    ///     scope: "openid update:current_user_metadata"
    /// ).start()
    /// ```
    ///
    /// A tenant with a custom domain keeps the audience of its first domain: pass that audience explicitly.
    public var managementAudience: String { audience("api/v2/") }

    /// The audience of the My Account API, `https://<domain>/me/`: a login for it obtains a token for
    /// ``myAccount(token:session:)``.
    public var myAccountAudience: String { audience("me/") }

    private func audience(_ path: String) -> String {
        let base = url.absoluteString
        return base.hasSuffix("/") ? base + path : "\(base)/\(path)"
    }
}
