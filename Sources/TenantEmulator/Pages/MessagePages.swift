extension TenantState {
    /// Tells the user what nobody else can be told, with the way back where there is one.
    func errorPage(_ status: Int, _ detail: String, _ language: Language, back: String? = nil) -> HTTPResponse {
        let words = language.words
        let link = back.map { Card.aside("", words.tryAgain, $0) }
        let content = Card.box(words.errorTitle, nil, "\(Card.notice(detail))\(link)")
        return Page(title: words.errorTitle, content: content, language: language).response(status)
    }

    /// Tells the user that all is done, or was refused as they wished.
    func donePage(_ message: String, _ language: Language, isRefused: Bool = false) -> HTTPResponse {
        let mark: HTML = "<p class=\"done\(isRefused ? " refused" : "")\" id=\"done\">\(isRefused ? "✗" : "✓")</p>"
        let content = Card.box(message, "\(language.words.mayClose)", mark)
        return Page(title: message, content: content, language: language).response()
    }
}
