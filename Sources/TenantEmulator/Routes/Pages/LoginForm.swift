import OpenSSLCryptography
import ByteEncodings

/// A form of a login page that came back, or the page being asked for.
struct LoginForm: Sendable {
    let login: BrowserLogin
    let fields: [String: String]

    /// A field that was filled in.
    subscript(_ name: String) -> String? { fields[name].flatMap { $0.isEmpty ? nil : $0 } }
}

extension TenantState {
    /// The login that a page belongs to, if it runs in the browser that asks; of a form, if the page was ours.
    func loginForm(_ context: RequestContext) throws(Refusal) -> LoginForm {
        let fields = try context.fields()
        guard let login = fields["state"].flatMap({ sessions.logins[$0] }), now < login.expiresAt,
            let browser = context.cookie(cookies.browser), ConstantTime.areEqual(browser, login.browser)
        else { throw Refusal(errorPage(400, context.language.words.expired, context.language)) }
        if context.request.method == "POST" {
            guard let csrf = fields["_csrf"], ConstantTime.areEqual(csrf, login.csrf) else {
                throw Refusal(errorPage(403, login.language.words.expired, login.language))
            }
        }
        return LoginForm(login: login, fields: fields)
    }

    /// The same, for a page whose turn it is; any other is sent where its turn is.
    mutating func loginForm(_ context: RequestContext, at steps: LoginStep...) throws(Refusal) -> LoginForm {
        let form = try loginForm(context)
        guard steps.contains(nextStep(of: form.login)) else { throw Refusal(proceed(form.login.id, context)) }
        return form
    }
}

extension BrowserLogin {
    /// A form that comes back to this login.
    func form(_ action: String, _ content: HTML, kind: String = "") -> HTML {
        """
        <form method="post" action="\(action)" class="\(kind)">
        <input type="hidden" name="state" value="\(id)">
        <input type="hidden" name="_csrf" value="\(csrf)">
        \(content)
        </form>
        """
    }

    /// A page of this login.
    func page(_ title: String, _ content: HTML, script: String? = nil, head: HTML = "") -> Page {
        var page = Page(title: title, content: content, language: language)
        (page.script, page.head) = (script, head)
        let port = origin.split(separator: ":").last ?? ""
        // A form may not lead past its policy by a redirect either.
        page.formTargets = ["http://127.0.0.1:\(port)", "http://localhost:\(port)"]
        if case .redirect(let redirect) = request.target { page.formTargets.append(redirect.origin) }
        return page
    }
}
