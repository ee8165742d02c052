/// The step that a login in the browser waits for; the raw value is the path of its page.
enum LoginStep: String, Sendable {
    case organization = "/u/organization"
    case invitation = "/u/invitation"
    case login = "/u/login"
    case signup = "/u/signup"
    case account = "/u/account"
    case secondFactor = "/u/mfa"
    case enrollment = "/u/mfa-enroll"
    case recoveryCode = "/u/recovery-code"
    case organizationChoice = "/u/organization-choice"
    case consent = "/u/consent"
    case end = "/u/end"

    /// The error if the client forbids interaction with the user, in the words of the service; `nil` if none is needed.
    ///
    /// - SeeAlso: [OpenID Connect Core §3.1.2.6](https://openid.net/specs/openid-connect-core-1_0.html#AuthError),
    ///   [Silent Authentication](https://auth0.com/docs/authenticate/login/configure-silent-authentication)
    var errorWithoutPrompt: (code: String, description: String)? {
        switch self {
        case .end: nil
        case .login, .signup: ("login_required", "Login required")
        case .account: ("account_selection_required", "Account selection required")
        case .consent: ("consent_required", "Consent required")
        case .organization, .invitation, .secondFactor, .enrollment, .recoveryCode, .organizationChoice:
            ("interaction_required", "Interaction required")
        }
    }

    /// Whether the user is completely authenticated at this step.
    var isAfterProof: Bool {
        switch self {
        case .organization, .invitation, .login, .signup, .account, .secondFactor, .enrollment: false
        case .recoveryCode, .organizationChoice, .consent, .end: true
        }
    }
}

extension TenantState {
    func nextStep(of login: BrowserLogin) -> LoginStep {
        let request = login.request
        if request.organizationPrompt == .beforeLogin, login.organization == nil { return .organization }
        if request.invitation != nil, !login.hasAcceptedInvitation { return .invitation }
        guard let proof = login.proof, let user = users[proof.userID] else {
            return request.wantsSignup ? .signup : .login
        }
        if request.prompts.contains(.selectAccount), !login.hasChosenAccount { return .account }
        if user.requiresSecondFactor, !proof.methods.contains(LoginProof.secondFactor) {
            return user.confirmedFactors.isEmpty ? .enrollment : .secondFactor
        }
        if login.newRecoveryCode != nil { return .recoveryCode }
        if request.organizationPrompt == .afterLogin, login.organization == nil { return .organizationChoice }
        return needsConsent(login, user) ? .consent : .end
    }

    private func needsConsent(_ login: BrowserLogin, _ user: User) -> Bool {
        guard !login.hasConsented else { return false }
        if login.request.prompts.contains(.consent) { return true }
        guard login.request.client.isThirdParty else { return false }
        // Authorization details are for one transaction, so no earlier consent covers them: RFC 9396 §12.
        guard login.request.authorizationDetails.isEmpty else { return true }
        let scopes = granted(login.request.scopes, of: login.request.audience, to: user, in: login.organization)
        return !(sessions.consents[consentKey(login, user)] ?? []).isSuperset(of: scopes)
    }

    private func consentKey(_ login: BrowserLogin, _ user: User) -> UserAtClient {
        UserAtClient(userID: user.id, clientID: login.request.client.id, audience: login.request.audience ?? "")
    }

    mutating func remember(consentTo login: BrowserLogin, by user: User) {
        let scopes = granted(login.request.scopes, of: login.request.audience, to: user, in: login.organization)
        sessions.consents[consentKey(login, user), default: []].formUnion(scopes)
    }
}

extension LoginProof {
    /// The authentication method of a second factor, or of an equivalent proof.
    static let secondFactor = "mfa"
}
