import ByteEncodings

extension TenantState {
    private static let codeLifetime = 60

    /// Redirects the browser to the page of the next step or, after the last one, to the client.
    mutating func proceed(_ id: String, _ context: RequestContext) -> HTTPResponse {
        guard let login = sessions.logins[id] else {
            return errorPage(400, context.language.words.expired, context.language)
        }
        let step = nextStep(of: login)
        guard step.isAfterProof, let proof = login.proof, proof.session == nil else {
            return step == .end ? end(login, context) : .found("\(step.rawValue)?state=\(id)")
        }
        let (cookie, _) = beginSession(proof, replacing: context.cookie(cookies.session))
        sessions.logins[id]?.proof?.session = cookie
        noteLogin(of: proof.userID, context)
        return proceed(id, context).setting(cookies.session, to: cookie)
    }

    /// Records the authenticated user and continues the login.
    mutating func accept(_ proof: LoginProof, in login: BrowserLogin, _ context: RequestContext) -> HTTPResponse {
        guard let user = users[proof.userID] else {
            return refusal(login, "access_denied", "The user is gone", context)
        }
        if let (error, description) = user.refusalInBrowser.map({ $0.body.errorFields(or: "access_denied") }) {
            return refusal(login, error, description, context)
        }
        guard !user.isBlocked else { return refusal(login, "unauthorized", "user is blocked", context) }
        if let ticket = login.request.invitation {
            guard let invitation = sessions.invitations[ticket], user.record.isCalled(invitation.address) else {
                return refusal(login, "access_denied", "the invitation is for another address", context)
            }
        }
        sessions.logins[login.id]?.proof = proof
        sessions.logins[login.id]?.hasChosenAccount = true
        return proceed(login.id, context)
    }

    private mutating func end(_ login: BrowserLogin, _ context: RequestContext) -> HTTPResponse {
        sessions.logins[login.id] = nil
        let request = login.request
        guard let proof = login.proof, let cookie = proof.session, let user = users[proof.userID],
            let session = sessions.active[cookie]
        else { return refusal(login, "login_required", "Login required", context) }
        useInvitation(of: login, for: user)
        // Looks the organization up again, because the invitation may have added the user.
        if let organization = login.organization.flatMap({ self.organization($0.id) }) {
            do throws(Refusal) {
                try authorizeLogin(of: user, to: organization)
            } catch { return refusal(login, error.fields.error, error.fields.description, context) }
        }
        sessions.active[cookie]?.clients.insert(request.client.id)
        var grant = Grant(
            clientID: request.client.id, userID: user.id, audience: request.audience,
            scopes: granted(request.scopes, of: request.audience, to: user, in: login.organization),
            session: session.id, authenticatedAt: session.authenticatedAt)
        (grant.organization, grant.methods) = (login.organization, session.methods)
        grant.authorizationDetails = request.authorizationDetails
        switch request.target {
        case .device(let code):
            deviceLogins[code]?.decision = .approved(userID: user.id)
            return donePage(login.words.deviceDone, login.language)
        case .redirect(let redirect):
            grant.nonce = redirect.nonce
            return response(redirect, values(for: grant, user, redirect, context), context)
        }
    }

    /// Creates the values of a successful response: a code, an ID token or both.
    ///
    /// - SeeAlso: [OpenID Connect Core §3.3.2.11](https://openid.net/specs/openid-connect-core-1_0.html#HybridIDToken)
    private mutating func values(
        for grant: Grant, _ user: User, _ redirect: CodeRedirect, _ context: RequestContext
    ) -> [(name: String, value: String)] {
        var (grant, values) = (grant, [(name: String, value: String)]())
        if redirect.type.hasCode {
            let code = issueCode(for: grant, redirect)
            values.append(("code", code))
            grant.code = code
        } else {
            // A login with a code is counted when the code is exchanged.
            countLogin(of: user, at: grant.clientID, context)
        }
        if redirect.type.hasIDToken {
            values.append(("id_token", idToken(grant, user, context, accessToken: nil)))
        }
        return values
    }

