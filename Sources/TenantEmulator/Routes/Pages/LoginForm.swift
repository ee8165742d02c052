import ByteEncodings
import OpenSSLCryptography

/// A request to a page of a login, with the fields of its form or query.
struct LoginForm: Sendable {
    let context: RequestContext
    let login: BrowserLogin
    let fields: [String: String]

    /// The value of a field; `nil` if it is missing or empty.
    subscript(_ name: String) -> String? { fields[name].flatMap { $0.isEmpty ? nil : $0 } }
}

extension TenantState {
    /// Finds the login of a page; refuses another browser, and a form without the CSRF token.
    func loginForm(_ context: RequestContext) throws(Refusal) -> LoginForm {
        let fields = try context.fields()
        guard let login = fields["state"].flatMap({ sessions.logins[$0] }), now < login.expiresAt,
            let browser = context.cookie(cookies.browser), ConstantTime.areEqual(browser, login.browser)
        else { throw Refusal(errorPage(400, context.language.words.expired, context.language)) }
        if context.request.method == "POST" {
            guard let csrf = fields["_csrf"], ConstantTime.areEqual(csrf, login.csrf) else {
                throw Refusal(errorPage(403, login.words.expired, login.language))
            }
        }
        return LoginForm(context: context, login: login, fields: fields)
    }

    /// The user of a login who has logged in; `nil` without one.
    func user(of login: BrowserLogin) -> User? { login.proof.flatMap { users[$0.userID] } }

    /// Finds the login of a page for one of these steps; redirects a login at another step to the page of that step.
    mutating func loginForm(_ context: RequestContext, at steps: [LoginStep]) throws(Refusal) -> LoginForm {
        let form = try loginForm(context)
        guard steps.contains(nextStep(of: form.login)) else { throw Refusal(proceed(form.login.id, context)) }
        return form
    }
}

extension Route {
    /// Creates the route of a page of logins at one of these steps; by default, those of users who have not logged in.
    static func page(
        _ method: String, _ path: String, at steps: [LoginStep] = [.login, .signup],
        _ action: @escaping @Sendable (LoginForm, inout TenantState) throws(Refusal) -> HTTPResponse
    ) -> Route {
        Route(method, path) { context, tenant throws(Refusal) in
            try action(tenant.loginForm(context, at: steps), &tenant)
        }
    }
}

extension BrowserLogin {
    func form(_ action: String, _ content: HTML, _ attributes: HTML = "") -> HTML {
        Card.form(action, [("state", id), ("_csrf", csrf)], content, attributes)
    }

    func page(_ title: String, _ content: HTML, scripts: [String] = [], head: HTML = "") -> Page {
        Page(title: title, content: content, address: origin, language: language, scripts: scripts, head: head)
    }
}
