import ByteEncodings

extension Route {
    static let passwordlessPages = [
        begin("/u/passwordless"),
        page("GET", "/u/passwordless") { form, tenant throws(Refusal) in
            let connection = try tenant.connection(of: form, among: \.passwordless)
            let address = tenant.invited(form.login) ?? form.login.request.loginHint
            return form.login.addressPage(connection, address: address).response()
        },
        page("POST", "/u/passwordless") { form, tenant throws(Refusal) in try tenant.sendCode(form) },
        page("GET", "/u/passwordless/code") { form, tenant throws(Refusal) in
            form.login.sentCode.map { form.login.codePage($0).response() }
                ?? tenant.proceed(form.login.id, form.context)
        },
        page("POST", "/u/passwordless/code") { form, tenant throws(Refusal) in try tenant.proveCode(form) },
    ]
}

extension TenantState {
    /// Sends a code and redirects to the page on which it is entered.
    fileprivate mutating func sendCode(_ form: LoginForm) throws(Refusal) -> HTTPResponse {
        let (login, words) = (form.login, form.login.words)
        let connection = try connection(of: form, among: \.passwordless)
        guard let address = form["address"], connection.accepts(address: address) else {
            return login.addressPage(connection, address: form["address"], message: words.wrongAddress).response(400)
        }
        guard admits(address, to: connection) else {
            return login.addressPage(connection, address: address, message: words.signupRefused).response(400)
        }
        sendCode(to: address, connection)
        sessions.logins[login.id]?.sentCode = SentCode(connection: connection.name, address: address)
        return .found("/u/passwordless/code?state=\(login.id)")
    }

    fileprivate mutating func proveCode(_ form: LoginForm) throws(Refusal) -> HTTPResponse {
        let (login, words) = (form.login, form.login.words)
        guard let sent = login.sentCode, let connection = connection(sent.connection) else {
            return proceed(login.id, form.context)
        }
        switch redeem(form["code"] ?? "", for: OneTimeCodes.Key(connection, sent.address)) {
        case .right: break
        case .wrong: return login.codePage(sent, message: words.wrongCode).response(400)
        case .expired, .exhausted: return login.codePage(sent, message: words.spentCode).response(400)
        }
        return accept(try passwordlessUser(sent.address, connection), of: connection, in: login, form.context)
    }
}
