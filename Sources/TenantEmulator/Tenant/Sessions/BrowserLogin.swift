/// How a user proved who they are.
struct LoginProof: Sendable {
    let userID: String
    let connection: String
    let authenticatedAt: Int
    /// The ways, beside a password.
    var methods: [String] = []
    /// The cookie of the session that remembers it, once there is one.
    var session: String?
}

/// A login under way in one browser.
struct BrowserLogin: Sendable {
    /// A ceremony with an authenticator, for which the browser may have to visit the tenant by another name.
    struct Ceremony: Sendable {
        let session: String
        let options: String
        let isSignup: Bool
        /// Lets the browser in by the other name, where it has other cookies.
        let ticket: String
        /// Lets it back, with what it has proved.
        var result: (ticket: String, proof: LoginProof)?
    }

    /// The parameter `state` of its pages.
    let id: String
    let request: AuthorizationRequest
    /// The cookie `did` of the browser it runs in.
    let browser: String
    /// The origin its pages are shown at.
    let origin: String
    /// What every form of its pages repeats.
    let csrf: String
    let language: Language
    let expiresAt: Int
    var organization: Organization?
    var proof: LoginProof?
    var hasAcceptedInvitation = false
    var hasChosenAccount = false
    var hasConsented = false
    /// The second factor under way: the token that remembers the login, and the code that stands for what was sent.
    var secondFactor: String?
    var outOfBand: (code: String, factor: SecondFactor)?
    /// The code in place of a password that the user was sent.
    var sentCode: SentCode?
    /// How many wrong codes are forgiven.
    var attemptsLeft = SecondFactorLogin.maximumAttempts
    /// A recovery code that has to be shown once.
    var newRecoveryCode: String?
    var ceremony: Ceremony?
}
