/// The building blocks of pages.
enum Card {
    /// The box with the heading of a page.
    static func box(_ title: String, _ lead: HTML? = nil, _ content: HTML) -> HTML {
        """
        <main class="card">
        <header><span class="mark" aria-hidden="true"></span><h1>\(title)</h1>\(lead.map { "<p>\($0)</p>" as HTML })</header>
        \(content)
        </main>
        """
    }

    /// The error message of a page.
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

    /// A field for a code of digits.
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

    /// The scripts of a page with passwords.
    static let passwordScripts = ["password.js"]

    /// A text to which a script adds a copy button.
    static func copyable(_ name: String, _ text: String, id: String = "") -> HTML {
        "<p class=\"secret\"><code id=\"\(id)\" data-copy=\"\(name)\">\(text)</code></p>\n"
    }

    /// A remark about the page itself.
    static func hint(_ text: String) -> HTML { "<p class=\"hint\">\(text)</p>\n" }

    /// The separator between two options.
    static func or(_ words: Wording) -> HTML { "<p class=\"or\"><span>\(words.or)</span></p>\n" }

    /// A text followed by a link.
    static func aside(_ text: String, _ link: String, _ address: String) -> HTML {
        "<p class=\"aside\">\(text) <a href=\"\(address)\">\(link)</a></p>\n"
    }
}
