extension BrowserLogin {
    /// Creates the page that asks for a user name and a password, and offers the other login options.
    func loginPage(_ options: LoginOptions, identifier: String? = nil, message: String? = nil) -> Page {
        let named = identifier ?? request.loginHint ?? ""
        let fields: HTML = """
            \(Card.field(
                "username", words.identifier, value: named, autocomplete: "username webauthn", isFirst: named.isEmpty,
                error: message))\
            \(Card.field(
                "password", words.password, type: "password", autocomplete: "current-password", isFirst: !named.isEmpty,
                error: message))\
            \(Card.passwordOptions(words, "<a href=\"\(PasswordResetPages.requestPath)?state=\(id)\">\(words.forgotPassword)</a>"))\
            \(Card.button("default", words.continueButton))
            """
        let content: HTML = """
            \(Card.notice(message))\
            \(options.allowsPassword ? form("/u/login", fields) : nil)
            \(people(options))\
            \(options.allowsSignup ? Card.aside(words.noAccount, words.signUp, "/u/signup?state=\(id)") : nil)
            \(wasAskedForOrganization
                ? Card.aside("", words.otherOrganization, "/u/organization?state=\(id)") : nil)\
            \(options.isMoreThanPassword && options.allowsPassword ? Card.or(words) : nil)\
            \(ways(options))
            """
        return page(words.logIn, Card.box(words.welcome, lead, content), scripts: Card.passwordScripts)
    }

    func signupPage(_ options: LoginOptions, identifier: String? = nil, username: String? = nil, message: String? = nil)
        -> Page
    {
        let address = identifier ?? request.loginHint ?? ""
        let isInvited = request.invitation != nil
        // A sign-up with a passkey posts the same form without a password.
        let passkey: HTML = """
            <button type="submit" name="action" value="signup" formaction="/u/passkey/begin" formnovalidate \
            class="plain">\(Icon.passkey)<span>\(words.createPasskey)</span></button>

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
            \(Card.passwordOptions(words))\
            \(options.databases.first?.policy.hint(words).map(Card.hint))\
            \(Card.button("default", words.continueButton))\
            \(options.allowsPasskey && !options.requiresUsername ? passkey : nil)
            """
        let content: HTML = """
            \(Card.notice(message))\
            \(form("/u/signup", fields))
            \(Card.aside(words.haveAccount, words.logIn, "/u/login?state=\(id)"))
            <div class="alternatives">\(upstreamButtons(options))</div>
            """
        return page(words.signUp, Card.box(words.signUpTitle, lead, content), scripts: Card.passwordScripts)
    }

    /// Whether the user entered the organization, which the request does not name.
    var wasAskedForOrganization: Bool { organization != nil && request.organizationPrompt == .beforeLogin }

    /// The organization and the client of the login.
    var lead: HTML {
        let place: HTML? = organization.map { "\(Card.name($0.displayName)) · " }
        return "\(words.continueTo) <strong>\(place)\(Card.name(request.client.name))</strong>"
    }

    /// The users who can be logged in with a click, each with its purposes.
    private func people(_ options: LoginOptions) -> HTML? {
        guard !options.people.isEmpty else { return nil }
        let buttons = options.people.map { person in
            Card.button(person.id, label: person.summary, name: "user", kind: "person")
        }
        return """
            <details class="people"><summary>\(words.people)</summary>
            \(form("/u/person", "\(buttons)"))
            </details>

            """
    }

    /// The ways to log in without a password.
    private func ways(_ options: LoginOptions) -> HTML {
        let passkey =
            options.allowsPasskey
            ? form("/u/passkey/begin", Card.way("login", Icon.passkey, "\(words.withPasskey)")) : nil
        return """
            <div class="alternatives">
            \(passkey)
            \(passwordlessButtons(options))
            \(upstreamButtons(options))
            </div>
            """
    }

    private func passwordlessButtons(_ options: LoginOptions) -> [HTML] {
        options.passwordless.map { connection in
            connection.strategy == .email
                ? button("passwordless", of: connection, Icon.mail, "\(words.codeByEmail)")
                : button("passwordless", of: connection, Icon.phone, "\(words.codeByText)")
        }
    }

    private func upstreamButtons(_ options: LoginOptions) -> [HTML] {
        options.upstream.map { connection in
            let label: HTML = "<span class=\"unseen\">\(words.continueWith)</span> \(connection.displayName)"
            return button("upstream", of: connection, Icon.provider(connection.displayName), label)
        }
    }

    private func button(_ action: String, of connection: Connection, _ icon: HTML, _ label: HTML) -> HTML {
        form(
            "/u/\(action)/begin",
            """
            <input type="hidden" name="connection" value="\(connection.name)">
            \(Card.way(action, icon, label))
            """)
    }
}

struct LoginOptions: Sendable {
    /// The database connections, in the order in which a password is tried.
    let databases: [Connection]
    let upstream: [Connection]
    /// The connections with one-time codes.
    let passwordless: [Connection]
    /// The first users of the databases, who can be logged in with a click.
    var people: [Person] = []

    var allowsPassword: Bool { !databases.isEmpty }
    var allowsSignup: Bool { databases.first?.allowsSignup == true }
    var allowsPasskey: Bool { databases.contains(where: \.allowsPasskeys) }
    var requiresUsername: Bool { databases.first?.requiresUsername == true }
    var isMoreThanPassword: Bool { allowsPasskey || !upstream.isEmpty || !passwordless.isEmpty }
}
