import QRCodeSymbols

/// The building blocks of pages.
enum Card {
    /// The box with the heading of a page.
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

    /// A button that submits its form with `action` set.
    static func button(_ action: String, _ label: String, kind: String = "primary") -> HTML {
        "<button type=\"submit\" name=\"action\" value=\"\(action)\" class=\"\(kind)\">\(label)</button>\n"
    }

    /// A button of a login method, with its icon.
    static func way(_ action: String, _ icon: HTML, _ label: HTML) -> HTML {
        "<button type=\"submit\" name=\"action\" value=\"\(action)\" class=\"plain\">\(icon)<span>\(label)</span></button>\n"
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

    /// The link to the login page, in a line of its own.
    var backLink: HTML { Card.aside("", language.words.back, "/u/login?state=\(id)") }
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
