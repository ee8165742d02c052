import ByteEncodings

extension Route {
    /// The pages for second factors.
    static let secondFactorPages = [
        Route("GET", "/u/mfa") { call, tenant throws(Refusal) in
            let login = try tenant.loginForm(call, at: .secondFactor).login
            return try tenant.secondFactorPage(login, call)
        },
        Route("POST", "/u/mfa") { call, tenant throws(Refusal) in
            try tenant.proveSecondFactor(tenant.loginForm(call, at: .secondFactor), call)
        },
        Route("POST", "/u/mfa/choose") { call, tenant throws(Refusal) in
            let form = try tenant.loginForm(call, at: .secondFactor)
            try tenant.choose(form)
            let mode = form["action"] == "recovery" ? "&mode=recovery-code" : ""
            return .seeOther("/u/mfa?state=\(form.login.id)\(mode)")
        },
        Route("GET", "/u/mfa-enroll") { call, tenant throws(Refusal) in
            try tenant.enrollmentPage(tenant.loginForm(call, at: .enrollment).login)
        },
        Route("POST", "/u/mfa-enroll") { call, tenant throws(Refusal) in
            try tenant.proveEnrollment(tenant.loginForm(call, at: .enrollment), call)
        },
        Route("GET", "/u/recovery-code") { call, tenant throws(Refusal) in
            let login = try tenant.loginForm(call, at: .recoveryCode).login
            return login.recoveryCodePage(login.newRecoveryCode ?? "").response()
        },
        Route("POST", "/u/recovery-code") { call, tenant throws(Refusal) in
            let login = try tenant.loginForm(call, at: .recoveryCode).login
            tenant.sessions.logins[login.id]?.newRecoveryCode = nil
            return tenant.proceed(login.id, call)
        },
    ]
}

extension TenantState {
    private func user(of login: BrowserLogin) throws(Refusal) -> User {
        guard let user = login.proof.flatMap({ users[$0.userID] }) else {
            throw Refusal(errorPage(400, login.language.words.expired, login.language))
        }
        return user
    }

    /// The page of the factor that was chosen, or of the user's first, which is begun by that.
    fileprivate mutating func secondFactorPage(_ login: BrowserLogin, _ call: Call) throws(Refusal) -> HTTPResponse {
        let user = try user(of: login)
        if try call.query()["mode"] == SecondFactorMode.recoveryCode.name {
            return login.secondFactorPage(user, .recoveryCode).response()
        }
        if let sent = login.outOfBand {
            return isApproved(login) == true ? prove(login, call) : page(login, user, sent.factor)
        }
        guard let factor = user.confirmedFactors.first else { return proceed(login.id, call) }
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
        let denied = isApproved(login) == false ? login.language.words.pushDenied : nil
        return login.secondFactorPage(user, mode, message: message ?? denied).response(message == nil ? 200 : 400)
    }

    /// What the user answered on the phone, if they were asked there.
    private func isApproved(_ login: BrowserLogin) -> Bool? {
        login.outOfBand.flatMap { outOfBandChallenges[$0.code]?.isApproved }
    }

    /// Sends a code or a question; only the last one counts.
    private mutating func begin(_ factor: SecondFactor, _ login: BrowserLogin) {
        guard let proof = login.proof else { return }
        let token = login.secondFactor ?? "browser.\(Secrets.token(32))"
        let grant = Grant(
            clientID: "", userID: proof.userID, audience: nil, scopes: [], session: "",
            authenticatedAt: proof.authenticatedAt)
        // The client without a name is nobody's, so the token endpoint knows no such login.
        secondFactorLogins[token] = SecondFactorLogin(grant: grant, expiresAt: login.expiresAt)
        if let old = login.outOfBand { outOfBandChallenges[old.code] = nil }
        sessions.logins[login.id]?.secondFactor = token
        let code = begin(factor, login: token)
        sessions.logins[login.id]?.outOfBand = (code, factor)
    }

    fileprivate mutating func choose(_ form: LoginForm) throws(Refusal) {
        guard form["action"] != "recovery" else { return }
        let user = try user(of: form.login)
        guard let factor = user.confirmedFactors.first(where: { $0.id == form["factor"] }) else { return }
        guard factor.channel == nil else { return begin(factor, form.login) }
        if let old = form.login.outOfBand { outOfBandChallenges[old.code] = nil }
        sessions.logins[form.login.id]?.outOfBand = nil
    }

