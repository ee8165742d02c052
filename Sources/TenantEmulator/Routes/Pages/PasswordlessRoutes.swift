import ByteEncodings

extension Route {
    /// The pages for one-time codes that replace a password.
    static let passwordlessPages = [
        begin("/u/passwordless"),
        page("GET", "/u/passwordless") { form, _, tenant throws(Refusal) in
            let connection = try tenant.connection(of: form, among: \.passwordless)
            let address = tenant.invited(form.login) ?? form.login.request.loginHint
            return form.login.addressPage(connection, address: address).response()
        },
        page("POST", "/u/passwordless") { form, _, tenant throws(Refusal) in try tenant.sendCode(form) },
        page("GET", "/u/passwordless/code") { form, context, tenant throws(Refusal) in
            let login = form.login
            guard let sent = login.sentCode else { return tenant.proceed(login.id, context) }
            return login.codePage(sent).response()
        },
        page("POST", "/u/passwordless/code") { form, context, tenant throws(Refusal) in
            try tenant.proveCode(form, context)
        },
    ]
}

extension TenantState {
    /// Sends a code and redirects to the page on which it is entered.
    fileprivate mutating func sendCode(_ form: LoginForm) throws(Refusal) -> HTTPResponse {
        let (login, words) = (form.login, form.login.language.words)
        let connection = try connection(of: form, among: \.passwordless)
        let isEmail = connection.strategy == .email
        guard let address = form["address"], isEmail ? address.isAddress : address.isPhoneNumber else {
            return login.addressPage(connection, address: form["address"], message: words.wrongAddress).response(400)
        }
        guard connection.allowsSignup || owner(of: address, in: connection.name) != nil else {
            return login.addressPage(connection, address: address, message: words.signupRefused).response(400)
        }
        let code = newCode(for: OneTimeCodes.Key(connection: connection.name, address: address.lowercased()))
        send(.verificationCode, to: address, by: isEmail ? .email : .sms, code: code)
        sessions.logins[login.id]?.sentCode = SentCode(connection: connection.name, address: address)
        return .found("/u/passwordless/code?state=\(login.id)")
    }

    fileprivate mutating func proveCode(_ form: LoginForm, _ context: RequestContext) throws(Refusal) -> HTTPResponse {
        let (login, words) = (form.login, form.login.language.words)
        guard let sent = login.sentCode, let connection = connection(sent.connection) else {
            return proceed(login.id, context)
        }
        switch redeem(
            form["code"] ?? "", for: OneTimeCodes.Key(connection: sent.connection, address: sent.address.lowercased()))
        {
        case .right: break
        case .wrong: return login.codePage(sent, message: words.wrongCode).response(400)
        case .expired, .exhausted: return login.codePage(sent, message: words.spentCode).response(400)
        }
        return accept(try passwordlessUser(sent.address, connection), of: connection, in: login, context)
    }
}