    private mutating func useInvitation(of login: BrowserLogin, for user: User) {
        guard let ticket = login.request.invitation, let invitation = sessions.invitations.removeValue(forKey: ticket),
            let index = organizations.firstIndex(where: { $0.id == invitation.organization })
        else { return }
        organizations[index].members.insert(user.id)
        if !invitation.roles.isEmpty {
            organizations[index].memberRoles[user.id, default: []].formUnion(invitation.roles)
        }
        users[user.id]?.record.appMetadata.merge(invitation.appMetadata) { $1 }
        users[user.id]?.record.userMetadata.merge(invitation.userMetadata) { $1 }
    }

    mutating func issueCode(for grant: Grant, _ redirect: CodeRedirect) -> String {
        let code = Secrets.token(24)
        let issued = AuthorizationCode(
            grant: grant, redirectURI: redirect.uri, impliesRedirectURI: redirect.isImplied,
            challenge: redirect.challenge, isPlainChallenge: redirect.isPlainChallenge,
            keyThumbprint: redirect.keyThumbprint, expiresAt: now + Self.codeLifetime)
        codes.authorization.store(issued, as: code, at: now)
        return code
    }

    mutating func refusal(
        _ login: BrowserLogin, _ error: String, _ description: String, _ context: RequestContext
    ) -> HTTPResponse {
        sessions.logins[login.id] = nil
        switch login.request.target {
        case .redirect(let redirect): return refusal(redirect, error, description, context)
        case .device(let code):
            deviceLogins[code]?.decision = .denied(reason: "\(error): \(description)")
            return errorPage(403, "\(error): \(description)", login.language)
        }
    }

    /// Sends the client an error response.
    ///
    /// - SeeAlso: [RFC 6749 §4.1.2.1](https://www.rfc-editor.org/rfc/rfc6749#section-4.1.2.1)
    func refusal(
        _ redirect: CodeRedirect, _ error: String, _ description: String, _ context: RequestContext,
        because reason: String? = nil
    ) -> HTTPResponse {
        response(redirect, [("error", error), ("error_description", description)], context)
            .because("\(error): \(reason ?? description)")
    }

    /// Creates the authorization response in the requested mode, with the client's `state` and the issuer.
    ///
    /// - SeeAlso: [RFC 9207 §2](https://www.rfc-editor.org/rfc/rfc9207#section-2)
    private func response(
        _ redirect: CodeRedirect, _ fields: [(name: String, value: String)], _ context: RequestContext
    ) -> HTTPResponse {
        let state = redirect.state.map { [(name: "state", value: $0)] } ?? []
        let fields = fields + state + [("iss", issuer)]
        let changed = context.parameterChange?.changed(fields) ?? fields
        switch redirect.mode {
        case .query: return .found(context.address(redirect.uri, adding: fields))
        case .fragment: return .found(context.address(redirect.uri, adding: fields, separator: "#"))
        case .formPost: return ResponsePages.form(changed, to: redirect, self, context.language).response()
        case .webMessage: return ResponsePages.message(changed, to: redirect, self, context.language)
        }
    }
}

extension RequestContext {
    /// Appends parameters, as the fault of this request changes them, to a URI without a fragment: to its query, or
    /// after another separator.
    func address(
        _ uri: String, adding parameters: [(name: String, value: String)], separator: String? = nil
    ) -> String {
        let sent = parameterChange?.changed(parameters) ?? parameters
        guard !sent.isEmpty else { return uri }
        let query = sent.map { field in
            // A space becomes %20, because not every client decodes a plus sign.
            "\(PercentEncoding.encode(field.name))=\(PercentEncoding.encode(field.value))"
        }.joined(separator: "&")
        return uri + (separator ?? (uri.contains("?") ? "&" : "?")) + query
    }
}
