public import FoundationEssentials

extension EmulatedTenant {
    /// Opens an address as a browser whose user completes every page, without pages and without the network.
    ///
    /// An authorization request, also if it was pushed, is answered as after a login with all factors: the user accepts
    /// an invitation, chooses the first organization of several, and consents. A logout is answered, too. The journal
    /// records the request, and faults apply except those that wait. Each call is a new browser without a session.
    ///
    /// - Parameters:
    ///   - address: The address that a program opens, at this tenant.
    ///   - login: The user's ID, e-mail address, user name or phone number; `nil` for a user who refuses, so that the
    ///     client receives `access_denied`.
    /// - Returns: The address outside the tenant that the browser is redirected to.
    /// - Throws: ``EmulatorError/Code/unknown`` if there is no such user; ``EmulatorError/Code/noRedirect`` if the
    ///   browser stays at the tenant, for example at an error page, whose text is the detail.
    public func redirect(from address: URL, loggedInAs login: String?) throws -> URL {
        var user: User?
        if let login {
            guard let known = core.withState({ $0.anyUser(login) }) ?? nil else { throw EmulatorError(.unknown, login) }
            user = known
        }
        let opened = HTTPRequest(opening: address)
        let refused = core.hosts.refusal(of: opened).map { core.respond(to: opened, with: $0) }
        let request = refused == nil ? TenantRequest(opened, core) : nil
        guard case .response(var response)? = refused?.answer() ?? request?.answer() else {
            throw EmulatorError(.noRedirect, "the connection was closed")
        }
        var context = RequestContext(request: opened)
        if case .prepare(let change) = request?.fault { change(&context) }
        while let page = response.loginPage, let next = core.change({ $0.complete(page, as: user, context) }) {
            response = next
        }
        guard let target = response.location.flatMap(URL.init(string:)) else {
            let reason = response.reason ?? "a page instead of a redirect"
            throw EmulatorError(.noRedirect, "HTTP \(response.status): \(reason)")
        }
        return target
    }
}

extension HTTPRequest {
    /// The request of a browser for an address.
    fileprivate init(opening address: URL) {
        let host = address.host(percentEncoded: true) ?? ""
        let path = address.path(percentEncoded: true)
        let query = address.query(percentEncoded: true).map { "?" + $0 } ?? ""
        self.init(
            method: "GET", target: (path.isEmpty ? "/" : path) + query,
            headers: [("Host", host + (address.port.map { ":\($0)" } ?? ""))], body: [])
    }
}

extension HTTPResponse {
    fileprivate var location: String? { headers.first { $0.name.lowercased() == "location" }?.value }

    /// The login whose page the browser is redirected to; `nil` for another target.
    fileprivate var loginPage: String? {
        guard let location, location.hasPrefix("/u/"), let state = location.split(separator: "=").last else {
            return nil
        }
        return String(state)
    }
}

extension TenantState {
    /// Completes the page that a login waits for, as its user would; `nil` is a user who refuses.
    ///
    /// - Returns: The redirect to the next page or to the client, or an error page.
    fileprivate mutating func complete(_ id: String, as user: User?, _ context: RequestContext) -> HTTPResponse {
        guard let login = sessions.logins[id] else {
            return errorPage(400, context.language.words.expired, context.language)
        }
        guard let user else {
            return refusal(login, "access_denied", "User did not authorize the request", context)
        }
        switch nextStep(of: login) {
        case .login, .signup, .secondFactor, .enrollment:
            let methods = user.requiresSecondFactor ? [LoginProof.secondFactor] : []
            let proof = LoginProof(
                userID: user.id, connection: user.record.connection, authenticatedAt: now, methods: methods)
            return accept(proof, in: login, context)
        case .organization, .organizationChoice:
            guard let organization = organizations.first(where: { $0.has(user) }) else {
                return refusal(login, "access_denied", "user is not part of any organization", context)
            }
            sessions.logins[id]?.organization = organization
        case .invitation: sessions.logins[id]?.hasAcceptedInvitation = true
        case .account: sessions.logins[id]?.hasChosenAccount = true
        case .recoveryCode: sessions.logins[id]?.newRecoveryCode = nil
        case .consent:
            remember(consentTo: login, by: user)
            sessions.logins[id]?.hasConsented = true
        case .end: break
        }
        return proceed(id, context)
    }
}
