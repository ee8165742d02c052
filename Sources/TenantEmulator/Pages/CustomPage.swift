import ByteEncodings

extension TenantState {
    /// The placeholder of pages that users wrote for the service.
    static let configPlaceholder = "@@config@@"

    /// A login page of the user's own, which is told about the login in Base64.
    ///
    /// Its form posts `username` and `password`, with the `state` and `_csrf` of `internalOptions`, to `/u/login`.
    func customPage(_ template: String, _ login: BrowserLogin, message: String?) -> HTTPResponse {
        let config = Base64URL.padded(config(login, message: message).text)
        var text = ""
        var rest = template[...]
        while let place = rest.firstRange(of: Self.configPlaceholder) {
            text += rest[..<place.lowerBound] + config
            rest = rest[place.upperBound...]
        }
        // What the page loads and runs is its author's business; who frames it is not.
        return HTTPResponse(
            message == nil ? 200 : 400,
            headers: [
                ("Content-Type", "text/html; charset=utf-8"), ("Cache-Control", "no-store"),
                ("Content-Security-Policy", "frame-ancestors 'none'; base-uri 'none'"),
                ("Referrer-Policy", "same-origin"), ("X-Content-Type-Options", "nosniff"), ("X-Frame-Options", "DENY"),
            ], body: Array((text + rest).utf8))
    }

    private func config(_ login: BrowserLogin, message: String?) -> JSONValue {
        let request = login.request
        var options = request.fields.filter { !["client_id", "redirect_uri", "connection"].contains($0.key) }
        // The client's own state stays between it and the tenant; the page's is that of the login.
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
