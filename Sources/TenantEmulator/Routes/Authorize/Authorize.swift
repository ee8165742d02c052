import ByteEncodings

extension Route {
    /// The authorization endpoint.
    ///
    /// - SeeAlso: [RFC 6749 §3.1](https://www.rfc-editor.org/rfc/rfc6749#section-3.1)
    static let authorization = ["GET", "POST"].map { method in
        Route(method, "/authorize") { context, tenant in tenant.authorize(context) }
    }
}

extension TenantState {
    private static let loginLifetime = 3600

    fileprivate mutating func authorize(_ context: RequestContext) -> HTTPResponse {
        let fields: [String: String]
        do throws(Refusal) {
            fields = try context.fields()
        } catch { return errorPage(400, "invalid_request: \(error.fields.description)", context.language) }
        do throws(AuthorizationDefect) {
            let request = try authorizationRequest(fields)
            // Parameters outside a request object are ignored: RFC 9101 §6.3.
            let applied = fields["request"] == nil ? fields : request.fields
            let cookie = context.cookie(cookies.transfer)
            let response = begin(request, context, transfer: applied["session_transfer_token"] ?? cookie)
            return cookie == nil ? response : response.forgetting(cookies.transfer)
        } catch {
            return response(to: error, context, context.language(fields["ui_locales"]))
        }
    }

    /// Creates the response to an authorization request that is refused.
    func response(to defect: AuthorizationDefect, _ context: RequestContext, _ language: Language) -> HTTPResponse {
        switch defect {
        case .page(let status, let description, let advice): errorPage(status, description, language, advice: advice)
        case .requestObject(let defect):
            errorPage(400, "\(AuthorizationDefect.requestObjectCode): \(defect)", language)
        case .redirect(let redirect, let error, let description, let reason):
            refusal(redirect, error, description, context, because: reason)
        }
    }

    /// Begins a login in the browser; a login that needs no interaction completes immediately.
    ///
    /// The user may be known by a session transfer token, or by the `proof` of an authentication in this request.
    mutating func begin(
        _ request: AuthorizationRequest, _ context: RequestContext, transfer: String? = nil, proof: LoginProof? = nil
    ) -> HTTPResponse {
        let known = context.cookie(cookies.browser)
        var login = BrowserLogin(
            id: Secrets.token(24), request: request, browser: known ?? Secrets.token(24), origin: origin(of: context),
            csrf: Secrets.token(24),
            language: context.language(request.locales), expiresAt: now + Self.loginLifetime,
            organization: request.organization)
        login.proof = transfer.flatMap { proofOfTransfer($0) } ?? proofOfSession(for: request, context)
        if proof == nil, request.prompts.contains(.none), let error = nextStep(of: login).errorWithoutPrompt {
            return refusal(login, error.code, error.description, context)
                .because("\(error.code): \(reasonWithoutPrompt(context))")
        }
        sessions.logins.store(login, as: login.id, at: now)
        let response = proof.map { accept($0, in: login, context) } ?? proceed(login.id, context)
        return known == nil ? response.setting(cookies.browser, to: login.browser) : response
    }

    /// Describes why a request with `prompt=none` is refused.
    private func reasonWithoutPrompt(_ context: RequestContext) -> String {
        let reason = "the user would have to be asked, and prompt is none"
        guard context.cookie(cookies.session) == nil else { return reason }
        guard context.request.header("sec-fetch-site") == "cross-site" else {
            return "\(reason); no cookie of a session came"
        }
        let advice =
            cookies.session.isSecure
            ? "the user has not logged in, or the browser blocks cookies of other sites: open the page at "
                + "https://\(origin.host), or allow them for it"
            : "without TLS browsers send none; use localhost for page and tenant, or start the tenant with --tls"
        return "\(reason); no cookie came: a frame of another site (\(advice))"
    }

    /// Consumes a session transfer token, and returns the login that it transfers; `nil` if it is invalid.
    private mutating func proofOfTransfer(_ token: String) -> LoginProof? {
        guard let transfer = sessions.transfers.removeValue(forKey: token), now < transfer.expiresAt,
            let user = users[transfer.userID], !user.isBlocked
        else { return nil }
        return LoginProof(
            userID: user.id, connection: user.record.connection, authenticatedAt: transfer.authenticatedAt,
            methods: transfer.methods)
    }

    /// Returns the login of the browser's session; `nil` if the user has to log in for this request.
    private func proofOfSession(for request: AuthorizationRequest, _ context: RequestContext) -> LoginProof? {
        guard let (cookie, session) = session(of: context), !request.prompts.contains(.login) else { return nil }
        if let maxAge = request.maxAge, now - session.authenticatedAt >= maxAge { return nil }
        if let connection = request.connection, connection.name != session.connection { return nil }
        if let ticket = request.invitation, let address = sessions.invitations[ticket]?.address,
            users[session.userID]?.record.isCalled(address) != true
        {
            return nil
        }
        return LoginProof(
            userID: session.userID, connection: session.connection, authenticatedAt: session.authenticatedAt,
            methods: session.methods, session: cookie)
    }

    /// Returns the origin that the client addressed: the domain, the same server as `localhost`, which passkeys
    /// require, a literal address of it, or an allowed host.
    func origin(of context: RequestContext) -> String {
        guard let (host, port) = context.request.header("host").flatMap(Origin.authority), host != origin.host else {
            return domain
        }
        if host == passkeyOrigin.host { return passkeyOrigin.text }
        let isOther = configuration.origin == nil && Address.isLoopback(host) || isAllowed(host)
        return isOther ? Origin(scheme: scheme, host: host, port: port).text : domain
    }

    func isAllowed(_ host: String) -> Bool { configuration.allowedHosts.contains { $0.lowercased() == host } }

    /// The scheme of the server, which may differ from the scheme of a configured origin.
    private var scheme: String { configuration.certificateAuthority == nil ? "http" : "https" }

    /// Returns the origin of the addresses that a program requests: the allowed host that it addressed, or the domain.
    func programOrigin(of context: RequestContext) -> String {
        let host = context.request.header("host").flatMap(Origin.authority)?.host
        return host.map(isAllowed) == true ? origin(of: context) : domain
    }

    /// The origin of the pages with passkeys: the tenant's, or the same server as `localhost`, because a literal
    /// address has no passkeys.
    ///
    /// - SeeAlso: [Web Authentication §5.1.2](https://www.w3.org/TR/webauthn-3/#rp-id)
    var passkeyOrigin: Origin {
        Address.isIPv4(origin.host) || Address.isIPv6(origin.host) ? origin.with(host: "localhost") : origin
    }
}
