extension BrowserLogin {
    /// Creates the page that asks for a user name and a password, and offers the other login options.
    func loginPage(_ options: LoginOptions, identifier: String? = nil, message: String? = nil) -> Page {
        let words = language.words
        let named = identifier ?? request.loginHint ?? ""
        let fields: HTML = """
            \(Card.field(
                "username", words.identifier, value: named, autocomplete: "username webauthn", isFirst: named.isEmpty,
                error: message))\
            \(Card.field(
                "password", words.password, type: "password", autocomplete: "current-password", isFirst: !named.isEmpty,
                error: message))\
            <p class="forgotten"><a href="\(PasswordResetPages.requestPath)?state=\(id)">\(words.forgotPassword)</a></p>
            \(Card.button("default", words.continueButton))
            """
        let content: HTML = """
            \(Card.notice(message))\
            \(options.allowsPassword ? form("/u/login", fields) : nil)
            \(options.allowsSignup ? Card.aside(words.noAccount, words.signUp, "/u/signup?state=\(id)") : nil)
            \(options.isMoreThanPassword && options.allowsPassword ? Card.or(words) : nil)\
            \(options.allowsPasskey ? form("/u/passkey/begin", Card.button("login", words.withPasskey, kind: "plain")) : nil)
            \(passwordlessButtons(options))
            \(upstreamButtons(options))
            \(people(options))
            """
        return page(words.logIn, Card.box(words.welcome, lead, content))
    }

    /// Creates the sign-up page.
    func signupPage(_ options: LoginOptions, identifier: String? = nil, username: String? = nil, message: String? = nil)
        -> Page
    {
        let words = language.words
        let address = identifier ?? request.loginHint ?? ""
        let isInvited = request.invitation != nil
        // A sign-up with a passkey posts the same form without a password.
        let passkey: HTML = """
            <button type="submit" name="action" value="signup" formaction="/u/passkey/begin" formnovalidate \
            class="plain">\(words.createPasskey)</button>

            """
        let fields: HTML = """
            \(Card.field(
                "email", words.emailAddress, type: "email", value: address, autocomplete: "email",
                isFirst: address.isEmpty, isFixed: isInvited, error: message))\
            \(options.requiresUsername
                ? Card.field(
                    "username", words.username, value: username ?? "", autocomplete: "username", error: message) : nil)\
            \(Card.field(
                "password", words.password, type: "password", autocomplete: "new-password", isFirst: !address.isEmpty,
                error: message))\
            \(Card.button("default", words.continueButton))\
            \(options.allowsPasskey && !options.requiresUsername ? passkey : nil)
            """
        let content: HTML = """
            \(Card.notice(message))\
            \(form("/u/signup", fields))
            \(Card.aside(words.haveAccount, words.logIn, "/u/login?state=\(id)"))
            \(upstreamButtons(options))
            """
        return page(words.signUp, Card.box(words.signUpTitle, lead, content))
    }

    /// The organization and the client of the login.
    var lead: HTML {
        let place: HTML? = organization.map { "\(Card.name($0.displayName)) · " }
        return "\(language.words.continueTo) <strong>\(place)\(Card.name(request.client.name))</strong>"
    }

    /// The users who can be logged in with a click.
    private func people(_ options: LoginOptions) -> HTML? {
        guard !options.people.isEmpty else { return nil }
        let buttons = options.people.map { person -> HTML in
            "<button type=\"submit\" name=\"user\" value=\"\(person.id)\" class=\"plain\">\(person.login)</button>\n"
        }
        return """
            <details class="ways"><summary>\(language.words.people)</summary>
            \(form("/u/person", "\(buttons)"))
            </details>

            """
    }

    private func passwordlessButtons(_ options: LoginOptions) -> [HTML] {
        options.passwordless.map { connection in
            form(
                "/u/passwordless/begin",
                """
                <input type="hidden" name="connection" value="\(connection.name)">
                \(Card.button(
                    "passwordless", connection.strategy == .email ? language.words.codeByEmail : language.words.codeByText,
                    kind: "plain"))
                """)
        }
    }

    private func upstreamButtons(_ options: LoginOptions) -> [HTML] {
        options.upstream.map { connection in
            form(
                "/u/upstream/begin",
                """
                <input type="hidden" name="connection" value="\(connection.name)">
                \(Card.button("upstream", "\(language.words.continueWith) \(connection.displayName)", kind: "plain"))
                """)
        }
    }
}

/// The login options of a page.
struct LoginOptions: Sendable {
    /// The database connections, in the order in which a password is tried.
    let databases: [Connection]
    /// The connections of upstream providers.
    let upstream: [Connection]
    /// The connections with one-time codes.
    let passwordless: [Connection]
    /// The first users of the databases, who can be logged in with a click.
    var people: [(id: String, login: String)] = []

    var allowsPassword: Bool { !databases.isEmpty }
    var allowsSignup: Bool { databases.first?.allowsSignup == true }
    var allowsPasskey: Bool { databases.contains(where: \.allowsPasskeys) }
    var requiresUsername: Bool { databases.first?.requiresUsername == true }
    var isMoreThanPassword: Bool { allowsPasskey || !upstream.isEmpty || !passwordless.isEmpty }
}
