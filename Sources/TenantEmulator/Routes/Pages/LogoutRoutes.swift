import ByteEncodings
import OpenSSLCryptography

extension Route {
    static let logout =
        [
            Route("GET", "/v2/logout") { context, tenant throws(Refusal) in try tenant.logOut(context) },
            Route("POST", "/u/logout") { context, tenant throws(Refusal) in try tenant.confirmLogout(context) },
        ]
        + ["GET", "POST"].map { method in
            Route(method, "/oidc/logout") { context, tenant throws(Refusal) in try tenant.logOutByStandard(context) }
        }
}

extension TenantState {
    /// Ends the session of the browser and, with `federated`, its sessions at upstream providers.
    ///
    /// The target of the redirect is checked first, so that a link with an unregistered target logs no user out. A
    /// named client without a target gets its first allowed one.
    ///
    /// - SeeAlso: [Log Users Out of Auth0](https://auth0.com/docs/authenticate/login/logout/log-users-out-of-auth0)
    fileprivate mutating func logOut(_ context: RequestContext) throws(Refusal) -> HTTPResponse {
        let fields = try context.query()
        let (returnTo, language) = (fields["returnTo"], context.language(fields["ui_locales"]))
        let named = fields["client_id"].flatMap(client)
        if let id = fields["client_id"], named == nil {
            return errorPage(400, "invalid_request: Unknown client: \(id)", language, advice: .knownClients)
        }
        let allowed = named.map { [$0] } ?? clients
        if let returnTo, !allowed.contains(where: { $0.accepts(returnToWithQuery: returnTo) }) {
            return errorPage(
                400, "The \"returnTo\" querystring parameter \"\(returnTo)\" is not defined as a valid URL.",
                language, advice: .logoutTarget(returnTo, of: named))
        }
        return finishLogout(
            context, returnTo ?? named?.usualLogoutURL, isFederated: fields["federated"] != nil, language)
    }

    /// Ends the session of the browser by the OpenID standard.
    ///
    /// - SeeAlso: [OpenID Connect RP-Initiated Logout](https://openid.net/specs/openid-connect-rpinitiated-1_0.html)
    fileprivate mutating func logOutByStandard(_ context: RequestContext) throws(Refusal) -> HTTPResponse {
        let fields = try context.fields()
        let (language, isFederated) = (context.language(fields["ui_locales"]), fields["federated"] != nil)
        var clientID = fields["client_id"]
        var hint: TokenClaims?
        if let token = fields["id_token_hint"] {
            // An expired ID token still identifies the session.
            guard let claims = idTokenClaims(of: token), let audience = claims.audiences.first,
                clientID == nil || clientID == audience
            else { return errorPage(400, "invalid_request: id_token_hint is invalid", language) }
            (hint, clientID) = (claims, audience)
        }
        let target = fields["post_logout_redirect_uri"]
        if let target {
            guard let client = clientID.flatMap(client), client.accepts(returnTo: target) else {
                return errorPage(
                    400, "invalid_request: post_logout_redirect_uri is not allowed: \(target)", language,
                    advice: .logoutTarget(target, of: clientID.flatMap(self.client)))
            }
        }
        let state = fields["state"].map { [(name: "state", value: $0)] } ?? []
        let first = target ?? clientID.flatMap(client)?.usualLogoutURL
        let address = first.map { context.address($0, adding: state) }
        // Without an ID token or the ID of this session the user has to confirm, because any web page could link here.
        let named = [hint?["sid"]?.string, fields["logout_hint"]]
        guard let (cookie, session) = session(of: context), !named.contains(session.id) else {
            return finishLogout(context, address, isFederated: isFederated, language)
        }
        return logoutPage(cookie, address ?? "", isFederated: isFederated, language).response()
    }

    private func logoutPage(_ cookie: String, _ target: String, isFederated: Bool, _ language: Language) -> Page {
        let words = language.words
        let hidden = [
            (name: "_csrf", value: formToken(of: cookie, for: "logout \(target)")), ("target", target),
            ("federated", isFederated ? "yes" : ""), ("ui_locales", language.rawValue),
        ]
        let form = Card.form("/u/logout", hidden, Card.button("default", words.logOut))
        return .card(words.logOutTitle, "\(words.logOutHint)", form, self, language)
    }

    fileprivate mutating func confirmLogout(_ context: RequestContext) throws(Refusal) -> HTTPResponse {
        let fields = try context.fields()
        let (target, language) = (fields["target"] ?? "", context.language(fields["ui_locales"]))
        guard let (cookie, _) = session(of: context), let sent = fields["_csrf"],
            ConstantTime.areEqual(sent, formToken(of: cookie, for: "logout \(target)"))
        else { return errorPage(403, language.words.expired, language) }
        return finishLogout(
            context, target.isEmpty ? nil : target, isFederated: fields["federated"] == "yes", language)
    }

    private mutating func finishLogout(
        _ context: RequestContext, _ address: String?, isFederated: Bool, _ language: Language
    ) -> HTTPResponse {
        endSession(of: context, isFederated: isFederated)
        let response = address.map(HTTPResponse.found) ?? donePage(language.words.loggedOut, language)
        return response.forgetting(cookies.session)
    }

    mutating func endSessions(of userID: String) {
        for (cookie, session) in sessions.active where session.userID == userID { endSession(cookie) }
    }

    mutating func endSession(of context: RequestContext, isFederated: Bool) {
        if let cookie = context.cookie(cookies.session) { endSession(cookie) }
        if isFederated, let browser = context.cookie(cookies.browser) { sessions.upstream[browser] = nil }
    }
}
