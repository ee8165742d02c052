import ByteEncodings
import OpenSSLCryptography

extension Route {
    /// The pages behind the links of mails, and the page that asks for a link to set a new password.
    ///
    /// A ticket cannot be guessed, so the forms need no CSRF token.
    static let ticketPages = [
        Route("GET", Ticket.Purpose.verifyAddress.rawValue) { context, tenant throws(Refusal) in
            try tenant.verifyAddress(context)
        },
        Route("GET", Ticket.Purpose.unblock.rawValue) { context, tenant throws(Refusal) in
            try tenant.unblock(context)
        },
        Route("GET", Ticket.Purpose.resetPassword.rawValue) { context, tenant throws(Refusal) in
            let (id, ticket) = try tenant.redeemable(.resetPassword, context)
            return PasswordResetPages.password(id, ticket.address, tenant, context.language).response()
        },
        Route("POST", Ticket.Purpose.resetPassword.rawValue) { context, tenant throws(Refusal) in
            try tenant.resetPassword(context)
        },
        page("GET", PasswordResetPages.requestPath) { form, _ throws(Refusal) in
            form.login.resetRequestPage(address: form.login.request.loginHint).response()
        },
        page("POST", PasswordResetPages.requestPath) { form, tenant throws(Refusal) in tenant.requestReset(form) },
        Route("GET", "/passwordless/verify_redirect") { context, tenant throws(Refusal) in
            try tenant.followLoginLink(context)
        },
    ]
}

extension TenantState {
    fileprivate func redeemable(
        _ purpose: Ticket.Purpose, _ context: RequestContext
    ) throws(Refusal) -> (id: String, ticket: Ticket) {
        guard let id = try context.fields()["ticket"], let ticket = ticket(id, for: purpose) else {
            throw Refusal(errorPage(400, context.language.words.spentLink, context.language))
        }
        return (id, ticket)
    }

    fileprivate mutating func verifyAddress(_ context: RequestContext) throws(Refusal) -> HTTPResponse {
        let (id, ticket) = try redeemable(.verifyAddress, context)
        sessions.tickets[id] = nil
        users[ticket.userID]?.record.emailVerified = true
        users[ticket.userID]?.updatedAt = clock.now
        record(.addressVerification, users[ticket.userID])
        return finish(ticket, "Your email was verified. You can continue using the application.", context) {
            $0.addressVerified
        }
    }

    fileprivate mutating func unblock(_ context: RequestContext) throws(Refusal) -> HTTPResponse {
        let (id, ticket) = try redeemable(.unblock, context)
        sessions.tickets[id] = nil
        forgetFailures(of: ticket.userID)
        return finish(ticket, "Your account has been unblocked.", context) { $0.unblocked }
    }

    fileprivate mutating func resetPassword(_ context: RequestContext) throws(Refusal) -> HTTPResponse {
        let (id, ticket) = try redeemable(.resetPassword, context)
        let (fields, words) = (try context.fields(), context.language.words)
        func again(_ message: String) -> HTTPResponse {
            PasswordResetPages.password(id, ticket.address, self, context.language, message: message).response(400)
        }
        guard let password = fields["password"], !password.isEmpty else { return again(words.missing) }
        guard password == fields["repeated"] else { return again(words.passwordsDiffer) }
        guard let user = users[ticket.userID], let database = connection(user.record.connection) else {
            throw Refusal(errorPage(400, words.spentLink, context.language))
        }
        guard database.policy.accepts(password) else { return again(database.policy.advice(words)) }
        guard !database.isUsed(password, replacing: user.record.password) else { return again(words.usedPassword) }
        guard let hash = try? hash(password) else { throw .oauth(500, "server_error", "Cannot store the password") }
        sessions.tickets[id] = nil
        users[user.id]?.record.password = hash
        // A link in a mail proves that the address is the user's; a link that a program sends, if the program says so.
        if ticket.verifiesAddress { users[user.id]?.record.emailVerified = true }
        users[user.id]?.updatedAt = clock.now
        forgetFailures(of: user.id)
        record(.passwordChange, user)
        // A person who has only the old password loses access.
        tokens.refresh.revokeAll { $0.userID == user.id }
        endSessions(of: user.id)
        return finish(ticket, "You can now login to the application with the new password.", context) {
            $0.passwordChanged
        }
    }

    private func finish(
        _ ticket: Ticket, _ message: String, _ context: RequestContext, _ text: (Wording) -> String
    ) -> HTTPResponse {
        guard let url = ticket.resultURL else { return donePage(text(context.language.words), context.language) }
        let address = ticket.namesAddress ? [(name: "email", value: ticket.address)] : []
        let fields = address + [("success", "true"), ("message", message)]
        return .found(context.address(url, adding: fields))
    }

    /// Sends a link to set a new password; the response is the same for an unknown address.
    fileprivate mutating func requestReset(_ form: LoginForm) -> HTTPResponse {
        let (login, words) = (form.login, form.login.words)
        guard let address = form["email"], address.isAddress else {
            return login.resetRequestPage(address: form["email"], message: words.wrongAddress).response(400)
        }
        for database in loginOptions(for: login).databases {
            if let user = user(address, in: database.name) { sendPasswordReset(to: user, address) }
        }
        return login.resetSentPage(address).response()
    }

    mutating func sendPasswordReset(to user: User, _ address: String) {
        send(.passwordReset, to: address, by: .email, link: newTicket(.resetPassword, for: user.id, address))
    }

    mutating func sendAddressConfirmation(to userID: String, _ address: String) {
        send(.addressConfirmation, to: address, by: .email, link: newTicket(.verifyAddress, for: userID, address))
    }
}

extension TenantState {
    /// Logs in the person who followed the link of a mail, and continues the authorization request in it.
    fileprivate mutating func followLoginLink(_ context: RequestContext) throws(Refusal) -> HTTPResponse {
        var fields = try context.query()
        let (language, code) = (context.language(fields["ui_locales"]), fields.removeValue(forKey: "verification_code"))
        guard let address = fields.removeValue(forKey: "email"), let code,
            let connection = fields["connection"].flatMap(connection), connection.strategy == .email
        else { throw Refusal(errorPage(400, language.words.spentLink, language)) }
        let request: AuthorizationRequest
        do throws(AuthorizationDefect) {
            request = try authorizationRequest(fields, isMailed: true)
        } catch { return response(to: error, context, language) }
        guard case .right = redeem(code, for: OneTimeCodes.Key(connection, address)) else {
            throw Refusal(errorPage(400, language.words.spentLink, language))
        }
        let user = try passwordlessUser(address, connection)
        return begin(
            request, context, proof: LoginProof(userID: user.id, connection: connection.name, authenticatedAt: now))
    }
}
