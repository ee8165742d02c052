/// The parts that pages are made of.
enum Card {
    /// The one box of a page.
    static func box(_ title: String, _ lead: HTML? = nil, _ content: HTML) -> HTML {
        """
        <main class="card">
        <header><span class="mark" aria-hidden="true"></span><h1>\(title)</h1>\(lead.map { "<p>\($0)</p>" as HTML })</header>
        \(content)
        </main>
        """
    }

    /// What went wrong.
    static func notice(_ message: String?) -> HTML? {
        message.map { "<p class=\"notice\" role=\"alert\" id=\"error\">\($0)</p>\n" }
    }

    /// A name that somebody chose: whatever way it is written, it does not turn round what stands beside it.
    static func name(_ text: String) -> HTML { "<bdi>\(text)</bdi>" }

    /// A field with its label; with `error` it is read together with the notice, which is one for the whole form.
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

    /// A button that sends its form with `action` set.
    static func button(_ action: String, _ label: String, kind: String = "primary") -> HTML {
        "<button type=\"submit\" name=\"action\" value=\"\(action)\" class=\"\(kind)\">\(label)</button>\n"
    }

    /// The line between two ways.
    static func or(_ words: Wording) -> HTML { "<p class=\"or\"><span>\(words.or)</span></p>\n" }

    /// A question and the link that answers it.
    static func aside(_ text: String, _ link: String, _ address: String) -> HTML {
        "<p class=\"aside\">\(text) <a href=\"\(address)\">\(link)</a></p>\n"
    }
}
