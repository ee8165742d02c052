import QRCodeSymbols

enum Card {
    static func box(_ title: String, _ lead: HTML?, _ content: HTML) -> HTML {
        """
        <main class="card">
        <header><span class="mark" aria-hidden="true"></span><h1>\(title)</h1>\(lead.map { "<p>\($0)</p>" as HTML })</header>
        \(content)
        </main>
        """
    }

    static func notice(_ message: String?) -> HTML? {
        message.map { "<p class=\"notice\" role=\"alert\" id=\"error\">\($0)</p>\n" }
    }

    static func form(
        _ action: String, _ hidden: [(name: String, value: String)], _ content: HTML, _ attributes: HTML = ""
    ) -> HTML {
        let fields = hidden.map { field -> HTML in
            "<input type=\"hidden\" name=\"\(field.name)\" value=\"\(field.value)\">\n"
        }
        return """
            <form method="post" action="\(action)"\(attributes)>
            \(fields)\(content)
            </form>
            """
    }

    /// A name from user input, isolated so that its writing direction does not affect the text around it.
    static func name(_ text: String) -> HTML { "<bdi>\(text)</bdi>" }

    /// A field with its label; with `error`, the page's error message describes it.
    static func field(
        _ name: String, _ label: String, type: String = "text", value: String = "", autocomplete: String = "off",
        isFirst: Bool = false, isFixed: Bool = false, error: String? = nil
    ) -> HTML {
        """
        <label for="\(name)">\(label)</label>
        <input id="\(name)" name="\(name)" type="\(type)" value="\(value)" autocomplete="\(autocomplete)" \
        autocapitalize="none" spellcheck="false" required\(isFirst ? " autofocus" : "" as HTML)\
        \(isFixed ? " readonly" : "" as HTML)\(described(error))>

        """
    }

    static func code(_ name: String, _ label: String, error: String? = nil) -> HTML {
        """
        <label for="\(name)">\(label)</label>
        <input id="\(name)" name="\(name)" type="text" inputmode="numeric" autocomplete="one-time-code" required \
        autofocus class="code"\(described(error))>

        """
    }

    private static func described(_ error: String?) -> HTML? { error.map { _ in " aria-describedby=\"error\"" } }

    /// A button that submits its form with a field, by default `action`.
    static func button(_ value: String, label: HTML, name: String = "action", kind: String = "primary") -> HTML {
        "<button type=\"submit\" name=\"\(name)\" value=\"\(value)\" class=\"\(kind)\">\(label)</button>\n"
    }

    static func button(_ action: String, _ label: String, kind: String = "primary") -> HTML {
        button(action, label: "\(label)", kind: kind)
    }

    /// A button of a login method, with its icon.
    static func way(_ action: String, _ icon: HTML, _ label: HTML) -> HTML {
        button(action, label: "\(icon)<span>\(label)</span>", kind: "plain")
    }

    /// The line below a password field: a check box that shows the password, and a link.
    static func passwordOptions(_ words: Wording, _ link: HTML? = nil) -> HTML {
        """
        <p class="options"><label class="show" hidden><input type="checkbox"> \(words.showPassword)</label>\(link)</p>

        """
    }

    static let passwordScripts = ["password.js"]

    /// A text to which a script adds a copy button.
    static func copyable(_ name: String, _ text: String, id: String = "") -> HTML {
        "<p class=\"secret\"><code id=\"\(id)\" data-copy=\"\(name)\">\(text)</code></p>\n"
    }

    /// Renders a text as a QR code; `nil` if the text is too long.
    static func symbol(_ text: String, label: String) -> HTML? {
        guard let symbol = try? QRSymbol(text, errorCorrection: .low) else { return nil }
        let quiet = 4
        let side = symbol.side + 2 * quiet
        return """
            <svg class="symbol" viewBox="-\(quiet) -\(quiet) \(side) \(side)" role="img" aria-label="\(label)">\
            <path id="symbol" d="\(symbol.pathData)"/></svg>

            """
    }

    /// A remark about the page itself.
    static func hint(_ text: String) -> HTML { "<p class=\"hint\">\(text)</p>\n" }

    static func or(_ words: Wording) -> HTML { "<p class=\"or\"><span>\(words.or)</span></p>\n" }

    static func aside(_ text: String, _ link: String, _ address: String) -> HTML {
        "<p class=\"aside\">\(text) <a href=\"\(address)\">\(link)</a></p>\n"
    }
}

extension BrowserLogin {
    var words: Wording { language.words }

    /// Creates a page of this login with one box, under the title of the page.
    func card(
        _ title: String, _ lead: HTML?, _ content: HTML, scripts: [String] = [], head: HTML = ""
    ) -> Page {
        page(title, Card.box(title, lead, content), scripts: scripts, head: head)
    }

    /// Creates a page of this login with an error message, one form, and what follows it.
    func formPage(
        _ title: String, _ lead: HTML?, _ action: String, _ fields: HTML, message: String?, after: HTML? = nil,
        scripts: [String] = [], head: HTML = ""
    ) -> Page {
        card(
            title, lead, "\(Card.notice(message))\(form(action, fields))\n\(after)", scripts: scripts, head: head)
    }

    var backLink: HTML { Card.aside("", words.back, "/u/login?state=\(id)") }
}

extension Page {
    /// Creates a page of a tenant with one box, under the title of the page.
    static func card(
        _ title: String, _ lead: HTML?, _ content: HTML, _ tenant: TenantState, _ language: Language,
        scripts: [String] = []
    ) -> Page {
        Page(
            title: title, content: Card.box(title, lead, content), address: tenant.domain, language: language,
            scripts: scripts)
    }
}

/// The icons of buttons, drawn with lines in the colour of the text.
enum Icon {
    static let passkey: HTML = drawing("<circle cx=\"8\" cy=\"12\" r=\"4\"/><path d=\"M12 12h9M18 12v4\"/>")
    static let mail: HTML = drawing("<path d=\"M3 6h18v12H3zl9 7 9-7\"/>")
    static let phone: HTML = drawing("<path d=\"M7 3h10v18H7zM11 18h2\"/>")

    /// The first letter of a provider's name, because the logos of providers are trademarks.
    static func provider(_ name: String) -> HTML {
        "<span class=\"icon initial\" aria-hidden=\"true\">\(String(name.prefix(1)))</span>"
    }

    private static func drawing(_ shapes: HTML) -> HTML {
        "<svg class=\"icon\" viewBox=\"0 0 24 24\" aria-hidden=\"true\">\(shapes)</svg>"
    }
}
