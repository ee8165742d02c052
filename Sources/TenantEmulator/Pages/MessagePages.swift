extension TenantState {
    /// Creates an error page, for errors that cannot be sent to the client; `back` is the address of a page on which
    /// the user can try again.
    func errorPage(
        _ status: Int, _ detail: String, _ language: Language, advice: ErrorAdvice? = nil, back: String? = nil
    ) -> HTTPResponse {
        let words = language.words
        let link = back.map { Card.aside("", words.tryAgain, $0) }
        let journal = Card.aside("", words.seeRequest, Inspector.root + InspectorSection.requests.rawValue)
        let content: HTML = "\(Card.notice(detail))\(advice.map { text(of: $0, words) })\(link)\(journal)"
        return Page.card(words.errorTitle, nil, content, self, language, scripts: ["copy.js"])
            .response(status).because(detail)
    }

    private func text(of advice: ErrorAdvice, _ words: Wording) -> HTML {
        switch advice {
        case .knownClients:
            let items = clients.map { client -> HTML in
                "<li>\(Card.name(client.name))<br><code data-copy=\"client ID\">\(client.id)</code></li>\n"
            }
            return list("\(words.knownClients)", items, " open")
        case .allowAddress(let address, let option, let member, let client):
            let fix = address.map { address -> HTML in
                """
                <p class="intro">\(words.allowAddress)</p>
                \(Card.copyable("option", "\(option) \(address)", id: "fix"))\
                <p class="intro">\(words.orInSeed) \(place(member, client, words)).</p>

                """
            }
            return "\(fix)\(client.map { allowed($0, member, words) })"
        case .setting(let member, let client):
            return "<p class=\"intro\" id=\"fix\">\(words.setBy) \(place(member, client, words)).</p>\n"
        }
    }

    /// The name of a member in the seed, with its client.
    private func place(_ member: String, _ client: Client?, _ words: Wording) -> HTML {
        let name: HTML? = client.map { " \(words.ofClient) \(Card.name($0.name)) (<code>\($0.id)</code>)" }
        return "<code>\(member)</code>\(name)"
    }

    private func allowed(_ client: Client, _ member: String, _ words: Wording) -> HTML {
        let items = (member == "callbacks" ? client.callbacks : client.logoutURLs).map { address -> HTML in
            "<li><code>\(address)</code></li>\n"
        }
        return list("\(words.allowed) \(place(member, client, words))", items, " id=\"allowed\"")
    }

    private func list(_ summary: HTML, _ items: [HTML], _ attributes: HTML) -> HTML {
        """
        <details class="ways"\(attributes)><summary>\(summary)</summary>
        <ul class="clients">
        \(items)</ul>
        </details>

        """
    }

    /// Creates the last page of a flow that does not return to the client.
    func donePage(_ message: String, _ language: Language, isRefused: Bool = false) -> HTTPResponse {
        let mark: HTML = "<p class=\"done\(isRefused ? " refused" : "")\" id=\"done\">\(isRefused ? "✗" : "✓")</p>"
        return Page.card(message, "\(language.words.mayClose)", mark, self, language).response()
    }
}

/// The remedy of an error that a page reports.
enum ErrorAdvice: Sendable {
    /// The client is unknown: the page lists the known ones.
    case knownClients
    /// An address is not allowed, or missing if `nil`: an option of the program allows it, or a member of a client in
    /// the seed.
    case allowAddress(String?, option: String, member: String, Client?)
    /// A member of the client in the seed demands another request.
    case setting(String, Client)

    /// A redirect URI is not registered for a client, or missing if `nil`.
    static func callback(_ uri: String?, of client: Client) -> ErrorAdvice {
        .allowAddress(uri, option: "--callback", member: "callbacks", client)
    }

    /// The target of a redirect after a logout is not registered; for any client if `nil`.
    static func logoutTarget(_ uri: String, of client: Client?) -> ErrorAdvice {
        .allowAddress(uri, option: "--logout-url", member: "logout_urls", client)
    }
}
