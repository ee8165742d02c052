import ByteEncodings

extension Route {
    static let consentPages = [
        page("GET", "/u/consent", at: [.consent]) { form, tenant throws(Refusal) in
            let login = form.login
            guard let user = tenant.user(of: login) else { return tenant.proceed(login.id, form.context) }
            let scopes = tenant.granted(
                login.request.scopes, of: login.request.audience, to: user, in: login.organization)
            return login.consentPage(scopes, address: user.record.login).response()
        },
        page("POST", "/u/consent", at: [.consent]) { form, tenant throws(Refusal) in
            guard form["action"] == "accept", let user = tenant.user(of: form.login) else {
                return tenant.refusal(form.login, "access_denied", "User did not authorize the request", form.context)
            }
            tenant.remember(consentTo: form.login, by: user)
            tenant.sessions.logins[form.login.id]?.hasConsented = true
            return tenant.proceed(form.login.id, form.context)
        },
        page("GET", "/u/account", at: [.account]) { form, tenant throws(Refusal) in
            form.login.accountPage(address: tenant.user(of: form.login)?.record.login ?? "").response()
        },
        page("POST", "/u/account", at: [.account]) { form, tenant throws(Refusal) in
            tenant.sessions.logins[form.login.id]?.hasChosenAccount = true
            if form["action"] != "this" { tenant.sessions.logins[form.login.id]?.proof = nil }
            return tenant.proceed(form.login.id, form.context)
        },
    ]

    static let organizationPages = [
        Route("GET", "/u/organization") { context, tenant throws(Refusal) in
            try tenant.organizationForm(context).login.organizationPage().response()
        },
        Route("POST", "/u/organization") { context, tenant throws(Refusal) in
            let form = try tenant.organizationForm(context)
            guard let organization = form["organization"].flatMap(tenant.organization) else {
                let message = form.login.words.unknownOrganization
                return form.login.organizationPage(message: message).response(400)
            }
            tenant.sessions.logins[form.login.id]?.organization = organization
            return tenant.proceed(form.login.id, context)
        },
        page("GET", "/u/organization-choice", at: [.organizationChoice]) { form, tenant throws(Refusal) in
            let organizations = tenant.organizations(of: form.login)
            guard !organizations.isEmpty else {
                return tenant.refusal(
                    form.login, "access_denied", "user is not part of any organization", form.context)
            }
            return form.login.organizationChoicePage(organizations).response()
        },
        page("POST", "/u/organization-choice", at: [.organizationChoice]) { form, tenant throws(Refusal) in
            let organization = tenant.organizations(of: form.login).first { $0.id == form["organization"] }
            tenant.sessions.logins[form.login.id]?.organization = organization
            if form["action"] == "other" { tenant.sessions.logins[form.login.id]?.proof = nil }
            return tenant.proceed(form.login.id, form.context)
        },
        page("GET", "/u/invitation", at: [.invitation]) { form, tenant throws(Refusal) in
            let name = form.login.organization?.displayName ?? ""
            return form.login.invitationPage(name, address: tenant.invited(form.login) ?? "").response()
        },
        page("POST", "/u/invitation", at: [.invitation]) { form, tenant throws(Refusal) in
            let login = form.login
            tenant.sessions.logins[login.id]?.hasAcceptedInvitation = true
            // A person without an account continues at the sign-up page.
            let isNew = tenant.invited(login).flatMap { tenant.anyUser($0) } == nil
            guard isNew, login.proof == nil else { return tenant.proceed(login.id, form.context) }
            return .found("/u/signup?state=\(login.id)")
        },
    ]
}

extension TenantState {
    /// Finds the login of the page that asks for an organization, to which the login page leads back.
    fileprivate mutating func organizationForm(_ context: RequestContext) throws(Refusal) -> LoginForm {
        let form = try loginForm(context)
        let isBack = form.login.wasAskedForOrganization && form.login.proof == nil
        return isBack ? form : try loginForm(context, at: [.organization])
    }

    fileprivate func organizations(of login: BrowserLogin) -> [Organization] {
        user(of: login).map { user in organizations.filter { $0.has(user) } } ?? []
    }
}

extension User.Record {
    /// The identifier that the user logs in with.
    var login: String { email ?? username ?? phoneNumber ?? id }
}

