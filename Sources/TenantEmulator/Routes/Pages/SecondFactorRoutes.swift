import ByteEncodings

extension Route {
    static let secondFactorPages = [
        page("GET", "/u/mfa", at: [.secondFactor]) { form, tenant throws(Refusal) in try tenant.secondFactorPage(form)
        },
        page("POST", "/u/mfa", at: [.secondFactor]) { form, tenant throws(Refusal) in
            try tenant.proveSecondFactor(form)
        },
        page("POST", "/u/mfa/choose", at: [.secondFactor]) { form, tenant throws(Refusal) in
            try tenant.choose(form)
            let mode = form["action"] == "recovery" ? "&mode=recovery-code" : ""
            return .found("/u/mfa?state=\(form.login.id)\(mode)")
        },
        page("GET", "/u/mfa-enroll", at: [.enrollment]) { form, tenant throws(Refusal) in
            try tenant.enrollmentPage(form.login)
        },
        page("POST", "/u/mfa-enroll", at: [.enrollment]) { form, tenant throws(Refusal) in
            try tenant.proveEnrollment(form)
        },
        page("GET", "/u/recovery-code", at: [.recoveryCode]) { form, _ throws(Refusal) in
            form.login.recoveryCodePage(form.login.newRecoveryCode ?? "").response()
        },
        page("POST", "/u/recovery-code", at: [.recoveryCode]) { form, tenant throws(Refusal) in
            tenant.sessions.logins[form.login.id]?.newRecoveryCode = nil
            return tenant.proceed(form.login.id, form.context)
        },
    ]
}

extension TenantState {
    private func provenUser(of login: BrowserLogin) throws(Refusal) -> User {
        guard let user = user(of: login) else {
            throw Refusal(errorPage(400, login.words.expired, login.language))
        }
        return user
    }

    /// Shows the page of the selected factor, or begins with the user's first factor.
    fileprivate mutating func secondFactorPage(_ form: LoginForm) throws(Refusal) -> HTTPResponse {
        let (login, user) = (form.login, try provenUser(of: form.login))
        if form["mode"] == SecondFactorMode.recoveryCode.name {
            return login.secondFactorPage(user, .recoveryCode).response()
        }
        if let sent = login.outOfBand {
            return isApproved(login) == true ? prove(form) : page(login, user, sent.factor)
        }
        guard let factor = user.confirmedFactors.first else { return proceed(login.id, form.context) }
        if factor.channel != nil { begin(factor, login) }
        return page(login, user, factor)
    }

    private func page(
        _ login: BrowserLogin, _ user: User, _ factor: SecondFactor, message: String? = nil
    ) -> HTTPResponse {
        let mode: SecondFactorMode =
            switch factor.kind {
            case .app: .app
            case .sms, .email: .sent(factor)
            case .push: .push
            }
        let denied = isApproved(login) == false ? login.words.pushDenied : nil
        return login.secondFactorPage(user, mode, message: message ?? denied).response(message == nil ? 200 : 400)
    }

    private func isApproved(_ login: BrowserLogin) -> Bool? {
        login.outOfBand.flatMap { secondFactors.challenges[$0.code]?.isApproved }
    }

    /// Sends a code or a push notification; it replaces the previous one.
    private mutating func begin(_ factor: SecondFactor, _ login: BrowserLogin) {
        guard let proof = login.proof else { return }
        let token = login.secondFactor ?? "browser.\(Secrets.token(32))"
        let grant = Grant(
            clientID: "", userID: proof.userID, audience: nil, scopes: [], session: "",
            authenticatedAt: proof.authenticatedAt)
        // The empty client ID belongs to no client, so the token endpoint cannot continue this login.
        secondFactors.logins.store(SecondFactorLogin(grant: grant, expiresAt: login.expiresAt), as: token, at: now)
        if let old = login.outOfBand { secondFactors.challenges[old.code] = nil }
        sessions.logins[login.id]?.secondFactor = token
        let code = begin(factor, login: token)
        sessions.logins[login.id]?.outOfBand = (code, factor)
    }

    fileprivate mutating func choose(_ form: LoginForm) throws(Refusal) {
        guard form["action"] != "recovery" else { return }
        let user = try provenUser(of: form.login)
        guard let factor = user.confirmedFactors.first(where: { $0.id == form["factor"] }) else { return }
        guard factor.channel == nil else { return begin(factor, form.login) }
        if let old = form.login.outOfBand { secondFactors.challenges[old.code] = nil }
        sessions.logins[form.login.id]?.outOfBand = nil
    }

