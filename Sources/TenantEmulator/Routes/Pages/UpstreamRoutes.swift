import ByteEncodings
import OpenSSLCryptography

extension Route {
    /// The pages of an emulated upstream provider.
    static let upstreamPages = [
        begin("/u/upstream"),
        page("GET", "/u/upstream") { form, tenant throws(Refusal) in
            let connection = try tenant.connection(of: form, among: \.upstream)
            // A session at the upstream provider makes its page unnecessary.
            if let address = tenant.sessions.upstream[form.login.browser]?[connection.name],
                !form.login.request.prompts.contains(.login)
            {
                return tenant.logIn(address, through: connection, form)
            }
            return form.login.upstreamPage(connection).response()
        },
        page("POST", "/u/upstream") { form, tenant throws(Refusal) in
            let connection = try tenant.connection(of: form, among: \.upstream)
            guard form["action"] != "cancel" else {
                return tenant.refusal(
                    form.login, "access_denied", "The user cancelled at \(connection.displayName)", form.context)
            }
            guard let address = form["email"], address.isAddress else {
                return form.login.upstreamPage(connection, message: form.login.words.missing).response(400)
            }
            let sessions = tenant.sessions.upstream[form.login.browser] ?? [:]
            tenant.sessions.upstream.keep(sessions.merging([connection.name: address]) { $1 }, as: form.login.browser)
            return tenant.logIn(address, through: connection, form)
        },
    ]
}

extension TenantState {
    /// Logs in the user that the upstream provider has authenticated; creates the user if necessary.
    fileprivate mutating func logIn(
        _ address: String, through connection: Connection, _ form: LoginForm
    ) -> HTTPResponse {
        let user = owner(of: address, in: connection.name) ?? newUser(address, connection)
        return accept(user, of: connection, in: form.login, form.context)
    }

    private mutating func newUser(_ address: String, _ connection: Connection) -> User {
        // The ID depends on the address only, so that a person has the same ID at every tenant.
        let digest = HashAlgorithm.sha256.digest(of: Array(address.lowercased().utf8))
        let number = digest.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        var record = User.Record(
            id: "\(connection.provider)|\(number)", connection: connection.name, provider: connection.provider)
        (record.email, record.emailVerified) = (address, true)
        return add(record)
    }
}

extension BrowserLogin {
    fileprivate func upstreamPage(_ connection: Connection, message: String? = nil) -> Page {
        let hidden: HTML = "<input type=\"hidden\" name=\"connection\" value=\"\(connection.name)\">"
        let content: HTML = """
            \(Card.hint(words.played))\
            \(Card.notice(message))\
            \(form("/u/upstream", """
                \(hidden)\
                \(Card.field(
                    "email", words.emailAddress, type: "email", value: request.loginHint ?? "", autocomplete: "email",
                    isFirst: true, error: message))\
                \(Card.button("default", words.continueButton))
                """))
            \(form("/u/upstream", "\(hidden)\(Card.button("cancel", words.cancel, kind: "plain"))"))
            """
        return page(connection.displayName, Card.box(connection.displayName, lead, content))
    }
}
