import ByteEncodings
import OpenSSLCryptography

extension Route {
    /// The pages for passkeys.
    ///
    /// Browsers support passkeys only for host names. A browser that addressed `127.0.0.1` visits the tenant as
    /// `localhost` for the ceremony and returns with a ticket, because the two hosts do not share cookies.
    static let passkeyPages = [
        page("POST", "/u/passkey/begin") { form, tenant throws(Refusal) in try tenant.beginPasskey(form) },
        Route("GET", "/u/passkey") { context, tenant throws(Refusal) in
            let (login, ceremony) = try tenant.ceremony(context.fields(), context)
            return login.passkeyPage(ceremony).response()
        },
        Route("POST", "/u/passkey") { context, tenant throws(Refusal) in try tenant.finishPasskey(context) },
        page("GET", "/u/passkey/return") { form, tenant throws(Refusal) in
            guard let result = form.login.ceremony?.result, let ticket = form["ticket"],
                ConstantTime.areEqual(ticket, result.ticket)
            else { throw Refusal(tenant.errorPage(400, form.login.words.expired, form.login.language)) }
            tenant.sessions.logins[form.login.id]?.ceremony = nil
            return tenant.accept(result.proof, in: form.login, form.context)
        },
    ]
}

extension TenantState {
    /// The relying party of the login pages.
    private var browserParty: RelyingParty {
        let origins = Set(configuration.passkeyOrigins + [passkeyOrigin.text, domain])
        return RelyingParty(id: configuration.relyingPartyID ?? passkeyOrigin.host, origins: origins)
    }

    fileprivate mutating func beginPasskey(_ form: LoginForm) throws(Refusal) -> HTTPResponse {
        let (login, words) = (form.login, form.login.words)
        guard let database = loginOptions(for: login).databases.first(where: \.allowsPasskeys) else {
            throw Refusal(errorPage(400, words.passkeyFailed, login.language))
        }
        let isSignup = form["action"] == "signup"
        let purpose: PasskeyChallenge.Purpose
        if isSignup {
            guard let user = newPasskeyUser(form, database) else {
                let options = loginOptions(for: login)
                return login.signupPage(options, identifier: form["email"], message: words.signupRefused).response(400)
            }
            purpose = .signup(user)
        } else {
            purpose = .login(connection: database.name)
        }
        let begun = beginCeremony(purpose, clientID: login.request.client.id, for: browserParty)
        let options = begun["authn_params_public_key"] ?? .null
        let ceremony = BrowserLogin.Ceremony(
            session: begun["auth_session"]?.string ?? "", options: options.encodedText,
            isSignup: isSignup, ticket: Secrets.token(24))
        sessions.logins[login.id]?.ceremony = ceremony
        return .found("\(passkeyOrigin.text)/u/passkey?state=\(login.id)&ticket=\(ceremony.ticket)")
    }

    /// Creates the user of a sign-up; `nil` if the address is invalid or taken, or the connection does not allow
    /// sign-up.
    private func newPasskeyUser(_ form: LoginForm, _ database: Connection) -> User? {
        guard database.allowsSignup, let email = invited(form.login) ?? form["email"], email.isAddress else {
            return nil
        }
        var record = newRecord(in: database)
        record.email = email
        record.profile = record.defaultProfile
        let user = User(record: record, at: clock.now)
        return (try? checkIsNew(user)) == nil ? nil : user
    }

    /// Finds the ceremony of a ticket, which replaces the browser's cookie.
    fileprivate func ceremony(
        _ fields: [String: String], _ context: RequestContext
    ) throws(Refusal) -> (BrowserLogin, BrowserLogin.Ceremony) {
        guard let login = fields["state"].flatMap({ sessions.logins[$0] }), now < login.expiresAt,
            let ceremony = login.ceremony, let ticket = fields["ticket"],
            ConstantTime.areEqual(ticket, ceremony.ticket)
        else { throw Refusal(errorPage(400, context.language.words.expired, context.language)) }
        return (login, ceremony)
    }

    fileprivate mutating func finishPasskey(_ context: RequestContext) throws(Refusal) -> HTTPResponse {
        let fields = try context.fields()
        var (login, ceremony) = try ceremony(fields, context)
        let proof: LoginProof
        do throws(RelyingParty.Defect) {
            guard let text = fields["authn_response"], let value = try? JSONValue(parsing: Array(text.utf8)) else {
                throw RelyingParty.Defect("authn_response")
            }
            guard let sent = endCeremony(ceremony.session),
                let database = loginOptions(for: login).databases.first(where: \.allowsPasskeys)
            else { throw RelyingParty.Defect("expired") }
            let user = try user(of: AuthenticatorResponse(value), sent, database)
            // The authenticator has verified its user, which counts as a second factor.
            proof = LoginProof(
                userID: user.id, connection: user.record.connection, authenticatedAt: now,
                methods: [LoginProof.secondFactor])
        } catch {
            let words = login.words
            // The ceremony is consumed, so the user has to begin another one.
            return errorPage(
                400, "\(words.passkeyFailed) (\(error.description))", login.language,
                back: "\(login.origin)/u/login?state=\(login.id)")
        }
        let ticket = Secrets.token(24)
        ceremony.result = (ticket, proof)
        sessions.logins[login.id]?.ceremony = ceremony
        return .found("\(login.origin)/u/passkey/return?state=\(login.id)&ticket=\(ticket)")
    }
}
