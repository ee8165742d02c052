extension TenantState {
    /// Creates an error page, for errors that cannot be sent to the client, with an optional link back.
    func errorPage(_ status: Int, _ detail: String, _ language: Language, back: String? = nil) -> HTTPResponse {
        let words = language.words
        let link = back.map { Card.aside("", words.tryAgain, $0) }
        let journal = Card.aside("", "Inspector", Inspector.root + InspectorSection.requests.rawValue)
        let content = Card.box(words.errorTitle, nil, "\(Card.notice(detail))\(link)\(journal)")
        return Page(title: words.errorTitle, content: content, language: language).response(status).because(detail)
    }

    /// Creates the last page of a flow that does not return to the client.
    func donePage(_ message: String, _ language: Language, isRefused: Bool = false) -> HTTPResponse {
        let mark: HTML = "<p class=\"done\(isRefused ? " refused" : "")\" id=\"done\">\(isRefused ? "✗" : "✓")</p>"
        let content = Card.box(message, "\(language.words.mayClose)", mark)
        return Page(title: message, content: content, language: language).response()
    }
}
