import ByteEncodings
import OpenSSLCryptography

extension Route {
    /// The pages on which a user approves a device.
    ///
    /// - SeeAlso: [RFC 8628 §3.3](https://www.rfc-editor.org/rfc/rfc8628#section-3.3)
    static let devicePages = [
        Route("GET", "/activate") { context, tenant throws(Refusal) in
            try tenant.activationPage(context)
        },
        Route("POST", "/activate") { context, tenant throws(Refusal) in
            let (fields, csrf) = try tenant.activationForm(context)
            let words = context.language.words
            guard let device = tenant.deviceLogin(fields)?.login else {
                let page = DevicePages.code(
                    fields["user_code"] ?? "", csrf: csrf, tenant, context.language, message: words.wrongUserCode)
                return page.response(400)
            }
            let name = tenant.client(device.clientID)?.name ?? device.clientID
            return DevicePages.confirmation(device, of: name, csrf: csrf, tenant, context.language).response()
        },
        Route("POST", "/activate/confirm") { context, tenant throws(Refusal) in
            let (fields, _) = try tenant.activationForm(context)
            guard let (code, device) = tenant.deviceLogin(fields), let client = tenant.client(device.clientID) else {
                return tenant.errorPage(400, context.language.words.wrongUserCode, context.language)
            }
            guard fields["action"] == "confirm" else {
                tenant.deviceLogins[code]?.decision = .denied()
                return tenant.donePage(context.language.words.deviceDenied, context.language, isRefused: true)
            }
            var request = AuthorizationRequest(client: client, target: .device(code))
            (request.scopes, request.audience) = (device.scopes, device.audience)
            request.organization = device.organization
            return tenant.begin(request, context)
        },
    ]
}

extension TenantState {
    fileprivate func activationPage(_ context: RequestContext) throws(Refusal) -> HTTPResponse {
        let known = context.cookie(cookies.browser)
        let browser = known ?? Secrets.token(24)
        let page = DevicePages.code(
            try context.query()["user_code"] ?? "", csrf: formToken(of: browser, for: "activate"), self,
            context.language)
        return known == nil ? page.response().setting(cookies.browser, to: browser) : page.response()
    }

    /// Reads a form of these pages; refuses a form without the CSRF token.
    fileprivate func activationForm(_ context: RequestContext) throws(Refusal) -> (
        fields: [String: String], csrf: String
    ) {
        let fields = try context.fields()
        guard let browser = context.cookie(cookies.browser), let sent = fields["_csrf"],
            ConstantTime.areEqual(sent, formToken(of: browser, for: "activate"))
        else { throw Refusal(errorPage(403, context.language.words.expired, context.language)) }
        return (fields, sent)
    }

    /// Finds the pending device login of a user code, ignoring case and separators.
    fileprivate func deviceLogin(_ fields: [String: String]) -> (code: String, login: DeviceLogin)? {
        let letters = (fields["user_code"] ?? "").uppercased().filter { $0.isLetter }
        let found = deviceLogins.first { _, login in
            guard case .none = login.decision, now < login.expiresAt else { return false }
            return login.userCode.filter { $0.isLetter } == letters
        }
        return found.map { ($0.key, $0.value) }
    }

    /// Derives the CSRF token of a form outside of a login from the browser's cookie.
    func formToken(of browser: String, for purpose: String) -> String {
        let text = "\(formSecret) \(purpose) \(browser)"
        return Base64URL.encode(HashAlgorithm.sha256.digest(of: Array(text.utf8)))
    }
}
