import ByteEncodings

/// The pages that deliver an authorization response to the client.
enum ResponsePages {
    /// A page whose form posts the response to the redirect URI, automatically if scripts run.
    static func form(
        _ fields: [(name: String, value: String)], to redirect: CodeRedirect, _ tenant: TenantState,
        _ language: Language
    ) -> Page {
        let button = Card.button("", language.words.continueButton)
        let content = Card.form(redirect.uri, fields, button, " id=\"response\"")
        return .card(language.words.continueButton, nil, content, tenant, language, scripts: ["response.js"])
    }

    /// A page that sends the response as a message to the page of the client that opened or frames it.
    static func message(
        _ fields: [(name: String, value: String)], to redirect: CodeRedirect, _ tenant: TenantState,
        _ language: Language
    ) -> HTTPResponse {
        let values = Dictionary(fields.map { ($0.name, JSONValue.string($0.value)) }) { first, _ in first }
        let message = JSONValue.members(["type": "authorization_response", "response": values])
        let text = message.encodedText
        let content: HTML =
            "<p id=\"response\" data-message=\"\(text)\" data-origin=\"\(redirect.webOrigin)\">\(language.words.mayClose)</p>"
        let page = Page(
            title: language.words.mayClose, content: content, address: tenant.domain, language: language,
            scripts: ["response.js"], frameAncestor: redirect.origin)
        return page.response()
    }
}