    fileprivate mutating func proveSecondFactor(_ form: LoginForm) throws(Refusal) -> HTTPResponse {
        let (login, user) = (form.login, try provenUser(of: form.login))
        let words = login.words
        switch form["mode"] {
        case "recovery-code":
            guard let code = user.recoveryCode, form["code"] == code else {
                return wrong(form)
                    ?? login.secondFactorPage(user, .recoveryCode, message: words.wrongCode).response(400)
            }
            let successor = Secrets.hex(12).uppercased()
            users[user.id]?.recoveryCode = successor
            sessions.logins[login.id]?.newRecoveryCode = successor
        case "push":
            guard let sent = login.outOfBand, isApproved(login) == true else {
                return .found("/u/mfa?state=\(login.id)")
            }
            secondFactors.challenges[sent.code] = nil
        case "oob":
            guard let sent = login.outOfBand else { return .found("/u/mfa?state=\(login.id)") }
            guard let challenge = secondFactors.challenges[sent.code], now < challenge.expiresAt,
                challenge.bindingCode == form["code"]
            else { return wrong(form) ?? page(login, user, sent.factor, message: words.wrongCode) }
            secondFactors.challenges[sent.code] = nil
        default:
            guard let secret = user.confirmedFactors.appSecret, let code = form["code"],
                redeem(code, ofApp: secret)
            else { return wrong(form) ?? login.secondFactorPage(user, .app, message: words.wrongCode).response(400) }
        }
        return prove(form)
    }

    /// Counts a wrong code; the last allowed one ends the login, as at the API.
    private mutating func wrong(_ form: LoginForm) -> HTTPResponse? {
        let login = form.login
        sessions.logins[login.id]?.attemptsLeft -= 1
        guard sessions.logins[login.id]?.attemptsLeft == 0 else { return nil }
        if let token = login.secondFactor { secondFactors.logins[token] = nil }
        if let sent = login.outOfBand { secondFactors.challenges[sent.code] = nil }
        return refusal(login, "access_denied", SecondFactorLogin.tooManyAttempts, form.context)
    }

    private mutating func prove(_ form: LoginForm) -> HTTPResponse {
        let login = form.login
        if let token = login.secondFactor { secondFactors.logins[token] = nil }
        sessions.logins[login.id]?.outOfBand = nil
        sessions.logins[login.id]?.proof?.methods.append(LoginProof.secondFactor)
        // The second factor requires a new session, which records it.
        sessions.logins[login.id]?.proof?.session = nil
        return proceed(login.id, form.context)
    }

    fileprivate mutating func enrollmentPage(
        _ login: BrowserLogin, message: String? = nil
    ) throws(Refusal) -> HTTPResponse {
        let user = try provenUser(of: login)
        if user.appSecret == nil {
            let factor = SecondFactor(
                id: "dev_\(Secrets.hex(8))", kind: .app(secret: Secrets.hex(20)), isConfirmed: false)
            users[user.id]?.secondFactors.append(factor)
        }
        let secret = TOTP.base32(users[user.id]?.appSecret ?? "")
        let link = TOTP.address(of: user, secret: secret)
        return login.enrollmentPage(secret: secret, link: link, message: message).response(message == nil ? 200 : 400)
    }

    fileprivate mutating func proveEnrollment(_ form: LoginForm) throws(Refusal) -> HTTPResponse {
        let (login, user) = (form.login, try provenUser(of: form.login))
        guard let secret = user.appSecret, let code = form["code"],
            let index = user.secondFactors.firstIndex(where: { $0.kind == .app(secret: secret) }),
            redeem(code, ofApp: secret)
        else {
            if let end = wrong(form) { return end }
            return try enrollmentPage(login, message: login.words.wrongCode)
        }
        users[user.id]?.secondFactors[index].isConfirmed = true
        let recoveryCode = user.recoveryCode ?? Secrets.hex(12).uppercased()
        users[user.id]?.recoveryCode = recoveryCode
        sessions.logins[login.id]?.newRecoveryCode = recoveryCode
        return prove(form)
    }
}
