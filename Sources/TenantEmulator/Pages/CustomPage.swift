import ByteEncodings

extension TenantState {
    /// The placeholder for the configuration in custom pages of the service.
    static let configPlaceholder = "@@config@@"

    /// Renders a custom login page, with the login's configuration in Base64.
    func customPage(_ template: String, _ login: BrowserLogin, message: String?) -> HTTPResponse {
        let config = Base64URL.padded(config(login, message: message).encoded)
        let text = template.replacing(Self.configPlaceholder, with: config)
        // The page may load and run anything, but other pages may not frame it.
        let policy = "frame-ancestors 'none'; base-uri 'none'"
        return .page(text, message == nil ? 200 : 400, policy: policy).with("X-Frame-Options", "DENY")
    }

    private func config(_ login: BrowserLogin, message: String?) -> JSONValue {
        let request = login.request
        var options = request.fields.filter { !["client_id", "redirect_uri", "connection"].contains($0.key) }
        // The client's `state` is not passed to the page; the page's `state` identifies the login.
        options["state"] = login.id
        options["_csrf"] = login.csrf
        options["_intstate"] = "deprecated"
        let fields = options.mapValues { JSONValue.string($0) }
        var callback = ""
        if case .redirect(let redirect) = request.target { callback = redirect.uri }
        return .members([
            "auth0Domain": domain, "auth0Tenant": "emulator", "clientID": request.client.id, "callbackURL": callback,
            "callbackOnLocationHash": false, "assetsUrl": domain + "/u/assets/", "icon": "",
            "connection": request.connection?.name, "prompt": request.fields["prompt"],
            "dict": login.language.rawValue, "internalOptions": fields, "extraParams": fields,
            "authorizationServer": JSONValue.members(["issuer": issuer]),
            "loginURL": "\(login.origin)/u/login", "errorMessage": message,
        ])
    }
}