    fileprivate mutating func proveSecondFactor(_ form: LoginForm, _ call: Call) throws(Refusal) -> HTTPResponse {
        let (login, user) = (form.login, try user(of: form.login))
        let words = login.language.words
        switch form["mode"] {
        case "recovery-code":
            guard let code = user.recoveryCode, form["code"] == code else {
                return wrong(login)
                    ?? login.secondFactorPage(user, .recoveryCode, message: words.wrongCode).response(400)
            }
            let successor = Secrets.hex(12).uppercased()
            users[user.id]?.recoveryCode = successor
            sessions.logins[login.id]?.newRecoveryCode = successor
            return prove(login, call)
        case "push":
            guard let sent = login.outOfBand, isApproved(login) == true else {
                return .seeOther("/u/mfa?state=\(login.id)")
            }
            outOfBandChallenges[sent.code] = nil
            return prove(login, call)
        case "oob":
            guard let sent = login.outOfBand else { return .seeOther("/u/mfa?state=\(login.id)") }
            guard let challenge = outOfBandChallenges[sent.code], now < challenge.expiresAt,
                challenge.bindingCode == form["code"]
            else { return wrong(login) ?? page(login, user, sent.factor, message: words.wrongCode) }
            outOfBandChallenges[sent.code] = nil
            return prove(login, call)
        default:
            guard let secret = user.confirmedAppSecret, let code = form["code"],
                redeem(code, ofApp: secret)
            else {
                return wrong(login) ?? login.secondFactorPage(user, .app, message: words.wrongCode).response(400)
            }
            return prove(login, call)
        }
    }

    /// Counts a wrong code; with the last one that is forgiven the login ends, as it does for programs.
    private mutating func wrong(_ login: BrowserLogin) -> HTTPResponse? {
        sessions.logins[login.id]?.attemptsLeft -= 1
        guard sessions.logins[login.id]?.attemptsLeft == 0 else { return nil }
        if let token = login.secondFactor { secondFactorLogins[token] = nil }
        if let sent = login.outOfBand { outOfBandChallenges[sent.code] = nil }
        return refusal(login, "access_denied", SecondFactorLogin.tooManyAttempts)
    }

    private mutating func prove(_ login: BrowserLogin, _ call: Call) -> HTTPResponse {
        if let token = login.secondFactor { secondFactorLogins[token] = nil }
        sessions.logins[login.id]?.outOfBand = nil
        sessions.logins[login.id]?.proof?.methods.append(LoginProof.secondFactor)
        // What was proved now belongs into a session that says so.
        sessions.logins[login.id]?.proof?.session = nil
        return proceed(login.id, call)
    }

    fileprivate mutating func enrollmentPage(
        _ login: BrowserLogin, message: String? = nil
    ) throws(Refusal) -> HTTPResponse {
        let user = try user(of: login)
        if user.appSecret == nil {
            let factor = SecondFactor(
                id: "dev_\(Secrets.hex(8))", kind: .app(secret: Secrets.hex(20)), isConfirmed: false)
            users[user.id]?.secondFactors.append(factor)
        }
        let secret = TOTP.base32(users[user.id]?.appSecret ?? "")
        let name = PercentEncoding.encode(user.record.email ?? user.id)
        let link = "otpauth://totp/emulator:\(name)?secret=\(secret)&issuer=emulator&algorithm=SHA1&digits=6&period=30"
        return login.enrollmentPage(secret: secret, link: link, message: message).response(message == nil ? 200 : 400)
    }

    fileprivate mutating func proveEnrollment(_ form: LoginForm, _ call: Call) throws(Refusal) -> HTTPResponse {
        let (login, user) = (form.login, try user(of: form.login))
        guard let secret = user.appSecret, let code = form["code"],
            let index = user.secondFactors.firstIndex(where: { $0.kind == .app(secret: secret) }),
            redeem(code, ofApp: secret)
        else {
            if let end = wrong(login) { return end }
            return try enrollmentPage(login, message: login.language.words.wrongCode)
        }
        users[user.id]?.secondFactors[index].isConfirmed = true
        let recoveryCode = user.recoveryCode ?? Secrets.hex(12).uppercased()
        users[user.id]?.recoveryCode = recoveryCode
        sessions.logins[login.id]?.newRecoveryCode = recoveryCode
        return prove(login, call)
    }
}

extension User {
    /// The secret of an authenticator app that was proved once.
    fileprivate var confirmedAppSecret: String? {
        for factor in confirmedFactors { if case .app(let secret) = factor.kind { return secret } }
        return nil
    }
}
