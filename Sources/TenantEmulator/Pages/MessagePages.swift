extension TenantState {
    /// Tells the user what nobody else can be told.
    func errorPage(_ status: Int, _ detail: String, _ language: Language) -> HTTPResponse {
        let words = language.words
        let content = Card.box(words.errorTitle, nil, "<p class=\"notice\" id=\"error\">\(detail)</p>")
        return Page(title: words.errorTitle, content: content, language: language).response(status)
    }

    /// Tells the user that all is done.
    func donePage(_ message: String, _ language: Language) -> HTTPResponse {
        let content = Card.box(message, "\(language.words.mayClose)", "<p class=\"done\" id=\"done\">✓</p>")
        return Page(title: message, content: content, language: language).response()
    }
}
