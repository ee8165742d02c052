/// The result of authenticating a user in the browser.
struct LoginProof: Sendable {
    let userID: String
    let connection: String
    let authenticatedAt: Int
    /// The authentication methods in addition to a password.
    var methods: [String] = []
    /// The cookie of the session, after the session has begun.
    var session: String?
}

/// A login in progress in one browser.
struct BrowserLogin: Sendable, Expiring {
    /// A WebAuthn ceremony, for which the browser may have to visit the tenant's host name `localhost`.
    struct Ceremony: Sendable {
        let session: String
        let options: String
        let isSignup: Bool
        /// Identifies the login at `localhost`, where the browser has other cookies.
        let ticket: String
        /// The result, and the ticket that identifies it when the browser returns.
        var result: (ticket: String, proof: LoginProof)?
    }

    /// The `state` parameter of the login's pages.
    let id: String
    let request: AuthorizationRequest
    /// The `did` cookie of the browser.
    let browser: String
    /// The origin of the login's pages.
    let origin: String
    /// The CSRF token of every form of the login's pages.
    let csrf: String
    let language: Language
    let expiresAt: Int
    var organization: Organization?
    var proof: LoginProof?
    var hasAcceptedInvitation = false
    var hasChosenAccount = false
    var hasConsented = false
    /// The second factor in progress: the `mfa_token`, and the `oob_code` of a code or push notification.
    var secondFactor: String?
    var outOfBand: (code: String, factor: SecondFactor)?
    /// The one-time code that the user was sent in place of a password.
    var sentCode: SentCode?
    /// The number of wrong codes that are still accepted.
    var attemptsLeft = SecondFactorLogin.maximumAttempts
    /// A recovery code that has to be shown once.
    var newRecoveryCode: String?
    var ceremony: Ceremony?
}
