import ByteEncodings

extension Route {
    static let loginPages = [
        page("GET", "/u/login") { form, tenant throws(Refusal) in tenant.loginPage(form.login) },
        page("POST", "/u/login") { form, tenant throws(Refusal) in tenant.logIn(form) },
        page("POST", "/u/person") { form, tenant throws(Refusal) in try tenant.logInPerson(form) },
        page("GET", "/u/signup") { form, tenant throws(Refusal) in tenant.signupPage(form.login) },
        page("POST", "/u/signup") { form, tenant throws(Refusal) in tenant.signUp(form) },
    ]

    /// Creates the route of the buttons that lead to the page of a connection without a password.
    static func begin(_ path: String) -> Route {
        page("POST", path + "/begin") { form, _ throws(Refusal) in
            let name = PercentEncoding.encode(form["connection"] ?? "")
            return .found("\(path)?state=\(form.login.id)&connection=\(name)")
        }
    }
}

extension TenantState {
    /// Returns the login options: of the requested connection, of the organization, or all.
    func loginOptions(for login: BrowserLogin) -> LoginOptions {
        let allowed = login.organization?.connections ?? []
        let usual = connections.filter { $0.strategy != .database || $0.name == defaultDirectory }
        let offered =
            login.request.connection.map { [$0] }
            ?? (allowed.isEmpty ? usual : connections.filter { allowed.contains($0.name) })
        return LoginOptions(
            databases: offered.filter { $0.strategy == .database },
            upstream: offered.filter { $0.strategy == .upstream }, passwordless: offered.filter(\.isPasswordless))
    }

    /// Finds the connection that a form names.
    func connection(of form: LoginForm, among options: (LoginOptions) -> [Connection]) throws(Refusal) -> Connection {
        guard let found = options(loginOptions(for: form.login)).first(where: { $0.name == form["connection"] }) else {
            throw Refusal(errorPage(400, "the connection was not found", form.login.language))
        }
        return found
    }

    /// Logs in a user who was just authenticated.
    mutating func accept(
        _ user: User, of connection: Connection, in login: BrowserLogin, _ context: RequestContext
    ) -> HTTPResponse {
        accept(LoginProof(userID: user.id, connection: connection.name, authenticatedAt: now), in: login, context)
    }

    fileprivate mutating func loginPage(
        _ login: BrowserLogin, identifier: String? = nil, message: String? = nil
    ) -> HTTPResponse {
        var options = loginOptions(for: login)
        if allowsClickedLogins {
            options.people = people(in: options.databases.map(\.name), limit: Self.shownPeople, login.language)
        }
        guard options.allowsPassword || options.isMoreThanPassword else {
            let advice = "No connection is enabled for this login: set default_directory in the seed."
            return errorPage(400, advice, login.language)
        }
        // A single option without alternatives needs no selection.
        let others = options.upstream + options.passwordless
        if options.databases.isEmpty, let only = others.first, others.count == 1, message == nil {
            let path = only.isPasswordless ? "/u/passwordless" : "/u/upstream"
            return .found("\(path)?state=\(login.id)&connection=\(PercentEncoding.encode(only.name))")
        }
        if let template = configuration.loginPage {
            return customPage(template, login, message: message)
        }
        return login.loginPage(options, identifier: identifier ?? invited(login), message: message)
            .response(message == nil ? 200 : 400).because(message)
    }

    private static let shownPeople = 50

    /// Logs in the user of a button, as with the correct password.
    fileprivate mutating func logInPerson(_ form: LoginForm) throws(Refusal) -> HTTPResponse {
        guard allowsClickedLogins else {
            throw Refusal(
                errorPage(403, "Other hosts can reach this page: log in with a password", form.login.language))
        }
        let databases = loginOptions(for: form.login).databases.map(\.name)
        guard let user = form["user"].flatMap({ users[$0] }), databases.contains(user.record.connection) else {
            throw Refusal(errorPage(400, "There is no such user", form.login.language))
        }
        let proof = LoginProof(userID: user.id, connection: user.record.connection, authenticatedAt: now)
        return accept(proof, in: form.login, form.context)
    }

    fileprivate func signupPage(
        _ login: BrowserLogin, _ form: LoginForm? = nil, message: String? = nil
    ) -> HTTPResponse {
        let options = loginOptions(for: login)
        guard options.allowsSignup else {
            return login.loginPage(options, message: login.words.signupRefused).response(400)
        }
        return login.signupPage(
            options, identifier: form?["email"] ?? invited(login), username: form?["username"], message: message
        ).response(message == nil ? 200 : 400)
    }

    func invited(_ login: BrowserLogin) -> String? {
        login.request.invitation.flatMap { sessions.invitations[$0]?.address }
    }

    fileprivate mutating func logIn(_ form: LoginForm) -> HTTPResponse {
        let (login, words) = (form.login, form.login.words)
        guard let username = form["username"], let password = form["password"] else {
            return loginPage(login, identifier: form["username"], message: words.missing)
        }
        var message = words.wrongPassword
        for database in loginOptions(for: login).databases {
            do throws(Refusal) {
                let user = try checkPassword(password, of: username, in: database, at: login.request.client.id)
                return accept(user, of: database, in: login, form.context)
            } catch {
                if error.fields.error == "too_many_attempts" { message = words.blocked }
            }
        }
        return loginPage(login, identifier: username, message: message)
    }

    fileprivate mutating func signUp(_ form: LoginForm) -> HTTPResponse {
        let (login, words) = (form.login, form.login.words)
        guard let database = loginOptions(for: login).databases.first else { return signupPage(login, form) }
        var members = form.fields.filter { ["username", "password"].contains($0.key) }
        // An invitation is valid for one address only, regardless of the form.
        members["email"] = invited(login) ?? form["email"]
        members["client_id"] = login.request.client.id
        members["connection"] = database.name
        guard let email = members["email"], form["password"] != nil else {
            return signupPage(login, form, message: words.missing)
        }
        do throws(Refusal) {
            _ = try signUp(Parameters(members.mapValues { .string($0) }))
        } catch {
            let isWeak = (try? JSONValue(parsing: error.response.body))?["name"]?.string == "PasswordStrengthError"
            let known = login.language == .english ? error.fields.description : words.signupRefused
            return signupPage(login, form, message: isWeak ? database.policy.advice(words) : known)
        }
        guard let user = owner(of: email, in: database.name) else { return signupPage(login, form) }
        return accept(user, of: database, in: login, form.context)
    }
}