extension Invitation {
    /// The usual lifetime in seconds: seven days.
    static let lifetime = 604_800
    /// The longest lifetime of an invitation or a ticket that a request may name, in seconds: 30 days.
    static let longestLifetime = 2_592_000
}

extension TenantState {
    /// Creates an invitation and, unless a program does so itself, sends it.
    mutating func newInvitation(
        to organization: Organization, _ address: String, _ client: Client, loginURL: String, lifetime: Int,
        isSent: Bool = true, _ complete: (inout Invitation) -> Void = { _ in }
    ) -> (ticket: String, invitation: Invitation) {
        let ticket = Secrets.token(24)
        let query = FormEncoding.encode([
            ("invitation", ticket), ("organization", organization.id), ("organization_name", organization.name),
        ])
        let link = loginURL + (loginURL.contains("?") ? "&" : "?") + query
        var invitation = Invitation(
            organization: organization.id, address: address, clientID: client.id, link: link, createdAt: now,
            expiresAt: now + lifetime)
        complete(&invitation)
        sessions.invitations.store(invitation, as: ticket, at: now)
        if isSent { send(.invitation, to: address, by: .email, link: link) }
        return (ticket, invitation)
    }

    /// Invites a person to the organization with an ID or name, and sends the invitation; `nil` without such an
    /// organization or client.
    ///
    /// The link leads to `loginURL`, by default to ``invitationPage(of:)``. The lifetime is in seconds.
    mutating func invite(
        _ address: String, to name: String, _ client: Client?, loginURL: String? = nil,
        lifetime: Int = Invitation.lifetime
    ) -> (ticket: String, invitation: Invitation)? {
        guard let organization = organization(name), let client else { return nil }
        let page = loginURL ?? invitationPage(of: client)
        return newInvitation(to: organization, address, client, loginURL: page, lifetime: lifetime)
    }

    /// The first client without a secret that allows organizations, or the first one that does.
    var clientOfInvitations: Client? {
        let allowing = clients.filter { $0.organizationUsage != .deny }
        return allowing.first(where: \.isPublic) ?? allowing.first
    }

    /// The page that an invitation leads to: the login URI of the client, a redirect URI, or the page of the tenant.
    ///
    /// - SeeAlso: [Configure Default Login
    ///   Routes](https://auth0.com/docs/authenticate/login/auth0-universal-login/configure-default-login-routes)
    func invitationPage(of client: Client) -> String {
        let callbacks = client.callbacks.filter { !$0.contains("*") }
        return client.loginURL ?? callbacks.first { $0.hasPrefix("http") } ?? callbacks.first ?? domain + "/"
    }
}

extension EmulatedTenant {
    /// Invites a person to an organization with a link to the application: its login URI, or a redirect URI.
    ///
    /// The client is the first one without a secret that allows organizations, or the first one that does.
    ///
    /// - Parameters:
    ///   - address: The e-mail address that can accept the invitation.
    ///   - name: The ID or name of the organization.
    /// - Returns: The link.
    /// - Throws: ``EmulatorError/Code/unknown`` if there is no such organization, or no client allows organizations.
    package func invitationLink(for address: String, to name: String) throws(EmulatorError) -> String {
        try link { $0.invite(address, to: name, $0.clientOfInvitations) }
    }

    /// Invites a person to an organization, and sends the invitation to the inbox.
    ///
    /// - Parameters:
    ///   - address: The e-mail address that can accept the invitation.
    ///   - organization: The ID or name of the organization.
    ///   - clientID: The client to log in with; `nil` for ``clientID``.
    ///   - loginURL: The URL at which the application accepts invitations.
    ///   - lifetime: The lifetime of the invitation, in whole seconds; seven days by default.
    /// - Returns: The link, whose query has `invitation`, `organization` and `organization_name`.
    /// - Throws: ``EmulatorError/Code/unknown`` if there is no such organization or client.
    public func invite(
        _ address: String, to organization: String, clientID: String? = nil,
        loginURL: String = "https://app.example.com/login", lifetime: Duration = .seconds(604_800)
    ) throws -> String {
        try link { state in
            let client = state.client(clientID ?? self.clientID)
            return state.invite(address, to: organization, client, loginURL: loginURL, lifetime: lifetime.wholeSeconds)
        }
    }

    private func link(
        _ invite: (inout TenantState) -> (ticket: String, invitation: Invitation)?
    ) throws(EmulatorError) -> String {
        try core.change(of: "organization or client") { invite(&$0)?.invitation.link }
    }
}
